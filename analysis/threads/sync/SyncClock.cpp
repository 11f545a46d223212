//===- SyncClock.cpp - modelled time of threads ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/sync/SyncClock.h"
#include <algorithm>

namespace memfacet::threads {

const SyncClock::Thread &SyncClock::find(ThreadId T) const {
  static const Thread None;
  auto Entry = Threads.find(T.Value);
  return Entry == Threads.end() ? None : Entry->second;
}

uint64_t SyncClock::length() const {
  uint64_t Length = 0;
  for (const auto &[Number, T] : Threads)
    Length = std::max(Length, T.Time);
  return Length;
}

void SyncClock::waitUntil(Thread &T, uint64_t Time) {
  if (Time <= T.Time)
    return;
  T.IdleCycles += Time - T.Time;
  T.Time = Time;
}

/// Starts a thread. If its creation was not recorded, it begins at the present
/// time of its creator.
void SyncClock::start(const decode::Event &E) {
  if (E.Thread.Value == E.Argument)
    return; // the main thread
  auto Entry = CreationTimes.find(E.Thread.Value);
  uint64_t Time = Entry != CreationTimes.end()
                      ? Entry->second
                      : find(ThreadId(E.Argument)).Time;
  if (Entry != CreationTimes.end())
    CreationTimes.erase(Entry);
  Thread &T = Threads[E.Thread.Value];
  T.Time = std::max(T.Time, Time);
  T.Begin = T.Time;
}

void SyncClock::event(const decode::Event &E) {
  uint32_t Number = E.Thread.Value;
  bool IsOfObject =
      E.Kind == EventKind::Release || E.Kind == EventKind::Acquire;
  if (IsOfObject && E.Payload.empty())
    return;
  switch (E.Kind) {
  case EventKind::Release:
    return Objects.release(Number, SyncKind(E.Argument), E.Payload[0],
                           find(E.Thread).Time);
  case EventKind::Acquire:
    return waitUntil(
        Threads[Number],
        Objects.acquire(Number, SyncKind(E.Argument), E.Payload[0]));
  case EventKind::ThreadCreate:
    CreationTimes[E.Argument] = find(E.Thread).Time;
    return;
  case EventKind::ThreadStart:
    return start(E);
  case EventKind::ThreadJoin:
    return waitUntil(Threads[Number], find(ThreadId(E.Argument)).Time);
  default:
    return;
  }
}

void IntervalTimes::execute(ThreadId Thread, uint64_t Units) {
  if (Units == 0)
    return;
  uint64_t Begin = Clock.time(Thread);
  Clock.execute(Thread, Units);
  auto [Entry, IsNew] =
      Spans.try_emplace({Thread.Value, CurrentIntervals[Thread.Value]});
  if (IsNew)
    Entry->second.Begin = Begin;
  Entry->second.End = Begin + Units;
}

const IntervalTimes::Span *IntervalTimes::find(uint32_t Thread,
                                               uint32_t Interval) const {
  auto Entry = Spans.find({Thread, Interval});
  return Entry == Spans.end() ? nullptr : &Entry->second;
}

} // namespace memfacet::threads
