//===- MruFilter.h - the MRU lines of all threads -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hierarchy.h simulates the sets. It needs only the batches that are handed on
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

/// Hands on the accesses that may change a cache, and the counts of all
/// accesses, by thread and interval. Not synchronised: one thread at a time.
class MruFilter final : private ChangeDrain {
public:
  using AccessTable = CounterTable<AccessCounters>;

  /// \p Model must satisfy checkCacheModel.
  MruFilter(const CacheModel &Model, FilteredSink &Sink,
            SearchKind Search = SearchKind::Best);

  /// Takes the accesses of \p B in order. All structures of \p Owners are below
  /// \p Structures.
  void filter(const decode::BatchPart &B, OwnerSource &Owners,
              size_t Structures);
  /// Takes the accesses of \p B to \p Lines, each of which is in one line. \p
  /// Owners has the structures of all accesses of \p B, below \p Structures.
  /// From here on, MRU lines are not used.
  void touch(const decode::BatchPart &B, std::span<const uint32_t> Owners,
             const TouchedLines &Lines, size_t Structures);
  /// Sets whether the thread of \p B visits lines from here on.
  void setVisits(const decode::BatchPlace &B, bool Visits);
  /// Returns the counters for accesses of \p Thread in its \p Interval and in
  /// the interval \p Process of the process, which the caller counts. They have
  /// room for \p Structures, and are valid until the next call.
  CounterTable<AccessCounters> &counters(ThreadId Thread, IntervalId Interval,
                                         IntervalId Process, size_t Structures);
  /// Empties the first level of \p Thread and keeps it for another thread. What
  /// the thread still does (destructors run late) goes through caches that are
  /// emptied at each switch of threads.
  void threadEnded(ThreadId Thread);
  /// Hands on the pending batch.
  void flush();
  /// Says that, from here on, all accesses are to chosen lines, one in 2^\p
  /// Bits.
  void select(uint8_t Bits);

  /// Returns the extra touches of all accesses so far.
  SiteTouches &touches() { return Touches; }

private:
  struct ThreadState {
    MruLines *Mru = nullptr;
    bool HasCaches = false;
    bool Ended = false;
    bool Visits = false;
    /// The visit and the number of the present turn, or of time without one.
    LinesValue Turn = {};
    uint32_t TurnNumber = 0;
    TurnWeights Weights = {};
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
  template <typename OwnerOf>
  void countContinued(const decode::BatchPart &B, const TouchedLines &Lines,
                      OwnerOf FindOwner);
  void handOver() override;

  CacheModel Model;
  SearchKind Search;
  TouchSplit *const Split;
  FilteredSink &Sink;
  std::vector<std::unique_ptr<MruLines>> All;
  std::vector<MruLines *> Waiting; ///< empty, to be reused
  std::unordered_map<uint32_t, ThreadState> Threads;

  ThreadState *Current = nullptr;
  CounterTable<AccessCounters> Counters;
  SiteTouches Touches;
  FilteredBatch Pending;  ///< of Current
  SelectedTouches Visits; ///< touches of visited lines, while touch runs
};

} // namespace memfacet::caches

#endif
