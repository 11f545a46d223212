//===- HappensBefore.cpp - what synchronisation puts in order -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/sync/HappensBefore.h"

namespace memfacet::threads {

HappensBefore::State &HappensBefore::at(uint32_t Thread) {
  auto [It, New] = Threads.try_emplace(Thread);
  if (New)
    advance(Thread, It->second);
  return It->second;
}

void HappensBefore::advance(uint32_t Thread, State &S) {
  S.Clock.advance(Thread);
  S.Epoch = S.Clock.of(Thread);
  ++S.Changes;
}

void HappensBefore::acquire(State &S, const VectorClock &From) {
  S.Clock.join(From);
  ++S.Changes;
}

void HappensBefore::release(const decode::Event &E) {
  State &S = at(E.Thread.Value);
  S.Clock.tell(++Releases);
  Objects.release(E.Thread.Value, SyncKind(E.Argument), E.Payload[0], S.Clock);
  advance(E.Thread.Value, S);
}

/// A thread whose creation was not seen begins when its creator has got so far.
void HappensBefore::start(const decode::Event &E) {
  if (E.Thread.Value == E.Argument)
    return; // the main thread
  State &S = at(E.Thread.Value);
  auto It = Created.find(E.Thread.Value);
  if (It != Created.end()) {
    acquire(S, It->second);
    Created.erase(It);
    return;
  }
  State &Creator = at(E.Argument);
  acquire(S, Creator.Clock);
  advance(E.Argument, Creator);
}

void HappensBefore::event(const decode::Event &E) {
  bool OfObject = E.Kind == EventKind::Release || E.Kind == EventKind::Acquire;
  if (OfObject &&
      (E.Payload.empty() || SyncKind(E.Argument) == SyncKind::Condition))
    return;
  uint32_t Number = E.Thread.Value;
  switch (E.Kind) {
  case EventKind::Release:
    return release(E);
  case EventKind::Acquire:
    return acquire(at(Number),
                   Objects.acquire(Number, SyncKind(E.Argument), E.Payload[0]));
  case EventKind::ThreadCreate:
    Created[E.Argument] = at(Number).Clock;
    return advance(Number, at(Number));
  case EventKind::ThreadStart:
    return start(E);
  case EventKind::ThreadJoin:
    return acquire(at(Number), at(E.Argument).Clock);
  default:
    return;
  }
}

} // namespace memfacet::threads
