//===- MruFilter.h - the MRU lines of all threads -------------------------===//
//
// What goes on behind them is Hierarchy.h: it needs only what is handed on
// here, and may run in another thread.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHE_MRUFILTER_H
#define MEMFACET_CACHE_MRUFILTER_H

#include "analysis/cache/MruLines.h"
#include <functional>
#include <unordered_map>

namespace memfacet {

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
  void filter(const BatchPart &B, OwnerSource &Owners, size_t Structures);
  /// For the accesses of \p Thread in \p Interval and in \p Process, of the
  /// process, which are counted by the caller; with room for \p Structures.
  /// Until the next call.
  CounterTable<AccessCounters> &counters(ThreadId Thread, IntervalId Interval,
                                         IntervalId Process, size_t Structures);
  /// For changes of the thread of \p Of that were filtered in the program, in
  /// order, and their counts; with room for \p Structures. Until the next call.
  Counted changes(const BatchPlace &Of, size_t Structures);
  /// What changes() was called for is done.
  void endChanges();
  /// \p See is shown these changes, at the latest at their end.
  using SeeChanges =
      std::function<void(ThreadId, std::span<const MruChange>, size_t)>;
  void showTo(SeeChanges Whom) { See = std::move(Whom); }
  /// \p Thread's first level goes cold and waits for another thread. What the
  /// thread still does (destructors run late) goes through caches that are cold
  /// again after each switch of threads.
  /// \p Dirty: words of the first level in the program, if there was one.
  void threadEnded(ThreadId Thread, std::vector<CacheWord> Dirty = {});
  /// Hands on what was counted so far.
  void flush();
  /// \p Counter is asked for its misses before a stretch ends.
  void ask(MissCounter &Counter) { Misses = &Counter; }

  /// Of all accesses so far.
  SiteTouches &touches() { return Touches; }

private:
  struct ThreadState {
    MruLines *Its = nullptr;
    bool Used = false;     ///< Its may have lines
    bool Filtered = false; ///< changes came that were filtered in the program
    bool Ended = false;
  };

  void enter(ThreadId Thread, IntervalId Interval, IntervalId Process);
  MruLines *acquire();
  void retire(ThreadState &State);
  void show();
  void handOver() override;

  CacheModel Model;
  SearchKind Search;
  FilteredSink &Sink;
  std::vector<std::unique_ptr<MruLines>> All;
  std::vector<MruLines *> Waiting; ///< cold
  std::unordered_map<uint32_t, ThreadState> Threads;

  MissCounter *Misses = nullptr;
  ThreadState *Current = nullptr;
  CounterTable<AccessCounters> Counters;
  SiteTouches Touches;
  FilteredBatch Pending;  ///< of Current
  SeeChanges See;         ///< or null
  bool InChanges = false; ///< between changes() and endChanges()
  /// Of Pending.Changes: they are shown, or were not filtered in the program.
  size_t Shown = 0;
};

} // namespace memfacet

#endif
