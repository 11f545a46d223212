//===- cache/FirstLevels.cpp - the first levels of all threads ------------===//

#include "analysis/cache/FirstLevels.h"
#include <utility>

namespace memfacet {

FirstLevels::FirstLevels(const CacheModel &Model, FilteredSink &Sink,
                         SearchKind Search)
    : Model(Model), Search(Search), Sink(Sink) {
  Pending.Misses.reserve(Counted::Portion + AccessBatch::Capacity);
}

void FirstLevels::handOver() {
  ThreadId Thread = Pending.Thread;
  IntervalId Interval = Pending.Interval;
  size_t Structures = Pending.Structures;
  Sink.filtered(Pending);
  Pending.clear();
  Pending.Structures = Structures;
  Pending.Thread = Thread;
  Pending.Interval = Interval;
}

void FirstLevels::settle() {
  Counted To{Counters, Pending.Misses, Touches, *this};
  if (Current && Current->Cache)
    Current->Cache->settle(To);
}

void FirstLevels::flush() {
  settle();
  Counters.drain([&](StructureId Structure, const AccessCounters &C) {
    if (C.touches() != 0)
      Pending.Accesses.emplace_back(Structure, C);
  });
  Undrained = 0;
  if (!Pending.Misses.empty() || !Pending.Accesses.empty() || Pending.Ended)
    handOver();
}

FirstLevel *FirstLevels::acquire() {
  // A shared first level is one for all.
  if (Model.Levels[0].Shared && !Caches.empty())
    return Caches.front().get();
  if (!Waiting.empty()) {
    FirstLevel *Cache = Waiting.back();
    Waiting.pop_back();
    return Cache;
  }
  Caches.push_back(makeFirstLevel(Model.Levels[0], Model.LineBytes, Search));
  return Caches.back().get();
}

/// Into the pending batch, which must be of the same thread.
void FirstLevels::retire(ThreadState &State) {
  if (!State.Cache || Model.Levels[0].Shared)
    return;
  settle();
  Pending.Ended = true;
  State.Cache->takeDirty(Pending.Dirty);
  Waiting.push_back(std::exchange(State.Cache, nullptr));
}

void FirstLevels::enter(ThreadId Thread, IntervalId Interval) {
  if (Current && Pending.Thread == Thread && Pending.Interval == Interval)
    return;
  if (Current) {
    if (Current->Ended && Pending.Thread != Thread)
      retire(*Current);
    flush();
  }
  Current = &Threads[Thread.Value];
  Pending.Thread = Thread;
  Pending.Interval = Interval;
}

void FirstLevels::threadEnded(ThreadId Thread) {
  // Its last interval does not matter: nothing is counted.
  enter(Thread,
        Current && Pending.Thread == Thread ? Pending.Interval : IntervalId(0));
  Current->Ended = true;
  flush();
  retire(*Current);
  flush();
  Current = nullptr;
}

void FirstLevels::simulate(const AccessBatch &B, OwnerSource &Owners,
                           size_t Structures) {
  enter(B.Thread, B.Interval);
  if (Undrained + B.Count > MaxUndrainedAccesses)
    flush();
  Undrained += B.Count;
  if (!Current->Cache)
    Current->Cache = acquire();
  Counters.resize(Structures);
  Pending.Structures = Structures;
  Counted To{Counters, Pending.Misses, Touches, *this};
  Current->Cache->filter(B, Owners, To);
  To.relieve();
}

} // namespace memfacet
