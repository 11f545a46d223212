//===- WindowClasses.cpp - conflicts of the first level, in windows -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/counts/WindowClasses.h"
#include "analysis/caches/cache/CacheWord.h"
#include "memfacet/Check.h"
#include "memfacet/Windows.h"
#include <algorithm>

namespace memfacet::measure {

using caches::MissClass;

/// The last window of a thread.
struct WindowClasses::Window {
  Window(const caches::CacheLevel &Level, uint32_t LineBytes, uint64_t Slot,
         size_t Number)
      : Slot(Slot), Cluster(Number % caches::ClusterCount),
        Weight(double(windowPeriod(Slot, SpreadMiddleWindows))),
        Ways(Level.sets(LineBytes) * Level.Ways, NoLine),
        Recent(Level, LineBytes, /*Coherent=*/false) {}

  static constexpr uint64_t NoLine = ~uint64_t(0);

  uint64_t Slot;
  size_t Cluster;
  double Weight; ///< of a miss
  uint64_t Accesses = 0;
  uint64_t LastLine = NoLine;
  std::vector<uint64_t> Ways; ///< of each set in turn, the most recent first
  caches::LineHistory Recent;
};

WindowClasses::WindowClasses(const caches::CacheModel &Model)
    : Level(Model.Levels.front()), LineBytes(Model.LineBytes),
      Sets(Level.sets(LineBytes)) {
  MEMFACET_CHECK(Level.Policy == caches::Replacement::Lru,
                 "the last of a set leaves");
}

WindowClasses::~WindowClasses() = default;

void WindowClasses::threadEnded(ThreadId Thread) {
  Windows.erase(Thread.Value);
}

void WindowClasses::forgetCounts() {
  ByWindow.clear();
  std::ranges::fill(Sets, caches::SetCounts());
}

WindowClasses::Window &WindowClasses::windowOf(const decode::AccessBatch &B) {
  std::unique_ptr<Window> &W = Windows[B.Thread.Value];
  if (!W || W->Slot != B.Slot)
    W = std::make_unique<Window>(Level, LineBytes, B.Slot, Begun++);
  return *W;
}

void WindowClasses::add(const decode::BatchPart &B, const uint32_t *Owners) {
  MEMFACET_CHECK(B.Batch.Slot != NoSlot, "other windows are too short");
  Window &W = windowOf(B.Batch);
  for (size_t I = B.Begin; I != B.End && W.Accesses < MiddleWindowAccesses;
       ++I) {
    ++W.Accesses;
    const uint64_t First = B.Batch.Address[I] & caches::AddressMask;
    const uint64_t Last = First + B.Batch.Info[I].size() - 1;
    for (uint64_t Line = First / LineBytes; Line <= Last / LineBytes; ++Line)
      if (Line != W.LastLine)
        touch(W, W.LastLine = Line, Owners[I]);
  }
}

void WindowClasses::touch(Window &W, uint64_t Line, uint32_t Structure) {
  const uint64_t Set = Line % Sets.size();
  auto Begin = W.Ways.begin() + ptrdiff_t(Set * Level.Ways);
  auto End = Begin + ptrdiff_t(Level.Ways);
  auto Way = std::find(Begin, End, Line);
  const bool Missed = Way == End;
  const bool IsCertain =
      Missed && End[-1] != Window::NoLine && W.Recent.isFull();
  if (Missed)
    --Way;
  std::move_backward(Begin, Way, Way + 1);
  *Begin = Line;
  auto Answer = W.Recent.ask(W.Recent.recordOf(Line),
                             caches::LineHistory::LookUp::Takes, Missed);
  if (!IsCertain || !Counting)
    return;
  const bool IsConflict = Answer.Class == MissClass::Conflict;
  ByWindow.add(0, Structure, W.Cluster,
               IsConflict ? MissClass::Conflict : MissClass::Capacity,
               W.Weight);
  ++Sets[Set].Misses;
  Sets[Set].Conflicts += IsConflict;
}

} // namespace memfacet::measure
