//===- MruFilter.cpp - the MRU lines of all threads -----------------------===//

#include "analysis/cache/MruFilter.h"
#include <cassert>
#include <utility>

namespace memfacet {

MruFilter::MruFilter(const CacheModel &Model, FilteredSink &Sink,
                     SearchKind Search)
    : Model(Model), Search(Search), Sink(Sink) {}

void MruFilter::handOver() {
  FilteredPlace Place = Pending;
  Sink.filtered(Pending);
  Pending.clear();
  static_cast<FilteredPlace &>(Pending) = Place;
}

void MruFilter::flush() {
  Counters.drain([&](StructureId Structure, const AccessCounters &C) {
    if (C.touches() != 0)
      Pending.Accesses.emplace_back(Structure, C);
  });
  if (!Pending.Changes.empty() || Pending.VisitedResidues != 0 ||
      !Pending.Accesses.empty() || Pending.Ended)
    handOver();
}

void MruFilter::select(uint8_t Bits) {
  flush();
  Pending.Selected = true;
  Pending.Bits = Bits;
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
  if (Model.Levels[0].Shared || !State.Its)
    return;
  Counted To{Counters, Pending.Changes, Touches, *this};
  State.Its->settle(To);
  Pending.Ended = true;
  State.Its->clear();
  State.Visited.reset();
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
  Pending.Visits = Current->Visits;
  Pending.Thread = Thread;
  Pending.Interval = Interval;
  Pending.Process = Process;
}

void MruFilter::setVisits(const BatchPlace &B, bool Visits) {
  ThreadState &State = Threads[B.Thread.Value];
  if (!std::exchange(State.Began, true) && Visits)
    State.First = B.Lines;
  if (std::exchange(State.Visits, Visits) == Visits)
    return;
  if (Current != &State)
    return;
  flush();
  Pending.Visits = Visits;
}

void MruFilter::threadEnded(ThreadId Thread) {
  // Its last interval does not matter: nothing is counted.
  bool Same = Current && Pending.Thread == Thread;
  enter(Thread, Same ? Pending.Interval : IntervalId(0), Pending.Process);
  Current->Ended = true;
  flush();
  retire(*Current);
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
             Pending.Changes, Touches, *this};
  if (!Current->Its)
    Current->Its = acquire();
  Current->Its->filter(B, Owners, To);
  To.relieve();
}

void MruFilter::visit(const BatchPart &B, OwnerSource &Owners,
                      size_t Structures) {
  counters(B.Of.Thread, B.Of.Interval, B.Of.Process, Structures);
  uint32_t Weight = visits(B.Of.Lines.Bits) * B.Of.Lines.Period;
  assert(Weight != 0 && "the thread visits lines");
  if (!Pending.Visited.empty() && Pending.VisitedWeight != Weight)
    handOver();
  Pending.VisitedWeight = Weight;
  if (!Current->Visited)
    Current->Visited = std::make_unique<VisitedSets>(
        Model.Levels[0], Current->First == B.Of.Lines);
  Current->Visited->take(B, Owners, Pending.Visited);
  Pending.VisitedResidues |= visitedLines(B.Of.Lines.Bits, B.Of.Lines.Visit);
  if (Pending.Visited.size() >= Counted::Portion)
    handOver();
}

} // namespace memfacet
