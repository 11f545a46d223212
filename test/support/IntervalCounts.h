//===- IntervalCounts.h - streams as rows of counts -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_INTERVALCOUNTS_H
#define MEMFACET_TEST_SUPPORT_INTERVALCOUNTS_H

#include "analysis/result/store/StreamReader.h"
#include "test/support/Wings.h"
#include <map>

namespace memfacet::test {

using RowKey = std::tuple<uint32_t, uint32_t, uint32_t>;

/// Returns where the value of measure \p Kind belongs in \p C; null for other
/// measures.
inline uint64_t *placeIn(Counts &C, Measure Kind) {
  if (Kind == Measure::Accesses)
    return &C.Accesses;
  if (Kind == Measure::Stores)
    return &C.Stores;
  if (Kind < Measure::FirstLevel || Kind >= Measure::ClockIntervals)
    return nullptr;
  uint32_t Index = uint32_t(Kind) - uint32_t(Measure::FirstLevel);
  size_t Level = Index / LevelMeasures;
  if (Level >= C.Levels.size())
    return nullptr;
  LevelCounts &L = C.Levels[Level];
  switch (LevelMeasure(Index % LevelMeasures)) {
  case LevelMeasure::Accesses:
    return &L.Accesses;
  case LevelMeasure::Misses:
    return &L.Misses;
  case LevelMeasure::Writebacks:
    return &L.Writebacks;
  case LevelMeasure::Evictions:
    return nullptr;
  }
  return nullptr;
}

/// Returns all counts of structures in threads, sorted by (Thread, Structure,
/// Interval).
inline Expected<std::vector<IntervalCounts>> intervalCounts(const Profile &P) {
  std::map<RowKey, Counts> Rows;
  StreamReader Reader(P.Streams);
  for (const Stream &S : P.Streams.All) {
    Counts Shape;
    Shape.Levels.resize(P.Caches.Levels.size());
    if (S.Thread == Stream::Process || !S.Structure.valid() ||
        !placeIn(Shape, S.Kind))
      continue;
    Status Read = Reader.read(
        S.Thread, S.Structure, S.Kind, [&](auto Intervals, auto Values) {
          for (size_t I = 0; I != Intervals.size(); ++I) {
            Counts &C = Rows[{S.Thread, S.Structure.Value, Intervals[I]}];
            C.Levels.resize(P.Caches.Levels.size());
            *placeIn(C, S.Kind) = Values[I];
          }
        });
    if (!Read)
      return Read.error();
  }
  std::vector<IntervalCounts> Result;
  for (auto &[Key, C] : Rows) {
    auto [Thread, Structure, Interval] = Key;
    C.Loads = C.Accesses - C.Stores;
    Result.push_back({Thread, StructureId(Structure), Interval, std::move(C)});
  }
  return Result;
}

} // namespace memfacet::test

#endif
