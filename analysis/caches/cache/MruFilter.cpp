//===- MruFilter.cpp - the MRU lines of all threads -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/MruFilter.h"
#include "analysis/caches/model/CacheLimits.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <utility>

namespace memfacet::caches {

MruFilter::MruFilter(const CacheModel &Model, FilteredSink &Sink,
                     SearchKind Search)
    : Model(Model), Search(Search), Split(bestTouchSplit(Search)), Sink(Sink) {
  MEMFACET_CHECK(bool(checkCacheModel(Model)),
                 "callers report errors in the model");
}

void MruFilter::handOver() {
  FilteredPlace Place = Pending;
  Sink.filtered(Pending);
  Pending.clear();
  static_cast<FilteredPlace &>(Pending) = Place;
}

void MruFilter::flush() {
  Counters.drain([&](StructureId Structure, const AccessCounters &C) {
    if (C.touches() == 0)
      return;
    Pending.Accesses.emplace_back(Structure, C);
    if (Current && Current->Visits)
      // Parts in further lines are known of turns with a visit alone.
      Current->Weights.add(Structure.Value, C.accesses());
  });
  if (!Pending.Changes.empty() || !Pending.Touches.empty() ||
      Pending.VisitedResidues != 0 || !Pending.Accesses.empty() ||
      Pending.Ended)
    handOver();
}

void MruFilter::select(uint8_t Bits) {
  flush();
  Pending.Selected = true;
  Pending.Bits = Bits;
}

MruLines *MruFilter::acquire() {
  // All threads share one first level.
  if (Model.Levels[0].Shared && !All.empty())
    return All.front().get();
  if (!Waiting.empty()) {
    MruLines *Mru = Waiting.back();
    Waiting.pop_back();
    return Mru;
  }
  All.push_back(makeMruLines(Model.Levels[0], Model.LineBytes, Search));
  return All.back().get();
}

/// Hands on the writes of the MRU lines of \p State into the pending batch,
/// which must be of the same thread. The thread has no MRU lines then.
void MruFilter::settle(ThreadState &State) {
  if (!State.Mru)
    return;
  MruOutput Output{Counters, Pending.Changes, Touches, *this};
  State.Mru->settle(Output);
  State.Mru->clear();
  Waiting.push_back(std::exchange(State.Mru, nullptr));
}

/// Does the same at the end of the thread, and says that the batch is its last.
void MruFilter::retire(ThreadState &State) {
  if (Model.Levels[0].Shared || !std::exchange(State.HasCaches, false))
    return;
  settle(State);
  Pending.Ended = true;
  State.Visited.reset();
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

void MruFilter::setVisits(const decode::BatchPlace &B, bool Visits) {
  ThreadState &State = Threads[B.Thread.Value];
  if (!std::exchange(State.Began, true) && Visits)
    State.First = B.Lines;
  LinesValue Turn = Visits ? B.Lines : LinesValue{};
  if (State.Visits == Visits && State.Turn == Turn &&
      State.TurnNumber == B.VisitNumber)
    return;
  if (Current == &State)
    flush(); // its accesses are of the turn before
  bool HasVisit =
      Turn.Visit != 0 && Turn.Visit != BetweenVisits && !Turn.IsRepeated;
  State.Weights.beginTurn(HasVisit ? Turn.Period : 0);
  State.Visits = Visits;
  State.Turn = Turn;
  State.TurnNumber = B.VisitNumber;
  if (Current == &State)
    Pending.Visits = Visits;
}

void MruFilter::threadEnded(ThreadId Thread) {
  // The interval does not matter: nothing is counted.
  bool IsCurrent = Current && Pending.Thread == Thread;
  enter(Thread, IsCurrent ? Pending.Interval : IntervalId(0), Pending.Process);
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

/// Counts the further parts of accesses that stand in \p B as records of their
/// own. Each stands for as many touches as a miss of its line would stand for
/// misses: where the thread visits lines, only those of visits stand for
/// others.
/// \p FindOwner(number of access in B) returns owners.
template <typename OwnerOf>
void MruFilter::countContinued(const decode::BatchPart &B,
                               const TouchedLines &Lines, OwnerOf FindOwner) {
  std::span<const decode::AccessInfo> Infos(&B.Batch.Info[B.Begin], B.size());
  // Without a way out of the loop, it is done with vectors.
  bool HasContinued = false;
  for (const decode::AccessInfo &Info : Infos)
    HasContinued |= Info.isContinued();
  if (!HasContinued) [[likely]]
    return;
  const LinesValue &Turn = B.Batch.Lines;
  bool HasVisits = Turn.Period != 0 && Turn.Bits == Pending.Bits;
  uint64_t ChosenWeight = HasVisits ? 1 : uint64_t(1) << Pending.Bits;
  uint64_t VisitWeight =
      Turn.IsRepeated ? 0 : uint64_t(visits(Turn.Bits)) * Turn.Period;
  for (size_t I = 0; I != Infos.size(); ++I) {
    uint64_t Address = B.Batch.Address[B.Begin + I];
    uint64_t Weight = hasLineOf(Lines.Chosen, Address)    ? ChosenWeight
                      : hasLineOf(Lines.Visited, Address) ? VisitWeight
                                                          : 0;
    if (!Infos[I].isContinued() || Weight == 0)
      continue;
    Counters[FindOwner(I)].ExtraTouches += Weight;
    Touches.add(Infos[I].site(), Weight);
  }
}

void MruFilter::filter(const decode::BatchPart &B, OwnerSource &Owners,
                       size_t Structures) {
  MEMFACET_CHECK(!Pending.Selected || Pending.Bits == 0, "touches are enough");
  MruOutput Output{
      counters(B.Batch.Thread, B.Batch.Interval, B.Batch.Process, Structures),
      Pending.Changes, Touches, *this};
  if (!Pending.Touches.empty())
    handOver(); // changes would come before them
  if (!Current->Mru)
    Current->Mru = acquire();
  Current->HasCaches = true;
  Current->Mru->filter(B, Owners, Output);
  countContinued(B, {AllResidues, 0}, [&](size_t I) {
    return Owners.owner(B.Batch.Address[B.Begin + I]);
  });
  Output.relieve();
}

void MruFilter::touch(const decode::BatchPart &B,
                      std::span<const uint32_t> Owners,
                      const TouchedLines &Lines, size_t Structures) {
  MEMFACET_CHECK(Owners.size() == B.size(), "each access has an owner");
  MEMFACET_CHECK(
      std::ranges::all_of(Owners, [&](uint32_t O) { return O < Structures; }),
      "counters have room for these");
  counters(B.Batch.Thread, B.Batch.Interval, B.Batch.Process, Structures);
  settle(*Current);
  Current->HasCaches = true;
  Visits.clear();
  Visits.makeRoom(B.size());
  Pending.Touches.makeRoom(B.size());
  Split({&B.Batch.Address[B.Begin], &B.Batch.Info[B.Begin], Owners.data(),
         B.size()},
        Lines, Pending.Touches, Visits);
  countContinued(B, Lines, [&](size_t I) { return Owners[I]; });
  if (!Visits.empty())
    visit(B.Batch);
  if (Pending.Touches.size() >= MruOutput::Portion)
    handOver();
}

/// Simulates Visits, the touches of lines that the thread visits.
void MruFilter::visit(const decode::BatchPlace &Place) {
  uint32_t Weight = visits(Place.Lines.Bits) * Place.Lines.Period;
  MEMFACET_CHECK(Weight != 0, "the thread visits lines");
  if (Pending.VisitedResidues != 0 && Pending.VisitedWeight != Weight)
    handOver();
  Pending.VisitedWeight = Weight;
  if (!Current->Visited)
    Current->Visited = std::make_unique<VisitedSets>(
        Model.Levels[0], Current->First == Place.Lines, Search);
  Current->Visited->take(Visits.all(), Place.Lines, Place.VisitNumber,
                         Current->Weights, Pending.Visited, Pending.Uncounted);
  if (Place.Lines.IsRepeated)
    return;
  Pending.VisitedResidues |= visitedLines(Place.Lines.Bits, Place.Lines.Visit);
  if (Pending.Visited.size() >= MruOutput::Portion)
    handOver();
}

} // namespace memfacet::caches
