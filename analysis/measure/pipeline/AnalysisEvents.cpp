//===- AnalysisEvents.cpp - handles the events of an analysis -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/measure/pipeline/Analysis.h"
#include "memfacet/Check.h"

namespace memfacet::measure {

void Analysis::programStarted(const decode::Event &E) {
  if (E.Payload.size() < 2)
    return;
  ProcessId = E.Payload[0];
  std::span<const uint64_t> Words = E.Payload.subspan(2);
  uint64_t Bytes = std::min<uint64_t>(E.Payload[1], Words.size_bytes());
  std::string_view Text(reinterpret_cast<const char *>(Words.data()), Bytes);
  Arguments.clear();
  while (!Text.empty()) {
    size_t End = Text.find('\0');
    Arguments.emplace_back(Text.substr(0, End));
    Text.remove_prefix(End == Text.npos ? Text.size() : End + 1);
  }
  if (Arguments.empty())
    return;
  Program = std::move(Arguments.front());
  Arguments.erase(Arguments.begin());
}

void Analysis::addMarker(result::MarkerKind Kind, const decode::Event &E,
                         std::string_view Name) {
  if (Markers.size() == MaxMarkers) {
    ++LeftOutMarkers;
    return;
  }
  Markers.push_back({Kind, E.Thread.Value, Clocks[E.Thread.Value],
                     std::string(Name.substr(0, MaxNameBytes))});
}

/// Begins or ends the region of interest. The caches are simulated outside of
/// it, too: it begins with warm caches.
void Analysis::interest(const decode::Event &E) {
  bool Begins = E.Argument != 0;
  if (Begins ? IsInside && HasInterest : !IsInside)
    return;
  addMarker(Begins ? result::MarkerKind::InterestBegin
                   : result::MarkerKind::InterestEnd,
            E);
  settleCaches();
  // An end without a beginning: the region began with the program.
  if (Begins && !HasInterest) {
    Caches.forgetCounts();
    Filter.touches().clear();
    Owners.clear();
    Selected.clear();
    InWindows.clear();
    Steps.clear();
    Shared.clear();
    Mapped.clear();
    Moves.forgetCounts();
    ObserverList.forgetCounts();
    if (Detailed)
      Detailed->forgetCounts();
    for (auto &[Number, Row] : Threads)
      Row.Instructions = 0;
    Instructions.clear();
  }
  HasInterest = true;
  IsInside = Begins;
  updateCounting();
}

/// Brings the caches up to date with all that happened so far.
void Analysis::settleCaches() {
  Filter.flush();
  if (Queue)
    Queue->settle();
  if (Detailed)
    Detailed->flush();
}

void Analysis::updateCounting() {
  Caches.count(IsInside);
  Filter.touches().count(IsInside);
  Owners.count(IsInside);
  Selected.count(IsInside);
  Steps.count(IsInside);
  Moves.count(IsInside);
  ObserverList.count(IsInside && !Skipping);
  if (Detailed)
    Detailed->count(IsInside);
}

/// Marks a gap: no step may lead across it.
void Analysis::skipping(bool Skips) {
  Skipping = Skips;
  Steps.interrupt();
  ObserverList.count(IsInside && !Skips);
}

/// Follows the start, the creation, the join and the end of threads.
void Analysis::threadEvent(const decode::Event &E) {
  switch (E.Kind) {
  case EventKind::ThreadStart: {
    result::ThreadRow &Row = Threads[E.Thread.Value];
    Row.Thread = E.Thread.Value;
    Row.Parent = E.Argument;
    Shared.beginThread(E.Thread);
    break;
  }
  case EventKind::ThreadCreate:
    // It may run from now on, though the system has let it wait in this run.
    Shared.beginThread(ThreadId(E.Argument));
    break;
  case EventKind::ThreadJoin:
    Shared.joinThread(ThreadId(E.Argument));
    break;
  case EventKind::ThreadEnd:
    Filter.threadEnded(E.Thread);
    Shared.leaveThread(E.Thread);
    InWindows.end(E.Thread.Value);
    if (Detailed)
      Detailed->threadEnded(E.Thread);
    break;
  default:
    MEMFACET_CHECK(false, "it is an event of a thread");
  }
}

void Analysis::event(const decode::Event &E) {
  if (!ObserverList.empty())
    ObserverList.event(E);
  // No other part of the analysis looks at these events.
  if (decode::isHeapEvent(E.Kind)) [[likely]] {
    Memory.heapEvent(E);
    Owners.follow(Memory);
    return;
  }
  if (isOrdered(E.Kind))
    Shared.noteOrderedEvent(E.Thread);
  Counted.event(E);
  switch (E.Kind) {
  case EventKind::Phase:
    addMarker(result::MarkerKind::Phase, E, decode::textIn(E, 0));
    break;
  case EventKind::Interest:
    interest(E);
    break;
  case EventKind::Program:
    programStarted(E);
    break;
  case EventKind::ThreadStart:
  case EventKind::ThreadCreate:
  case EventKind::ThreadJoin:
  case EventKind::ThreadEnd:
    threadEvent(E);
    break;
  case EventKind::Module:
  case EventKind::TableData:
    // Globals are added when the next batch is taken, after the batch was
    // expanded.
    Owners.forgetObjects();
    break;
  case EventKind::ModuleUnload:
    Memory.update();
    Selected.beforeUnload(Memory);
    break;
  case EventKind::Mapping:
  case EventKind::Unmap:
    Mapped.event(E);
    break;
  default:
    break;
  }
  Selected.event(E);
  Memory.event(E);
  Owners.follow(Memory);
}

} // namespace memfacet::measure
