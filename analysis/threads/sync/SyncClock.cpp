//===- SyncClock.cpp - time along the order of synchronisation ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/sync/SyncClock.h"
#include <algorithm>

namespace memfacet::threads {

const SyncClock::Thread &SyncClock::find(ThreadId T) const {
  static const Thread None;
  auto It = Threads.find(T.Value);
  return It == Threads.end() ? None : It->second;
}

uint64_t SyncClock::length() const {
  uint64_t Length = 0;
  for (const auto &[Number, T] : Threads)
    Length = std::max(Length, T.Now);
  return Length;
}

void SyncClock::waitUntil(Thread &T, uint64_t Time) {
  if (Time <= T.Now)
    return;
  T.IdleCycles += Time - T.Now;
  bool GoesOn = !T.Gaps.empty() && T.Gaps.back().End == T.Now;
  if (GoesOn)
    T.Gaps.back().End = Time;
  else if (Time - T.Now >= LeastIdle)
    T.Gaps.push_back({T.Now, Time});
  T.Now = Time;
}

/// A thread whose creation was not seen begins when its creator has got so far.
void SyncClock::start(const decode::Event &E) {
  if (E.Thread.Value == E.Argument)
    return; // the main thread
  auto It = Created.find(E.Thread.Value);
  uint64_t Time =
      It != Created.end() ? It->second : find(ThreadId(E.Argument)).Now;
  if (It != Created.end())
    Created.erase(It);
  Thread &T = Threads[E.Thread.Value];
  T.Now = std::max(T.Now, Time);
  T.Begin = T.Now;
}

void SyncClock::event(const decode::Event &E) {
  uint32_t Number = E.Thread.Value;
  bool OfObject = E.Kind == EventKind::Release || E.Kind == EventKind::Acquire;
  if (OfObject && E.Payload.empty())
    return;
  switch (E.Kind) {
  case EventKind::Release:
    return Objects.release(Number, SyncKind(E.Argument), E.Payload[0],
                           find(E.Thread).Now);
  case EventKind::Acquire:
    return waitUntil(
        Threads[Number],
        Objects.acquire(Number, SyncKind(E.Argument), E.Payload[0]));
  case EventKind::ThreadCreate:
    Created[E.Argument] = find(E.Thread).Now;
    return;
  case EventKind::ThreadStart:
    return start(E);
  case EventKind::ThreadJoin:
    return waitUntil(Threads[Number], find(ThreadId(E.Argument)).Now);
  default:
    return;
  }
}

void IntervalTimes::execute(ThreadId Thread, uint64_t Units) {
  if (Units == 0)
    return;
  uint64_t Begin = Clock.now(Thread);
  Clock.execute(Thread, Units);
  auto [It, New] = Spans.try_emplace({Thread.Value, Open[Thread.Value]});
  if (New)
    It->second.Begin = Begin;
  It->second.End = Begin + Units;
}

const IntervalTimes::Span *IntervalTimes::find(uint32_t Thread,
                                               uint32_t Interval) const {
  auto It = Spans.find({Thread, Interval});
  return It == Spans.end() ? nullptr : &It->second;
}

} // namespace memfacet::threads
