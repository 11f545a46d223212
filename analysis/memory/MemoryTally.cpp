//===- MemoryTally.cpp - counts of the detailed simulation ----------------===//

#include "analysis/memory/MemoryTally.h"
#include <algorithm>
#include <tuple>

namespace memfacet {

MemoryTally::MemoryTally(const CacheModel &Model) {
  for (const CacheLevel &L : Model.Levels)
    Sets.emplace_back(L.sets(Model.LineBytes));
  Held.resize(Model.Levels.size());
}

void MemoryTally::clear() {
  Now.drain([](StructureId, const MemoryCounters &) {});
  std::ranges::fill(EvictedBy, std::array<uint64_t, MaxCacheLevels>());
  Pairs.clear();
  BySite.clear();
  for (auto &Level : Sets)
    std::ranges::fill(Level, SetCounts());
}

std::vector<EvictionRow> MemoryTally::evictions() const {
  constexpr uint32_t Mask = (1 << 20) - 1;
  std::vector<EvictionRow> Rows;
  Pairs.forEach([&](uint64_t Pair, const EvictionCounts &Counts) {
    Rows.push_back({uint32_t(Pair >> 40), uint32_t(Pair >> 20) & Mask,
                    uint32_t(Pair) & Mask, Counts});
  });
  std::ranges::sort(Rows, {}, [](const EvictionRow &R) {
    return std::tuple(R.Level, R.Victim, R.Evictor);
  });
  return Rows;
}

} // namespace memfacet
