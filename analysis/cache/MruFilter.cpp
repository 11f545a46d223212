//===- MruFilter.cpp - the MRU lines of all threads -----------------------===//

#include "analysis/cache/MruFilter.h"
#include <utility>

namespace memfacet {

MruFilter::MruFilter(const CacheModel &Model, FilteredSink &Sink,
                     SearchKind Search)
    : Model(Model), Search(Search), Sink(Sink) {}

void MruFilter::show() {
  std::span<const MruChange> All = Pending.Changes.all();
  if (InChanges && See && Shown != All.size())
    See(Pending.Thread, All.subspan(Shown), Pending.Structures);
  Shown = All.size();
}

void MruFilter::endChanges() {
  show();
  InChanges = false;
}

void MruFilter::handOver() {
  show();
  Shown = 0;
  ThreadId Thread = Pending.Thread;
  IntervalId Interval = Pending.Interval, Process = Pending.Process;
  size_t Structures = Pending.Structures;
  Sink.filtered(Pending);
  Pending.clear();
  Pending.Structures = Structures;
  Pending.Thread = Thread;
  Pending.Interval = Interval;
  Pending.Process = Process;
}

void MruFilter::flush() {
  if (Misses)
    Misses->handOver(Pending);
  Counters.drain([&](StructureId Structure, const AccessCounters &C) {
    if (C.touches() != 0 || C.Writebacks != 0)
      Pending.Accesses.emplace_back(Structure, C);
  });
  if (!Pending.Changes.empty() || !Pending.Misses.empty() ||
      !Pending.MissCounts.empty() || !Pending.Handed.empty() ||
      !Pending.Accesses.empty() || Pending.Ended)
    handOver();
}

MruLines *MruFilter::acquire() {
  // A shared first level is one for all.
  if (Model.Levels[0].Shared && !All.empty())
    return All.front().get();
  if (!Waiting.empty()) {
    MruLines *Its = Waiting.back();
    Waiting.pop_back();
    return Its;
  }
  All.push_back(makeMruLines(Model.Levels[0], Model.LineBytes, Search));
  return All.back().get();
}

/// Into the pending batch, which must be of the same thread.
void MruFilter::retire(ThreadState &State) {
  if (Model.Levels[0].Shared)
    return;
  Pending.Ended |= State.Filtered;
  if (!State.Its)
    return;
  Counted To{Counters, Pending.Changes, Touches, *this, Pending};
  State.Its->settle(To);
  Pending.Ended = true;
  State.Its->clear();
  State.Used = false;
  Waiting.push_back(std::exchange(State.Its, nullptr));
}

void MruFilter::enter(ThreadId Thread, IntervalId Interval,
                      IntervalId Process) {
  if (Current && Pending.Thread == Thread && Pending.Interval == Interval &&
      Pending.Process == Process)
    return;
  if (Current) {
    if (Current->Ended && Pending.Thread != Thread)
      retire(*Current);
    flush();
  }
  Current = &Threads[Thread.Value];
  Pending.Thread = Thread;
  Pending.Interval = Interval;
  Pending.Process = Process;
}

void MruFilter::threadEnded(ThreadId Thread, std::vector<CacheWord> Dirty) {
  // Its last interval does not matter: nothing is counted.
  bool Same = Current && Pending.Thread == Thread;
  enter(Thread, Same ? Pending.Interval : IntervalId(0), Pending.Process);
  Current->Ended = true;
  flush();
  retire(*Current);
  Pending.Dirty = std::move(Dirty);
  flush();
  Current = nullptr;
}

CounterTable<AccessCounters> &MruFilter::counters(ThreadId Thread,
                                                  IntervalId Interval,
                                                  IntervalId Process,
                                                  size_t Structures) {
  enter(Thread, Interval, Process);
  Counters.resize(Structures);
  Pending.Structures = Structures;
  return Counters;
}

void MruFilter::filter(const BatchPart &B, OwnerSource &Owners,
                       size_t Structures) {
  Counted To{counters(B.Of.Thread, B.Of.Interval, B.Of.Process, Structures),
             Pending.Changes, Touches, *this, Pending};
  if (!Current->Its)
    Current->Its = acquire();
  Current->Used = true;
  Current->Its->filter(B, Owners, To);
  To.relieve();
}

Counted MruFilter::changes(const BatchPlace &Of, size_t Structures) {
  Counted To{counters(Of.Thread, Of.Interval, Of.Process, Structures),
             Pending.Changes, Touches, *this, Pending};
  if (Current->Used) {
    // The program knows nothing of those lines.
    Current->Its->settle(To);
    Current->Its->clear();
    Current->Used = false;
  }
  Current->Filtered = true;
  InChanges = true;
  Shown = Pending.Changes.size();
  return To;
}

} // namespace memfacet
