//===- MemoryCounters.cpp - counts of the detailed simulation -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/memory/MemoryCounters.h"

namespace memfacet::caches {

LevelDetail &LevelDetail::operator+=(const LevelDetail &O) {
  if (double All = double(Misses) + double(O.Misses); All > 0)
    ClassError = uint32_t((double(Misses) * double(ClassError) +
                           double(O.Misses) * double(O.ClassError)) /
                          All);
  Accesses += O.Accesses;
  Misses += O.Misses;
  Writebacks += O.Writebacks;
  for (size_t C = 0; C != MissClassCount; ++C)
    ByClass[C] += O.ByClass[C];
  Prefetches += O.Prefetches;
  PrefetchesUsed += O.PrefetchesUsed;
  VictimHits += O.VictimHits;
  return *this;
}

TlbDetail &TlbDetail::operator+=(const TlbDetail &O) {
  Accesses += O.Accesses;
  Misses += O.Misses;
  return *this;
}

MemoryCounters &MemoryCounters::operator+=(const MemoryCounters &O) {
  for (size_t L = 0; L != Levels.size(); ++L)
    Levels[L] += O.Levels[L];
  for (size_t T = 0; T != Tlbs.size(); ++T)
    Tlbs[T] += O.Tlbs[T];
  Interventions += O.Interventions;
  Invalidations += O.Invalidations;
  Upgrades += O.Upgrades;
  SharedWritebacks += O.SharedWritebacks;
  MemoryReads += O.MemoryReads;
  MemoryWrites += O.MemoryWrites;
  return *this;
}

} // namespace memfacet::caches
