//===- ReplayCaches.cpp - the caches of one candidate ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/ReplayCaches.h"
#include "analysis/caches/model/CacheLimits.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <bit>
#include <cmath>

namespace memfacet::advise {

ReplayCounts &ReplayCounts::operator+=(const ReplayCounts &O) {
  Touches += O.Touches;
  for (size_t L = 0; L != caches::MaxCacheLevels; ++L) {
    Misses[L] += O.Misses[L];
    Writebacks[L] += O.Writebacks[L];
  }
  return *this;
}

ReplayCaches::ReplayCaches(const caches::CacheModel &Model)
    : Model(Model), LineShift(unsigned(std::countr_zero(Model.LineBytes))),
      Sets(Model.Levels[0].sets(Model.LineBytes)),
      PowerOfTwo(std::has_single_bit(Sets)), Caches(Model) {
  MEMFACET_CHECK(bool(caches::checkCacheModel(Model)),
                 "callers report errors in the model");
}

/// Simulates the pending changes of the current thread.
void ReplayCaches::flush(bool Ended) {
  Pending.Ended = Ended;
  Pending.Structures = Structures;
  if (Pending.Changes.empty() && !Ended)
    return;
  Misses.resize(Structures);
  Caches.simulate(Pending, Misses);
  Pending.clear();
  Misses.drain([&](StructureId Id, const caches::MissCounters &C) {
    if (!Counting)
      return;
    ReplayCounts &Counts = ByStructure[Id.Value];
    for (size_t L = 0; L != Model.Levels.size(); ++L) {
      Counts.Misses[L] += C.Misses[L];
      Counts.Writebacks[L] += C.Writebacks[L];
    }
  });
}

/// Empties the first level of the current thread.
void ReplayCaches::retire() {
  if (Model.Levels[0].Shared)
    return flush();
  for (MruLine &F : Current->BySet) {
    if (F.Written)
      Pending.Changes.add(
          {caches::Miss::wanted(F.Line, F.Structure), 0, F.Written});
    F = MruLine();
  }
  flush(true);
}

void ReplayCaches::enter(ThreadId Thread) {
  if (Current && Pending.Thread == Thread)
    return;
  if (Current) {
    if (Current->Ended)
      retire();
    flush();
  }
  Pending.Thread = Thread;
  // All threads share one first level.
  Current = &Threads[Model.Levels[0].Shared ? 0 : Thread.Value];
  Current->BySet.resize(Sets);
}

void ReplayCaches::threadEnded(ThreadId Thread) {
  enter(Thread);
  if (!Model.Levels[0].Shared)
    Current->Ended = true;
  retire();
}

void ReplayCaches::touchLine(uint64_t Line, uint32_t Structure, uint32_t Site,
                             bool Write) {
  uint64_t Set = PowerOfTwo ? Line & (Sets - 1) : Line % Sets;
  MruLine &F = Current->BySet[Set];
  if (F.Line != Line) {
    if (First)
      First->touch(Structure, Line);
    if (Pending.Changes.size() >= Portion)
      flush();
    Pending.Changes.add(
        {caches::Miss::wanted(Line, Structure), Site, F.Written});
    F = {Line, Structure, 0};
  }
  if (Write)
    F.Written = uint32_t(caches::writerBits(StructureId(Structure)));
}

void ReplayCaches::touch(uint32_t Structure, uint32_t Site, uint64_t Address,
                         uint64_t Bytes, bool Write) {
  MEMFACET_CHECK(Current, "an event says which thread accesses");
  if (Structure >= Structures) {
    flush();
    Structures = Structure + 1;
    ByStructure.resize(Structures);
  }
  Address &= caches::AddressMask;
  uint64_t First = Address >> LineShift;
  uint64_t Last = (Address + Bytes - 1) >> LineShift;
  if (Counting)
    ByStructure[Structure].Touches += Last - First + 1;
  for (uint64_t Line = First; Line <= Last; ++Line)
    touchLine(Line, Structure, Site, Write);
}

void ReplayCaches::count(bool Wanted) {
  flush();
  Counting = Wanted;
  Caches.bySite().count(Wanted);
  if (First)
    First->count(Wanted);
}

void ReplayCaches::forgetCounts() {
  flush();
  Caches.bySite().clear();
  ByStructure.assign(Structures, {});
  if (First)
    First->forgetCounts();
}

const std::vector<ReplayCounts> &ReplayCaches::counts() {
  flush();
  return ByStructure;
}

ReplayCounts ReplayCaches::ofWhole(uint32_t Structure, double Factor) {
  const std::vector<ReplayCounts> &Counted = counts();
  MEMFACET_CHECK(Structure < Counted.size(), "counts() has the structure");
  ReplayCounts Result = Counted[Structure];
  if (Factor == 1)
    return Result;
  MEMFACET_CHECK(First.has_value(), "a part is expected");
  auto Scale = [Factor](uint64_t &Count, uint64_t Cold, double WholeCold) {
    double Others = double(Count - std::min(Count, Cold));
    Count = uint64_t(std::llround(Others * Factor + WholeCold));
  };
  uint64_t Cold = First->seen(Structure);
  double WholeCold = First->ofWhole(Structure, Factor);
  Scale(Result.Touches, 0, 0);
  for (size_t L = 0; L != Model.Levels.size(); ++L) {
    Scale(Result.Misses[L], Cold, WholeCold);
    Scale(Result.Writebacks[L], 0, 0);
  }
  return Result;
}

const caches::SiteMisses &ReplayCaches::bySite() {
  flush();
  return Caches.bySite();
}

} // namespace memfacet::advise
