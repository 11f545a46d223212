//===- cache/FrontFilter.cpp - the fronts of all threads ------------------===//

#include "analysis/cache/FrontFilter.h"
#include <utility>

namespace memfacet {

FrontFilter::FrontFilter(const CacheModel &Model, FilteredSink &Sink,
                         SearchKind Search)
    : Model(Model), Search(Search), Sink(Sink) {}

void FrontFilter::handOver() {
  ThreadId Thread = Pending.Thread;
  IntervalId Interval = Pending.Interval;
  size_t Structures = Pending.Structures;
  Sink.filtered(Pending);
  Pending.clear();
  Pending.Structures = Structures;
  Pending.Thread = Thread;
  Pending.Interval = Interval;
}

void FrontFilter::settle() {
  Counted To{Counters, Pending.Changes, Touches, *this};
  if (Current && Current->Its)
    Current->Its->settle(To);
}

void FrontFilter::flush() {
  settle();
  Counters.drain([&](StructureId Structure, const AccessCounters &C) {
    if (C.touches() != 0)
      Pending.Accesses.emplace_back(Structure, C);
  });
  Undrained = 0;
  if (!Pending.Changes.empty() || !Pending.Accesses.empty() || Pending.Ended)
    handOver();
}

Fronts *FrontFilter::acquire() {
  // A shared first level is one for all.
  if (Model.Levels[0].Shared && !All.empty())
    return All.front().get();
  if (!Waiting.empty()) {
    Fronts *Its = Waiting.back();
    Waiting.pop_back();
    return Its;
  }
  All.push_back(makeFronts(Model.Levels[0], Model.LineBytes, Search));
  return All.back().get();
}

/// Into the pending batch, which must be of the same thread.
void FrontFilter::retire(ThreadState &State) {
  if (!State.Its || Model.Levels[0].Shared)
    return;
  settle();
  Pending.Ended = true;
  State.Its->clear();
  Waiting.push_back(std::exchange(State.Its, nullptr));
}

void FrontFilter::enter(ThreadId Thread, IntervalId Interval) {
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

void FrontFilter::threadEnded(ThreadId Thread) {
  // Its last interval does not matter: nothing is counted.
  enter(Thread,
        Current && Pending.Thread == Thread ? Pending.Interval : IntervalId(0));
  Current->Ended = true;
  flush();
  retire(*Current);
  flush();
  Current = nullptr;
}

void FrontFilter::filter(const AccessBatch &B, OwnerSource &Owners,
                         size_t Structures) {
  enter(B.Thread, B.Interval);
  if (Undrained + B.Count > MaxUndrainedAccesses)
    flush();
  Undrained += B.Count;
  if (!Current->Its)
    Current->Its = acquire();
  Counters.resize(Structures);
  Pending.Structures = Structures;
  Counted To{Counters, Pending.Changes, Touches, *this};
  Current->Its->filter(B, Owners, To);
  To.relieve();
}

} // namespace memfacet
