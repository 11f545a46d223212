//===- Profile.cpp - sums and names ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/profile/Profile.h"
#include <algorithm>
#include <numeric>

namespace memfacet::result {

Profile::Profile() = default;
Profile::Profile(const Profile &) = default;
Profile::Profile(Profile &&) noexcept = default;
Profile &Profile::operator=(const Profile &) = default;
Profile &Profile::operator=(Profile &&) noexcept = default;
Profile::~Profile() = default;

LevelCounts &LevelCounts::operator+=(const LevelCounts &O) {
  Accesses += O.Accesses;
  Misses += O.Misses;
  Writebacks += O.Writebacks;
  return *this;
}

Counts &Counts::operator+=(const Counts &O) {
  Accesses += O.Accesses;
  Loads += O.Loads;
  Stores += O.Stores;
  if (Levels.size() < O.Levels.size())
    Levels.resize(O.Levels.size());
  for (size_t I = 0; I != O.Levels.size(); ++I)
    Levels[I] += O.Levels[I];
  return *this;
}

uint64_t AccessSteps::all() const {
  return std::accumulate(Steps.begin(), Steps.end(), uint64_t(0));
}

Counts Profile::total() const {
  Counts Sum;
  Sum.Levels.resize(Caches.Levels.size());
  for (const Structure &S : Structures)
    Sum += S.Total;
  return Sum;
}

bool Profile::hasEvictions() const {
  if (Memory.Known || !Memory.Evictions.empty())
    return true;
  Counts Total = total();
  if (Total.Levels.empty())
    return false;
  // With more misses than lines, some must have been evicted.
  uint64_t Lines = Caches.Levels[0].Bytes / Caches.LineBytes;
  return Total.Levels[0].Misses <= Lines * Threads.size();
}

bool Profile::hasInterest() const {
  return std::ranges::any_of(
      Markers, [](const Marker &M) { return M.Kind != MarkerKind::Phase; });
}

CoreThreadTimes CoreTimes::total() const {
  CoreThreadTimes Sum;
  for (const CoreThreadTimes &T : Threads) {
    Sum.Instructions += T.Instructions, Sum.Operations += T.Operations;
    Sum.Cycles += T.Cycles, Sum.Busy += T.Busy;
    Sum.Computation += T.Computation, Sum.Branches += T.Branches;
    Sum.Start += T.Start;
    Sum.Predictions += T.Predictions, Sum.Mispredictions += T.Mispredictions;
  }
  return Sum;
}

std::vector<uint64_t> CoreTimes::byStructure(size_t Structures) const {
  std::vector<uint64_t> Result(Structures);
  for (const CoreStalls &S : Stalls)
    Result[S.Structure.Value] += S.Cycles;
  return Result;
}

bool Profile::hasCutIntervals(uint32_t Thread) const {
  if (Signatures.Shape.Cut != IntervalCut::Period)
    return true;
  return std::ranges::any_of(Signatures.Places, [&](const IntervalPlace &I) {
    return I.Thread == Thread && I.Start < I.Interval * IntervalInstructions;
  });
}

} // namespace memfacet::result
