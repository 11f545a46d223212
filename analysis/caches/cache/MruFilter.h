//===- MruFilter.h - the MRU lines of all threads -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What goes on behind them is Hierarchy.h: it needs only what is handed on
// here, and may run in another thread.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_CACHE_MRUFILTER_H
#define MEMFACET_CACHES_CACHE_MRUFILTER_H

#include "analysis/caches/cache/MruLines.h"
#include "analysis/caches/cache/TouchSplit.h"
#include "analysis/caches/cache/VisitedSets.h"
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>

namespace memfacet::caches {

/// Filters what the caches must be told, and hands it on with the counts of
/// accesses, by thread and interval. Not synchronised: one thread at a time.
class MruFilter final : private ChangeDrain {
public:
  using AccessTable = CounterTable<AccessCounters>;

  /// \p Model must satisfy checkCacheModel.
  MruFilter(const CacheModel &Model, FilteredSink &Sink,
            SearchKind Search = SearchKind::Best);

  /// Takes the accesses of \p B in order. \p Owners names structures below
  /// \p Structures only.
  void filter(const decode::BatchPart &B, OwnerSource &Owners,
              size_t Structures);
  /// Takes those of \p B to \p Lines, each of which is in one line. \p Owners:
  /// theirs, below \p Structures, from the first of \p B on. MRU lines are not
  /// asked any more.
  void touch(const decode::BatchPart &B, std::span<const uint32_t> Owners,
             const TouchedLines &Lines, size_t Structures);
  /// From here on, the thread of \p B visits lines, or does not.
  void setVisits(const decode::BatchPlace &B, bool Visits);
  /// For the accesses of \p Thread in \p Interval and in \p Process, of the
  /// process, which are counted by the caller; with room for \p Structures.
  /// Until the next call.
  CounterTable<AccessCounters> &counters(ThreadId Thread, IntervalId Interval,
                                         IntervalId Process, size_t Structures);
  /// \p Thread's first level goes cold and waits for another thread. What the
  /// thread still does (destructors run late) goes through caches that are cold
  /// again after each switch of threads.
  void threadEnded(ThreadId Thread);
  /// Hands on what was counted so far.
  void flush();
  /// From here on, accesses are to chosen lines alone, one in 2^\p Bits.
  void select(uint8_t Bits);

  /// Of all accesses so far.
  SiteTouches &touches() { return Touches; }

private:
  struct ThreadState {
    MruLines *Mru = nullptr;
    bool HasCaches = false;
    bool Ended = false;
    bool Visits = false;
    /// The visit that the thread began with, if it began with one.
    std::optional<LinesValue> First = std::nullopt;
    bool Began = false;
    std::unique_ptr<VisitedSets> Visited = nullptr;
  };

  void enter(ThreadId Thread, IntervalId Interval, IntervalId Process);
  MruLines *acquire();
  void retire(ThreadState &State);
  void settle(ThreadState &State);
  void visit(const decode::BatchPlace &Place);
  void handOver() override;

  CacheModel Model;
  SearchKind Search;
  TouchSplit *const Split;
  FilteredSink &Sink;
  std::vector<std::unique_ptr<MruLines>> All;
  std::vector<MruLines *> Waiting; ///< cold
  std::unordered_map<uint32_t, ThreadState> Threads;

  ThreadState *Current = nullptr;
  CounterTable<AccessCounters> Counters;
  SiteTouches Touches;
  FilteredBatch Pending;  ///< of Current
  SelectedTouches Visits; ///< of visited lines, for a moment
};

} // namespace memfacet::caches

#endif
