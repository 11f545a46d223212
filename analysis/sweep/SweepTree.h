//===- SweepTree.h - several models over one stream -----------------------===//

#ifndef MEMFACET_SWEEP_SWEEPTREE_H
#define MEMFACET_SWEEP_SWEEPTREE_H

#include "analysis/sweep/SweepNode.h"

namespace memfacet {

/// Simulates models with the same line size, whose first levels are all private
/// or all shared. First levels are simulated in ascending order of their sets:
/// what hits the most recent line of a set does so in the sets that this one is
/// divided into, and goes no further. Not synchronised: one thread at a time.
class SweepTree {
public:
  /// \p Models satisfy checkCacheModel.
  explicit SweepTree(std::vector<CacheModel> Models);

  void simulate(const SweepBatch &B);
  /// Of model number \p I: by level, then by structure.
  std::vector<std::vector<SweepCounts>> counts(size_t I) const;

private:
  static constexpr size_t Stream = ~size_t(0);

  std::vector<CacheModel> Models;
  std::vector<std::unique_ptr<SweepNode>> Firsts; ///< by ascending sets
  std::vector<size_t> Sources; ///< whose beyond() each takes, or Stream
};

} // namespace memfacet

#endif
