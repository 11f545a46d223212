//===- Hierarchy.h - the caches, behind the MRU lines ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules are spelled out in docs/internals/cache-model.md. Private levels
// exist once per running thread and are kept for reuse when it ends, so that
// memory grows with the threads that run at once, not with those that ever ran.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_CACHE_HIERARCHY_H
#define MEMFACET_CACHES_CACHE_HIERARCHY_H

#include "analysis/caches/cache/EvictionPairs.h"
#include "analysis/caches/cache/LevelStore.h"
#include "analysis/caches/cache/MissTally.h"
#include "analysis/caches/cache/MruChange.h"
#include "analysis/caches/cache/ResidueMisses.h"
#include "analysis/caches/cache/SiteMisses.h"
#include <array>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace memfacet::caches {

/// Not synchronised: one thread at a time.
class Hierarchy {
public:
  /// \p Model must satisfy checkCacheModel.
  explicit Hierarchy(const CacheModel &Model,
                     SearchKind Search = SearchKind::Best);
  ~Hierarchy();

  /// Simulates the changes of \p B in order, level by level, then the end of
  /// its thread. Misses count for what they stand for.
  void simulate(const FilteredBatch &B, CounterTable<MissCounters> &Counters);

  /// Of all that was simulated so far.
  const SiteMisses &bySite() const { return BySite; }
  SiteMisses &bySite() { return BySite; }
  /// Of programs that select.
  const ResidueMisses &byResidue() const { return ByResidue; }
  /// Who evicted whom; each counts for what it stands for.
  const EvictionPairs &evictions() const { return Evictions; }
  /// From here on, only what caches hold is kept up to date; or all again.
  void count(bool Wanted);
  /// Forgets all but what caches hold.
  void forgetCounts();
  /// Sets of private caches that exist, in use or waiting.
  size_t privateSets() const { return Private.size(); }

private:
  /// The caches one thread goes through, from the core outwards.
  struct Path {
    std::array<LevelStore *, MaxCacheLevels> Levels;
    ResidueSet Visited = 0; ///< in the last batch that had any
  };
  struct PrivateCaches;

  Path &pathOf(ThreadId Thread);
  PrivateCaches *acquire();
  void retire(ThreadId Thread);
  void markShared(CacheWord Dirty);
  void countVisited(const FilteredBatch &B,
                    CounterTable<MissCounters> &Counters);
  Miss *roomFor(size_t Level, size_t Misses);
  template <typename Taker>
  void pass(const FilteredBatch &B, size_t Most, Taker First);
  void count(size_t Level, std::span<const Miss> Misses);
  /// How many misses each one stands for.
  struct Weights {
    uint64_t FirstLevel, LaterLevels;
    bool FirstSteady; ///< ResidueMisses::visitsOthers
  };
  void settle(const Weights &PerMiss, CounterTable<MissCounters> &Counters);
  void settlePair(const MissTally::Row &R, const Weights &PerMiss,
                  CounterTable<MissCounters> &Counters);

  CacheModel Model;
  SearchKind Search;
  size_t SharedFrom; ///< number of the first shared level
  std::vector<std::unique_ptr<LevelStore>> Shared;
  std::vector<std::unique_ptr<PrivateCaches>> Private;
  std::vector<PrivateCaches *> Waiting;                ///< cold
  std::unordered_map<uint32_t, PrivateCaches *> InUse; ///< by thread
  std::array<std::vector<Miss>, 2> LevelMisses;        ///< of levels in turn
  MissTally ByKey;  ///< since settle: by SiteMisses::keyOf
  MissTally ByPair; ///< likewise, by victim and who drove it out
  SiteMisses BySite;
  ResidueMisses ByResidue;
  EvictionPairs Evictions;
  bool Counting = true;
  bool Selected = false; ///< the batch is of a program that selects
};

} // namespace memfacet::caches

#endif
