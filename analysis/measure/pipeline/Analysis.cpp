//===- Analysis.cpp - from batches and events to a profile ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/Analysis.h"
#include "analysis/caches/model/CacheLimits.h"
#include "memfacet/Check.h"
#include "memfacet/Windows.h"
#include <algorithm>
#include <utility>

namespace memfacet::measure {

Status Analysis::checkSelected() const {
  Status Selectable = caches::checkSelectable(Model);
  if (!ObserverList.takeSelected() || Options.MissCauses || Options.Outcomes)
    Selectable = makeError("what else is asked for needs every access");
  if (!Selectable)
    return makeError("the program recorded accesses to chosen lines only: {}; "
                     "record it with --complete",
                     Selectable.error().Message);
  return {};
}

void Analysis::batch(const decode::AccessBatch &B) {
  result::ThreadRow &Row = Threads[B.Thread.Value];
  Row.Thread = B.Thread.Value;
  Process = B.Process;
  if (B.Lines.Bits > Lines.bits() || (B.Selected && Stretches.empty()))
      [[unlikely]]
    beginStretch(B);
  if (!Detailed)
    Filter.setVisits(B, Lines.visits(B));
  if (IsInside) {
    Row.Instructions += B.Instructions;
    CountPlace Place{B.Thread, B.Interval, B.Process};
    *Instructions.at(Place.inStreams(), {}) += B.Instructions;
  }
  Clocks[B.Thread.Value] += B.Instructions;
  Memory.advance(B.Instructions);
  Moves.advance(B.Instructions, B.Lines.Bits);
  ObserverList.batch(B);
  if (!B.Heap.empty())
    followAmongHeap(B);
  else if (B.Count != 0 || !B.Marks.empty())
    follow({B, 0, B.Count}, B.Marks);
  if (!B.Moves.empty()) [[unlikely]]
    move(B);
  if (ObserverList.wantRuns()) [[unlikely]]
    rest(B);
  if (Detailed)
    Detailed->advance(B.Instructions);
}

/// Adds movements of lines to threads.
void Analysis::move(const decode::AccessBatch &B) {
  Memory.update();
  auto OwnerOf = [&](uint64_t Address) {
    auto Owner = StructureId(Memory.owner(Address));
    if (Owner == owners::StructureRegistry::Unattributed)
      return Moves.ownerSoFar(Address).value_or(Owner);
    return Owner;
  };
  for (const decode::LineMovement &M : B.Moves)
    Moves.add(M, OwnerOf(M.Address), OwnerOf(M.WriteAddress));
}

/// Follows a batch with events of the heap. Most events are of objects in lines
/// that the thread does not look at: accesses around them are followed
/// together.
void Analysis::followAmongHeap(const decode::AccessBatch &B) {
  decode::HeapEvents::Place Position;
  auto FollowTo = [&](decode::HeapEvents::Place End) {
    auto [Accesses, Marks] = std::exchange(Position, End);
    if (End.Accesses != Accesses || End.Marks != Marks)
      follow({B, Accesses, End.Accesses},
             std::span(B.Marks).subspan(Marks, End.Marks - Marks));
  };
  Memory.heapEvents(B, FollowTo);
  Owners.follow(Memory);
  FollowTo({uint32_t(B.Count), uint32_t(B.Marks.size())});
}

void Analysis::follow(const decode::BatchPart &P,
                      std::span<const decode::StackMark> Marks) {
  Memory.update();
  if (!Lines.areChosen(P.Batch))
    Memory.claimAround(P);
  if (Memory.frames().takesWhole(P, Marks)) [[likely]]
    simulate(P);
  else
    Memory.frames().follow(
        P, Marks, [&](const decode::BatchPart &Part) { simulate(Part); });
}

void Analysis::simulate(const decode::BatchPart &B) {
  size_t Structures = Memory.structures().size();
  caches::MruFilter::AccessTable &Counters = Filter.counters(
      B.Batch.Thread, B.Batch.Interval, B.Batch.Process, Structures);
  if (ObserverList.takeSelected() && Lines.haveOneLine(B.Batch)) [[likely]]
    return touch(B, Structures);
  if (B.Batch.Selected) {
    learn(B);
  } else {
    bool Watched = !AccessOwners.empty() && Stretches.empty();
    Owners.add(B, Memory, Counters, Watched ? AccessOwners.data() : nullptr);
    if (Watched) [[unlikely]]
      watch({B, AccessOwners.data(), Structures}, Counters);
    Steps.add(B, Memory);
  }
  if (Detailed)
    return;
  if (Lines.bits() == 0) {
    Filter.filter(B, Memory, Structures);
    return watchChosen(B, {});
  }
  Lines.take(B, [&](const decode::BatchPart &Chosen) {
    std::span<const uint32_t> PartOwners = ownersOf(Chosen);
    Filter.touch(Chosen, PartOwners, {AllResidues, 0}, Structures);
    watchChosen(Chosen, PartOwners);
  });
  Lines.takeVisited(B, [&](const decode::BatchPart &Visited) {
    Filter.touch(Visited, ownersOf(Visited), {0, AllResidues}, Structures);
  });
}

/// Simulates the usual batch of a program that selects: records of lines that
/// the thread looks at. It is split into parts, so that the data of a part stay
/// in the nearest cache.
void Analysis::touch(const decode::BatchPart &B, size_t Structures) {
  constexpr size_t PartSize = 256;
  Steps.interrupt();
  caches::TouchedLines Touched = {Lines.chosen(), Lines.visited(B.Batch)};
  // A record that was under way when the thread chose other lines comes later:
  // it may be to one of the lines before.
  if (Lines.areChosen(B.Batch))
    Touched = {AllResidues, 0};
  for (decode::BatchPart P = B; P.Begin != B.End; P.Begin = P.End) {
    P.End = std::min(P.Begin + PartSize, B.End);
    std::span<const uint32_t> PartOwners = ownersOf(P);
    Selected.add(P, PartOwners);
    if (!Detailed)
      Filter.touch(P, PartOwners, Touched, Structures);
    if (ObserverList.takeChosen()) [[unlikely]]
      watchTouched(P, PartOwners);
  }
}

/// Returns the owners of \p B, valid until the next call.
std::span<const uint32_t> Analysis::ownersOf(const decode::BatchPart &B) {
  TouchOwners.resize(decode::AccessBatch::Capacity);
  Memory.accessOwners(B, TouchOwners.data());
  return std::span(TouchOwners).first(B.size());
}

/// Learns from selected accesses, which are counted elsewhere. A long window
/// teaches no more than a short one, so its begin is enough; observers get all.
void Analysis::learn(const decode::BatchPart &B) {
  if (B.Batch.WindowBegins && B.Begin == 0) {
    ThreadWindows &Windows = WindowsOf[B.Batch.Thread.Value];
    Windows = {Windows.Begun + 1, 0};
  }
  if (B.Batch.Slot != NoSlot && ObserverList.takeWindows()) {
    std::span<const uint32_t> PartOwners = watchWindow(B);
    if (!isNearBegin(B)) {
      Steps.interrupt();
      return Selected.add(B, PartOwners);
    }
  }
  Selected.add(B, Memory);
  if (!B.Batch.Window || (B.Batch.WindowBegins && B.Begin == 0))
    Steps.interrupt();
  if (!B.Batch.Window)
    return;
  for (size_t I = B.Begin; I != B.End; ++I)
    Steps.addSelected(B.Batch.Address[I], B.Batch.Info[I].site(),
                      B.Batch.Info[I].size(), B.Batch.Thread, Memory);
  if (Lines.bits() != 0)
    learnChanges(B);
}

/// Returns whether \p B is where a short window would be, in a long one, and
/// counts its accesses.
bool Analysis::isNearBegin(const decode::BatchPart &B) {
  ThreadWindows &Windows = WindowsOf[B.Batch.Thread.Value];
  Windows.Accesses += B.size();
  return Windows.Accesses <=
         (Windows.Begun == 1 ? FirstWindowAccesses : LaterWindowAccesses);
}

/// Passes accesses of a long window to observers. Returns their owners, valid
/// until the next call.
std::span<const uint32_t> Analysis::watchWindow(const decode::BatchPart &B) {
  Memory.accessOwners(B, AccessOwners.data() + B.Begin);
  ObserverList.windowAccesses(
      {B, AccessOwners.data(), Memory.structures().size()});
  return std::span(AccessOwners).subspan(B.Begin, B.size());
}

void Analysis::learnChanges(const decode::BatchPart &B) {
  uint32_t Thread = B.Batch.Thread.Value;
  if (B.Batch.WindowBegins && B.Begin == 0)
    InWindows.begin(Thread);
  if (!IsInside)
    return;
  for (size_t I = B.Begin; I != B.End; ++I)
    InWindows.add(
        Thread,
        Memory.accessOwner(SiteId(B.Batch.Info[I].site()), B.Batch.Address[I]),
        B.Batch.Address[I], B.Batch.Info[I].size(), Lines.bits());
}

/// Begins a stretch: the program selects, and fewer lines are chosen from here
/// on, in all threads.
void Analysis::beginStretch(const decode::BatchPlace &Place) {
  uint64_t Clock = 0;
  for (auto [Thread, Instructions] : Clocks)
    Clock += Instructions;
  Stretches.push_back({Clock, Place.Lines.Bits});
  Lines.choose(Place.Lines.Bits);
  Memory.choose(Place.Lines.Bits);
  Filter.select(Place.Lines.Bits);
  ObserverList.choose(Place.Lines.Bits);
}

/// Passes accesses to chosen lines to observers, if there are any. \p
/// PartOwners has their owners, or nothing.
void Analysis::watchChosen(const decode::BatchPart &B,
                           std::span<const uint32_t> PartOwners) {
  if (!ObserverList.takeChosen() || Stretches.empty()) [[likely]]
    return;
  if (PartOwners.empty())
    Memory.accessOwners(B, AccessOwners.data() + B.Begin);
  else
    std::ranges::copy(PartOwners, AccessOwners.begin() + B.Begin);
  ObserverList.chosenAccesses(
      {B, AccessOwners.data(), Memory.structures().size()});
}

/// Passes those of \p B to observers that are to chosen lines. Each access is
/// in one line, and \p PartOwners has the owners.
void Analysis::watchTouched(const decode::BatchPart &B,
                            std::span<const uint32_t> PartOwners) {
  if (Lines.bits() == 0)
    return watchChosen(B, PartOwners);
  decode::BatchPart Chosen = Lines.chosenOf(B, PartOwners, AccessOwners);
  if (Chosen.size() != 0)
    ObserverList.chosenAccesses(
        {Chosen, AccessOwners.data(), Memory.structures().size()});
}

/// Passes on runs that begin after the last access of \p B.
void Analysis::rest(const decode::AccessBatch &B) {
  ObserverList.rest(
      {{B, B.Count, B.Count}, AccessOwners.data(), Memory.structures().size()});
}

/// Passes accesses to Detailed and to observers.
void Analysis::watch(OwnedPart P, caches::MruFilter::AccessTable &Counters) {
  if (Detailed)
    P.Outcomes = Detailed->accesses(P, Counters, Filter.touches());
  ObserverList.accesses(P);
}

void Analysis::executed(ThreadId Thread, IntervalId Interval,
                        std::span<const decode::SiteExecutions> Sites) {
  Owners.executed(Sites, Filter.counters(Thread, Interval, Process,
                                         Memory.structures().size()));
}

void Analysis::counted(ThreadId Thread, IntervalId Interval,
                       std::span<const decode::SiteExecutions> Sites) {
  Memory.update();
  LastCounted = {Thread, Interval, Process};
  give(Thread, Interval, Selected.counted(Thread, Sites, Memory));
}

void Analysis::give(ThreadId Thread, IntervalId Interval,
                    std::span<const SelectedAccesses::Share> Shares) {
  // Counters overflow at 2^32.
  constexpr uint64_t Most = uint64_t(1) << 30;
  for (auto [Structure, Write, Accesses] : Shares)
    while (Accesses != 0) {
      uint64_t Part = std::min(Accesses, Most);
      if (CountedAccesses + Part > Most) {
        Filter.flush();
        CountedAccesses = 0;
      }
      CountedAccesses += Part;
      Accesses -= Part;
      caches::MruFilter::AccessTable &Counters = Filter.counters(
          Thread, Interval, Process, Memory.structures().size());
      Counters[Structure].Operations +=
          Part * caches::AccessCounters::operation(Write);
    }
}

/// Adds accesses whose structures were not known before the end. They count
/// where something was counted last.
void Analysis::giveRest() {
  std::span<const SelectedAccesses::Share> Shares = Selected.rest();
  if (Shares.empty())
    return;
  Caches.count(true);
  give(LastCounted.Thread, LastCounted.Interval, Shares);
  settleCaches();
  updateCounting();
}

} // namespace memfacet::measure
