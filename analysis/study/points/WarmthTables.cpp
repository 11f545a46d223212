//===- WarmthTables.cpp - the counts of PointWarmth, stored and used ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/WarmthTables.h"
#include <algorithm>

namespace memfacet::study {

void storeWarmth(result::ShardPart &Part,
                 const caches::PointWarmth::Table &Of) {
  for (const auto &[Where, Its] : Of) {
    auto [Thread, Interval] = Where;
    for (uint32_t L = 0; L != Its.Levels.size(); ++L)
      if (const caches::LevelWarmth &W = Its.Levels[L];
          W != caches::LevelWarmth())
        Part.Warmth.push_back({Thread, Interval, L, W.Hits, W.Misses, W.Open});
    if (Its.Cycles)
      Part.Cycles.push_back(
          {Thread, Interval, Its.Cycles->first, Its.Cycles->second});
  }
}

Status loadWarmth(caches::PointWarmth::Table &To,
                  const result::ShardPart &Part) {
  for (const result::ShardWarmth &W : Part.Warmth) {
    caches::IntervalWarmth &Its = To[{W.Thread, W.Interval}];
    if (W.Level >= Its.Levels.size())
      return makeError("part {} has touches of cache level {}; there are {} "
                       "at most",
                       Part.Number, W.Level, Its.Levels.size());
    Its.Levels[W.Level] = {W.Hits, W.Misses, W.Open};
  }
  for (const result::ShardCycles &C : Part.Cycles)
    To[{C.Thread, C.Interval}].Cycles = {C.IfHit, C.IfMiss};
  return {};
}

IntervalTable boundedTable(const IntervalTable &Table,
                           const caches::PointWarmth::Table &Warmth, bool Hit) {
  IntervalTable Bounded = Table;
  for (IntervalFacts &I : Bounded.Intervals) {
    auto Its = Warmth.find({I.Thread, I.Interval});
    if (Its == Warmth.end())
      continue;
    for (size_t L = 0; L != Table.Levels; ++L) {
      const caches::LevelWarmth &W = Its->second.Levels[L];
      I.Levels[L] = {W.Hits + W.Misses + W.Open, W.Misses + (Hit ? 0 : W.Open)};
    }
    if (auto Cycles = Its->second.Cycles)
      I.Cycles = Hit ? std::min(I.Cycles, Cycles->first)
                     : std::max(I.Cycles, Cycles->second);
  }
  return Bounded;
}

} // namespace memfacet::study
