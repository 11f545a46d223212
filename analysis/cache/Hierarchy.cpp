//===- cache/Hierarchy.cpp - all caches of the simulated machine ----------===//

#include "analysis/cache/Hierarchy.h"
#include <algorithm>
#include <bit>
#include <utility>

namespace memfacet {

struct Hierarchy::PrivateCaches {
  std::vector<std::unique_ptr<LevelStore>> Own;
  Path Caches;
};

Hierarchy::Hierarchy(const CacheModel &Model, SearchKind Search)
    : Model(Model), Search(Search),
      LineShift(unsigned(std::countr_zero(Model.LineBytes))) {
  SharedFrom =
      size_t(std::ranges::find(Model.Levels, true, &CacheLevel::Shared) -
             Model.Levels.begin());
  for (size_t I = SharedFrom; I != Model.Levels.size(); ++I)
    Shared.push_back(makeLevelStore(Model.Levels[I], Model.LineBytes, Search));
}

Hierarchy::~Hierarchy() = default;

Hierarchy::PrivateCaches *Hierarchy::acquire() {
  if (!Waiting.empty()) {
    PrivateCaches *Caches = Waiting.back();
    Waiting.pop_back();
    return Caches;
  }
  Private.push_back(std::make_unique<PrivateCaches>());
  PrivateCaches *Caches = Private.back().get();
  for (size_t I = 0; I != SharedFrom; ++I) {
    Caches->Own.push_back(
        makeLevelStore(Model.Levels[I], Model.LineBytes, Search));
    Caches->Caches.Levels[I] = Caches->Own.back().get();
  }
  for (size_t I = SharedFrom; I != Model.Levels.size(); ++I)
    Caches->Caches.Levels[I] = Shared[I - SharedFrom].get();
  return Caches;
}

Hierarchy::Path &Hierarchy::pathOf(ThreadId Thread) {
  if (!Current || Thread != CurrentThread) {
    if (Current && Current->Ended)
      retire(*Current);
    CurrentThread = Thread;
    Current = &Threads[Thread.Value];
  }
  if (!Current->Caches)
    Current->Caches = acquire();
  return Current->Caches->Caches;
}

void Hierarchy::threadEnded(ThreadId Thread) {
  ThreadState &State = Threads[Thread.Value];
  State.Ended = true;
  retire(State);
}

void Hierarchy::retire(ThreadState &State) {
  if (!State.Caches)
    return;
  // Inner levels last: their writers are the later ones.
  for (size_t I = State.Caches->Own.size(); I-- != 0;) {
    LevelStore &Level = *State.Caches->Own[I];
    Level.forEachDirty([&](CacheWord W) {
      for (auto &Outer : Shared)
        if (Outer->markDirty(W))
          return;
    });
    Level.clear();
  }
  Waiting.push_back(std::exchange(State.Caches, nullptr));
}

void Hierarchy::writeBack(Path &P, size_t Level, CacheWord Victim,
                          CounterTable &Counters) {
  ++Counters[writerOf(Victim).Value].Writebacks[Level];
  for (size_t Outer = Level + 1; Outer != levels(); ++Outer)
    if (P.Levels[Outer]->markDirty(Victim))
      return;
}

/// The line of \p W is not near in the first level.
[[gnu::noinline]] void Hierarchy::miss(Path &P, CacheWord W, uint32_t Owner,
                                       CounterTable &Counters) {
  Touch Result = P.Levels[0]->touch(W);
  for (size_t Level = 0; !Result.Hit;) {
    ++Counters[Owner].Misses[Level];
    if (isDirty(Result.Victim))
      writeBack(P, Level, Result.Victim, Counters);
    if (++Level == levels())
      return;
    // Only the first level knows of the write until it evicts the line.
    Result = P.Levels[Level]->touch(cleanWord(lineOf(W)));
  }
}

inline void Hierarchy::touch(Path &P, CacheWord W, uint32_t Owner,
                             CounterTable &Counters) {
  if (!P.Levels[0]->touchNear(W)) [[unlikely]]
    miss(P, W, Owner, Counters);
}

void Hierarchy::simulate(const AccessBatch &B, std::span<const uint32_t> Owners,
                         CounterTable &Counters) {
  Path &P = pathOf(B.Thread);
  constexpr uint64_t OneStore = uint64_t(1) << 32;
  for (size_t I = 0; I != B.Count; ++I) {
    uint32_t Owner = Owners[I];
    bool Write = B.Write[I];
    StructureCounters &C = Counters[Owner];
    C.Operations += 1 + (Write ? OneStore : 0);
    CacheWord Meta = Write ? writerBits(StructureId(Owner)) : 0;
    uint64_t Address = B.Address[I];
    uint64_t First = (Address & AddressMask) >> LineShift;
    uint64_t Last = ((Address + B.Size[I] - 1) & AddressMask) >> LineShift;
    touch(P, cleanWord(First) | Meta, Owner, Counters);
    if (First == Last) [[likely]]
      continue;
    // May wrap around at the end of the address space, as hostile traces do.
    uint64_t LineMask = AddressMask >> LineShift;
    C.ExtraTouches += (Last - First) & LineMask;
    do {
      First = (First + 1) & LineMask;
      touch(P, cleanWord(First) | Meta, Owner, Counters);
    } while (First != Last);
  }
}

} // namespace memfacet
