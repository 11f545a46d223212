//===- ClassClusters.h - classes of misses by cluster ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_MEMORY_CLASSCLUSTERS_H
#define MEMFACET_CACHES_MEMORY_CLASSCLUSTERS_H

#include "analysis/caches/memory/MemoryCounters.h"
#include "memfacet/Check.h"
#include <unordered_map>

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
    uint64_t Key = keyOf(Level, Structure);
    auto Entry = Counts.find(Key);
    if (Entry == Counts.end()) {
      if (Counts.size() == Most)
        return;
      Entry = Counts.try_emplace(Key).first;
    }
    Entry->second[Cluster][size_t(Class)] += Weight;
  }
  /// Returns the counts. Null: there are none, or too many structures miss.
  const MissClusters *find(size_t Level, uint32_t Structure) const {
    auto Entry = Counts.find(keyOf(Level, Structure));
    return Entry == Counts.end() ? nullptr : &Entry->second;
  }
  void clear() { Counts.clear(); }

private:
  /// Each takes 2.5 KiB.
  static constexpr size_t Most = 1 << 13;

  static uint64_t keyOf(size_t Level, uint32_t Structure) {
    return uint64_t(Level) << 32 | Structure;
  }

  std::unordered_map<uint64_t, MissClusters> Counts;
};

} // namespace memfacet::caches

#endif
