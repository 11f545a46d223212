//===- cache/FirstLevels.h - the first levels of all threads --------------===//
//
// The rules are spelled out in docs/cache-model.md. What goes on behind the
// first levels is OuterLevels.h: it needs only what is handed on here, and may
// run in another thread.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHE_FIRSTLEVELS_H
#define MEMFACET_CACHE_FIRSTLEVELS_H

#include "analysis/cache/FirstLevel.h"
#include <unordered_map>

namespace memfacet {

/// Simulates the first level and counts accesses, by thread and interval. Not
/// synchronised: one thread at a time.
class FirstLevels final : private MissDrain {
public:
  /// \p Model must satisfy checkCacheModel.
  FirstLevels(const CacheModel &Model, FilteredSink &Sink,
              SearchKind Search = SearchKind::Best);

  /// Simulates the accesses of \p B in order. \p Owners names structures below
  /// \p Structures only.
  void simulate(const AccessBatch &B, OwnerSource &Owners, size_t Structures);
  /// \p Thread's first level goes cold and waits for another thread. What the
  /// thread still does (destructors run late) goes through caches that are cold
  /// again after each switch of threads.
  void threadEnded(ThreadId Thread);
  /// Hands on what was counted so far.
  void flush();

  /// Of all that was simulated so far.
  SiteTouches &touches() { return Touches; }

private:
  struct ThreadState {
    FirstLevel *Cache = nullptr;
    bool Ended = false;
  };

  void enter(ThreadId Thread, IntervalId Interval);
  FirstLevel *acquire();
  void retire(ThreadState &State);
  void settle();
  void handOver() override;

  CacheModel Model;
  SearchKind Search;
  FilteredSink &Sink;
  std::vector<std::unique_ptr<FirstLevel>> Caches;
  std::vector<FirstLevel *> Waiting; ///< cold
  std::unordered_map<uint32_t, ThreadState> Threads;

  ThreadState *Current = nullptr;
  CounterTable<AccessCounters> Counters;
  SiteTouches Touches;
  uint64_t Undrained = 0; ///< accesses
  FilteredBatch Pending;  ///< of Current
};

} // namespace memfacet

#endif
