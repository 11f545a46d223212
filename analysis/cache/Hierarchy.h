//===- cache/Hierarchy.h - all caches of the simulated machine ------------===//
//
// The rules are spelled out in docs/cache-model.md. Private levels exist once
// per running thread and are kept for reuse when it ends, so that memory grows
// with the threads that run at once, not with those that ever ran.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHE_HIERARCHY_H
#define MEMFACET_CACHE_HIERARCHY_H

#include "analysis/cache/CounterTable.h"
#include "analysis/cache/LevelStore.h"
#include "analysis/decode/Batch.h"
#include <array>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace memfacet {

/// Not synchronised: one thread at a time.
class Hierarchy {
public:
  /// \p Model must satisfy checkCacheModel.
  explicit Hierarchy(const CacheModel &Model,
                     SearchKind Search = SearchKind::Best);
  ~Hierarchy();

  /// Simulates the accesses of \p B in order. \p Owners holds the structure of
  /// each, by number, and \p Counters has room for all of them.
  void simulate(const AccessBatch &B, std::span<const uint32_t> Owners,
                CounterTable &Counters);

  /// \p Thread's private caches go cold and wait for another thread: their
  /// dirty lines become dirty in the nearest shared level that holds them, no
  /// write-back is counted. What the thread still does (destructors run late)
  /// goes through caches that are cold again after each switch of threads.
  void threadEnded(ThreadId Thread);

  size_t levels() const { return Model.Levels.size(); }
  /// Sets of private caches that exist, in use or waiting.
  size_t privateSets() const { return Private.size(); }

private:
  /// The caches one thread goes through, from the core outwards.
  struct Path {
    std::array<LevelStore *, MaxCacheLevels> Levels;
  };
  struct PrivateCaches;

  struct ThreadState {
    PrivateCaches *Caches = nullptr;
    bool Ended = false;
  };

  Path &pathOf(ThreadId Thread);
  PrivateCaches *acquire();
  void retire(ThreadState &State);
  void touch(Path &P, CacheWord W, uint32_t Owner, CounterTable &Counters);
  void miss(Path &P, CacheWord W, uint32_t Owner, CounterTable &Counters);
  void writeBack(Path &P, size_t Level, CacheWord Victim,
                 CounterTable &Counters);

  CacheModel Model;
  SearchKind Search;
  unsigned LineShift;
  size_t SharedFrom; ///< number of the first shared level
  std::vector<std::unique_ptr<LevelStore>> Shared;
  std::vector<std::unique_ptr<PrivateCaches>> Private;
  std::vector<PrivateCaches *> Waiting; ///< cold
  std::unordered_map<uint32_t, ThreadState> Threads;
  ThreadId CurrentThread;
  ThreadState *Current = nullptr;
};

} // namespace memfacet

#endif
