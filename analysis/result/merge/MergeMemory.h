//===- MergeMemory.h - what simulations know of several runs --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RESULT_MERGE_MERGEMEMORY_H
#define MEMFACET_RESULT_MERGE_MERGEMEMORY_H

#include "analysis/result/profile/Profile.h"
#include <map>
#include <tuple>

namespace memfacet::result {

/// Adds up Profile::Memory.
class MemoryMerger {
public:
  /// \p Structures has the number in the sum; index: StructureId of \p P.
  void add(const Profile &P, const std::vector<uint32_t> &Structures);
  /// Returns whether causes of misses are known of all runs.
  bool hasCauses() const { return HasCauses; }
  /// Returns whether causes of misses are known of some runs.
  bool hasSomeCauses() const { return !ByStructure.empty(); }
  /// Fills Merged.Memory. What is not known of all runs is not known of the
  /// sum.
  void finish(Profile &Merged) const;

private:
  using Pair = std::tuple<uint32_t, uint32_t, uint32_t>;

  /// Index: StructureId of the sum.
  std::vector<caches::MemoryCounters> ByStructure;
  /// Key: level, victim, evictor.
  std::map<Pair, caches::EvictionCounts> Evictions;
  bool HasCauses = true, HasEvictions = true;
};

} // namespace memfacet::result

#endif
