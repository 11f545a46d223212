//===- ClassClusters.h - classes of misses by cluster ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_MEMORY_CLASSCLUSTERS_H
#define MEMFACET_CACHES_MEMORY_CLASSCLUSTERS_H

#include "analysis/caches/memory/MemoryCounters.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace memfacet::caches {

constexpr size_t ClusterCount = 64;

/// The misses of a structure in a level, by class, in each cluster: in a group
/// of sets, or in a part of the run. How much they differ says how certain the
/// shares of classes are. May be weighted.
using MissClusters =
    std::array<std::array<double, MissClassCount>, ClusterCount>;

/// Counts misses by structure, level, cluster and class.
class ClassClusters {
public:
  /// Adds \p Weight misses.
  void add(size_t Level, uint32_t Structure, size_t Cluster, MissClass Class,
           double Weight = 1) {
    MEMFACET_CHECK(Cluster < ClusterCount, "clusters are numbered from 0");
    Row &Clusters = Rows[Level];
    if (Structure >= Clusters.size())
      Clusters.resize(std::max<size_t>(Structure + 1, 2 * Clusters.size()));
    std::unique_ptr<MissClusters> &Misses = Clusters[Structure];
    if (!Misses) [[unlikely]] {
      if (Used == Most)
        return;
      ++Used;
      Misses = std::make_unique<MissClusters>();
    }
    (*Misses)[Cluster][size_t(Class)] += Weight;
  }
  /// Returns the counts. Null: there are none, or too many structures miss.
  const MissClusters *find(size_t Level, uint32_t Structure) const {
    const Row &Clusters = Rows[Level];
    return Structure < Clusters.size() ? Clusters[Structure].get() : nullptr;
  }
  void clear() {
    Rows = {};
    Used = 0;
  }

private:
  /// Each takes 2.5 KiB.
  static constexpr size_t Most = 1 << 13;
  using Row = std::vector<std::unique_ptr<MissClusters>>; ///< by structure

  std::array<Row, MaxCacheLevels> Rows;
  size_t Used = 0;
};

} // namespace memfacet::caches

#endif
