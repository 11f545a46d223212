//===- MemoryTally.cpp - counts of the detailed simulation ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/memory/MemoryTally.h"
#include <algorithm>
#include <utility>

namespace memfacet::caches {

MemoryTally::MemoryTally(const CacheModel &Model) {
  for (const CacheLevel &L : Model.Levels)
    Sets.emplace_back(L.sets(Model.LineBytes));
  HeldLines.resize(Model.Levels.size());
}

void MemoryTally::clear() {
  Counters.drain([](StructureId, const MemoryCounters &) {});
  std::ranges::fill(EvictedBy, std::array<uint64_t, MaxCacheLevels>());
  Pairs.clear();
  BySite.clear();
  for (auto &Level : Sets)
    std::ranges::fill(Level, SetCounts());
}

void OccupancySampler::advance(uint64_t Instructions, const MemoryTally &Tally,
                               size_t Levels) {
  // A damaged trace may have any number here. Twice a period must fit, too.
  constexpr uint64_t Last = uint64_t(1) << 62;
  Clock = Instructions < Last - Clock ? Clock + Instructions : Last;
  if (Clock < Next) [[likely]]
    return;
  std::vector<Occupancy> Sample;
  for (uint32_t L = 0; L != Levels; ++L) {
    const std::vector<uint64_t> &Lines = Tally.heldLines(L);
    for (uint32_t S = 0; S != Lines.size(); ++S)
      if (Lines[S] != 0)
        Sample.push_back({L, S, Lines[S] << Bits});
  }
  // Batches are shorter than a period, or nearly so: one sample stands for all
  // times that have passed.
  while (Next <= Clock) {
    Samples.push_back(Sample);
    Next += Period;
    if (Samples.size() < MaxSamples)
      continue;
    std::vector<std::vector<Occupancy>> Fewer;
    for (size_t I = 1; I < Samples.size(); I += 2)
      Fewer.push_back(std::move(Samples[I]));
    Samples = std::move(Fewer);
    Period *= 2;
    Next = (Samples.size() + 1) * Period;
  }
}

} // namespace memfacet::caches
