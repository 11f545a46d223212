//===- HappensBefore.cpp - the order that synchronisation enforces --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/sync/HappensBefore.h"

namespace memfacet::threads {

HappensBefore::State &HappensBefore::mutableState(uint32_t Thread) {
  auto [Entry, IsNew] = Threads.try_emplace(Thread);
  if (IsNew)
    advance(Thread, Entry->second);
  return Entry->second;
}

void HappensBefore::advance(uint32_t Thread, State &S) {
  S.Clock.advance(Thread);
  S.Epoch = S.Clock.epoch(Thread);
  ++S.Changes;
}

void HappensBefore::acquire(State &S, const VectorClock &Clock) {
  S.Clock.join(Clock);
  ++S.Changes;
}

void HappensBefore::release(const decode::Event &E) {
  State &S = mutableState(E.Thread.Value);
  S.Clock.noteRelease(++Releases);
  Objects.release(E.Thread.Value, SyncKind(E.Argument), E.Payload[0], S.Clock);
  advance(E.Thread.Value, S);
}

/// Starts a thread. If its creation was not recorded, takes the present clock
/// of the creator.
void HappensBefore::start(const decode::Event &E) {
  if (E.Thread.Value == E.Argument)
    return; // the main thread
  State &S = mutableState(E.Thread.Value);
  auto Entry = CreatorClocks.find(E.Thread.Value);
  if (Entry != CreatorClocks.end()) {
    acquire(S, Entry->second);
    CreatorClocks.erase(Entry);
    return;
  }
  State &Creator = mutableState(E.Argument);
  acquire(S, Creator.Clock);
  advance(E.Argument, Creator);
}

void HappensBefore::event(const decode::Event &E) {
  bool IsOfObject =
      E.Kind == EventKind::Release || E.Kind == EventKind::Acquire;
  if (IsOfObject &&
      (E.Payload.empty() || SyncKind(E.Argument) == SyncKind::Condition))
    return;
  uint32_t Number = E.Thread.Value;
  switch (E.Kind) {
  case EventKind::Release:
    return release(E);
  case EventKind::Acquire:
    return acquire(mutableState(Number),
                   Objects.acquire(Number, SyncKind(E.Argument), E.Payload[0]));
  case EventKind::ThreadCreate:
    CreatorClocks[E.Argument] = mutableState(Number).Clock;
    return advance(Number, mutableState(Number));
  case EventKind::ThreadStart:
    return start(E);
  case EventKind::ThreadJoin:
    return acquire(mutableState(Number), mutableState(E.Argument).Clock);
  default:
    return;
  }
}

} // namespace memfacet::threads
