//===- EvictionPairs.h - evictions by pair of structures ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_CACHE_EVICTIONPAIRS_H
#define MEMFACET_CACHES_CACHE_EVICTIONPAIRS_H

#include "analysis/caches/cache/LineMap.h"
#include <cstdint>
#include <vector>

namespace memfacet::caches {

/// Counts how often lines of one structure left a level for lines of another
/// one.
struct EvictionCounts {
  uint64_t Evictions = 0, Premature = 0;
  bool operator==(const EvictionCounts &) const = default;
};

struct EvictionRow {
  uint32_t Level = 0, Victim = 0, Evictor = 0; ///< structures by StructureId
  EvictionCounts Counts;
  bool operator==(const EvictionRow &) const = default;
};

/// Evictions by level and pair of structures. Not synchronised.
class EvictionPairs {
public:
  EvictionCounts &at(size_t Level, uint32_t Victim, uint32_t Evictor) {
    return Pairs[uint64_t(Level) << 40 | uint64_t(Victim) << 20 | Evictor];
  }
  void clear() { Pairs.clear(); }
  /// Returns the counts, sorted by level, victim and evictor.
  std::vector<EvictionRow> rows() const;

private:
  LineMap<EvictionCounts> Pairs;
};

} // namespace memfacet::caches

#endif
