//===- PointWarmth.cpp - what cold caches hide in simulation points -------===//

#include "analysis/points/PointWarmth.h"
#include <algorithm>

namespace memfacet {

PointWarmth::Cache &PointWarmth::cacheOf(size_t Level, uint32_t Thread) {
  const CacheLevel &L = Model.Levels[Level];
  uint32_t Number = L.Shared ? 0 : Thread / std::max(L.Threads, 1u);
  Cache &C = Caches[{Level, Number}];
  if (C.Filled.empty()) {
    uint64_t Sets = L.sets(Model.LineBytes);
    C.Lines.resize(Sets * L.Ways);
    C.Filled.resize(Sets);
    C.Since.resize(Sets);
  }
  return C;
}

PointWarmth::Outcome PointWarmth::touch(Cache &In, uint32_t Ways,
                                        uint64_t Line) {
  uint64_t Set = Line % In.Filled.size();
  uint32_t &Filled = In.Filled[Set];
  if (std::exchange(In.Since[Set], Epoch) != Epoch)
    Filled = 0;
  uint64_t *First = &In.Lines[Set * Ways];
  uint64_t *End = First + Filled, *At = std::find(First, End, Line);
  if (At != End) {
    std::rotate(First, At, At + 1);
    return Outcome::Hit;
  }
  bool Full = Filled == Ways;
  if (!Full)
    ++Filled;
  std::copy_backward(First, First + Filled - 1, First + Filled);
  *First = Line;
  return Full ? Outcome::Miss : Outcome::Open;
}

void PointWarmth::touch(uint32_t Thread, uint64_t Line) {
  for (size_t L = 0; L != Model.Levels.size(); ++L) {
    Outcome Is = touch(cacheOf(L, Thread), Model.Levels[L].Ways, Line);
    if (To) {
      LevelWarmth &W = (*To)[L];
      ++(Is == Outcome::Hit ? W.Hits : Is == Outcome::Miss ? W.Misses : W.Open);
    }
    if (Is == Outcome::Hit)
      return;
  }
}

IntervalTable boundedTable(const IntervalTable &Table,
                           const PointWarmth::Table &Warmth, bool Hit) {
  IntervalTable Bounded = Table;
  for (IntervalFacts &I : Bounded.Intervals) {
    auto Its = Warmth.find({I.Thread, I.Interval});
    if (Its == Warmth.end())
      continue;
    for (size_t L = 0; L != Table.Levels; ++L) {
      const LevelWarmth &W = Its->second[L];
      I.Levels[L] = {W.Hits + W.Misses + W.Open, W.Misses + (Hit ? 0 : W.Open)};
    }
  }
  return Bounded;
}

} // namespace memfacet
