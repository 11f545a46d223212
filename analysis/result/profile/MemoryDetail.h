//===- MemoryDetail.h - why lines missed, and who evicted them ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/memory-system.md defines each number.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_PROFILE_MEMORYDETAIL_H
#define MEMFACET_RESULT_PROFILE_MEMORYDETAIL_H

#include "analysis/caches/memory/MemoryTally.h"
#include <vector>

namespace memfacet::result {

/// One of the sets of a level with the most misses, all its caches together.
struct HotSet {
  uint32_t Level = 0;
  uint64_t Set = 0;
  caches::SetCounts Counts;
  bool operator==(const HotSet &) const = default;
};

/// How misses spread over the sets of a level.
struct SetSpread {
  uint32_t Level = 0;
  uint64_t Missed = 0;   ///< sets with misses
  caches::SetCounts Sum; ///< of all sets
  /// Misses of the hundredth of all sets (at least one) that misses most.
  uint64_t HottestMisses = 0;
  bool operator==(const SetSpread &) const = default;
};

/// Lines of one structure in one level at one time, all its caches together.
struct OccupancyRow {
  uint32_t Sample = 0; ///< times OccupancyPeriod: instructions, of all threads
  uint32_t Level = 0;
  uint32_t Structure = 0;
  uint64_t Lines = 0;
  bool operator==(const OccupancyRow &) const = default;
};

/// What simulations know beyond counts. The fast simulation knows evictions
/// alone, and not which were premature.
struct MemoryDetail {
  bool Known = false; ///< the detailed simulation has run
  std::vector<caches::MemoryCounters> ByStructure; ///< index: StructureId
  /// Sorted by level, victim, evictor.
  std::vector<caches::EvictionRow> Evictions;
  std::vector<HotSet> HotSets;         ///< sorted by level, then by misses
  std::vector<SetSpread> Spreads;      ///< sorted by level
  uint64_t OccupancyPeriod = 0;        ///< instructions
  std::vector<OccupancyRow> Occupancy; ///< sorted by sample, level, structure
};

} // namespace memfacet::result

#endif
