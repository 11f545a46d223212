//===- WarmthTables.cpp - the counts of PointWarmth, stored and used ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/WarmthTables.h"
#include <algorithm>

namespace memfacet::study {

void storeWarmth(result::ShardPart &Part,
                 const caches::PointWarmth::Table &Warmth) {
  for (const auto &[Key, Row] : Warmth) {
    auto [Thread, Interval] = Key;
    for (uint32_t L = 0; L != Row.Levels.size(); ++L)
      if (const caches::LevelWarmth &W = Row.Levels[L];
          W != caches::LevelWarmth())
        Part.Warmth.push_back({Thread, Interval, L, W.Hits, W.Misses, W.Open});
    if (Row.Cycles)
      Part.Cycles.push_back(
          {Thread, Interval, Row.Cycles->first, Row.Cycles->second});
  }
}

Status loadWarmth(caches::PointWarmth::Table &Warmth,
                  const result::ShardPart &Part) {
  for (const result::ShardWarmth &W : Part.Warmth) {
    caches::IntervalWarmth &Row = Warmth[{W.Thread, W.Interval}];
    if (W.Level >= Row.Levels.size())
      return makeError("part {} has touches of cache level {}; there are {} "
                       "at most",
                       Part.Number, W.Level, Row.Levels.size());
    Row.Levels[W.Level] = {W.Hits, W.Misses, W.Open};
  }
  for (const result::ShardCycles &C : Part.Cycles)
    Warmth[{C.Thread, C.Interval}].Cycles = {C.IfHit, C.IfMiss};
  return {};
}

IntervalTable boundedTable(const IntervalTable &Table,
                           const caches::PointWarmth::Table &Warmth, bool Hit) {
  IntervalTable Bounded = Table;
  for (IntervalFacts &I : Bounded.Intervals) {
    auto Entry = Warmth.find({I.Thread, I.Interval});
    if (Entry == Warmth.end())
      continue;
    for (size_t L = 0; L != Table.Levels; ++L) {
      const caches::LevelWarmth &W = Entry->second.Levels[L];
      I.Levels[L] = {W.Hits + W.Misses + W.Open, W.Misses + (Hit ? 0 : W.Open)};
    }
    if (auto Cycles = Entry->second.Cycles)
      I.Cycles = Hit ? std::min(I.Cycles, Cycles->first)
                     : std::max(I.Cycles, Cycles->second);
  }
  return Bounded;
}

} // namespace memfacet::study
