//===- Hierarchy.h - the cache levels after the MRU lines -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/cache-model.md states the rules. Each running thread has
// private levels of its own. They are reused when the thread ends, so memory
// grows with the number of threads that run at once, not with the number of all
// threads.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_CACHE_HIERARCHY_H
#define MEMFACET_CACHES_CACHE_HIERARCHY_H

#include "analysis/caches/cache/EvictionPairs.h"
#include "analysis/caches/cache/LevelStore.h"
#include "analysis/caches/cache/MissListener.h"
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

/// The simulated levels of all threads. Not synchronised: one thread at a time.
class Hierarchy {
public:
  /// \p Model must satisfy checkCacheModel.
  explicit Hierarchy(const CacheModel &Model,
                     SearchKind Search = SearchKind::Best);
  ~Hierarchy();

  /// Simulates the changes and touches of \p B in order, level by level, then
  /// the end of its thread. Each miss is counted with the weight of the batch.
  void simulate(const FilteredBatch &B, CounterTable<MissCounters> &Counters);

  /// Passes the look-ups of programs that select to \p NewListener, from here
  /// on. It must live as long as batches are simulated.
  void listen(MissListener &NewListener) { Listener = &NewListener; }

  /// Returns the misses of all batches so far, by site.
  const SiteMisses &bySite() const { return BySite; }
  SiteMisses &bySite() { return BySite; }
  /// Returns the misses by residue, for programs that select.
  const ResidueMisses &byResidue() const { return ByResidue; }
  /// Returns the evictions by pair of structures. Each is counted with its
  /// weight.
  const EvictionPairs &evictions() const { return Evictions; }
  /// Switches counting on or off. While it is off, only the contents of the
  /// caches are kept up to date.
  void count(bool Wanted);
  /// Clears all counts, but not the contents of the caches.
  void forgetCounts();
  /// Returns the number of sets of private caches, in use or waiting.
  size_t privateSets() const { return Private.size(); }

private:
  /// The caches that the accesses of a thread go through, from the core
  /// outwards.
  struct Path {
    std::array<LevelStore *, MaxCacheLevels> Levels;
    ResidueSet Visited = 0; ///< residues of the last batch with visits
  };
  struct PrivateCaches;

  Path &pathOf(ThreadId Thread);
  PrivateCaches *acquire();
  void retire(ThreadId Thread);
  void makeSharedDirty(CacheWord Dirty);
  void countVisited(const FilteredBatch &B,
                    CounterTable<MissCounters> &Counters);
  Miss *roomFor(size_t Level, size_t Misses);
  template <typename Taker>
  void pass(const FilteredBatch &B, const LookUpSpan &Lines, Taker First);
  void notify(size_t Level, const LookUpSpan &Lines,
              std::span<const Miss> Misses);
  void count(size_t Level, std::span<const Miss> Misses);
  /// How many misses one simulated miss stands for.
  struct Weights {
    uint64_t FirstLevel, LaterLevels;
    bool FirstSteady; ///< as in ResidueMisses::setVisitsOthers
  };
  void settle(const Weights &PerMiss, CounterTable<MissCounters> &Counters);
  void settlePair(const MissTally::Row &R, const Weights &PerMiss,
                  CounterTable<MissCounters> &Counters);

  CacheModel Model;
  SearchKind Search;
  size_t SharedFrom; ///< number of the first shared level
  std::vector<std::unique_ptr<LevelStore>> Shared;
  std::vector<std::unique_ptr<PrivateCaches>> Private;
  std::vector<PrivateCaches *> Waiting;                ///< empty, to be reused
  std::unordered_map<uint32_t, PrivateCaches *> InUse; ///< by thread
  std::array<std::vector<Miss>, 2> LevelMisses; ///< of even and of odd levels
  MissTally ByKey;  ///< since settle, by SiteMisses::keyOf
  MissTally ByPair; ///< since settle, by victim and evictor
  SiteMisses BySite;
  ResidueMisses ByResidue;
  EvictionPairs Evictions;
  MissListener *Listener = nullptr;
  bool Counting = true;
  bool Selected = false; ///< the batch is from a program that selects
};

} // namespace memfacet::caches

#endif
