//===- SyncObjects.cpp - when an acquisition may take place ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/sync/SyncObjects.h"

namespace memfacet::threads {

template <typename Time>
void SyncObjects<Time>::release(uint32_t Thread, SyncKind Kind, uint64_t Object,
                                const Time &ReleaseTime) {
  switch (Kind) {
  case SyncKind::ReadLock:
  case SyncKind::WriteLock: {
    ReadersLock &L = ReadersLocks[Object];
    auto Holder = L.HeldForReading.find(Thread);
    bool IsReading = Holder != L.HeldForReading.end() && Holder->second;
    return joinTime(IsReading ? L.ReadEnd : L.WriteEnd, ReleaseTime);
  }
  case SyncKind::Barrier:
  case SyncKind::TeamBarrier:
    return arrive(Barriers[{Kind, Object}], Thread, ReleaseTime);
  case SyncKind::Semaphore:
    Semaphores[Object].push(ReleaseTime);
    return;
  default:
    return joinTime(PlainTimes[{Kind, Object}], ReleaseTime);
  }
}

template <typename Time>
Time SyncObjects<Time>::acquire(uint32_t Thread, SyncKind Kind,
                                uint64_t Object) {
  switch (Kind) {
  case SyncKind::ReadLock:
  case SyncKind::WriteLock: {
    ReadersLock &L = ReadersLocks[Object];
    bool IsReading = Kind == SyncKind::ReadLock;
    L.HeldForReading[Thread] = IsReading;
    Time Free = L.WriteEnd;
    if (!IsReading)
      joinTime(Free, L.ReadEnd);
    return Free;
  }
  case SyncKind::Barrier:
  case SyncKind::TeamBarrier:
    return leave(Barriers[{Kind, Object}], Thread);
  case SyncKind::Semaphore:
    return takePost(Semaphores[Object]);
  default:
    return lastRelease(Kind, Object);
  }
}

/// Adds an arrival. A thread that executes tasks in a barrier arrives more than
/// once in a round.
template <typename Time>
void SyncObjects<Time>::arrive(Barrier &B, uint32_t Thread,
                               const Time &Arrival) {
  if (B.CurrentRound->IsEnding)
    B.CurrentRound = std::make_shared<typename Barrier::Round>();
  joinTime(B.CurrentRound->LatestArrival, Arrival);
  B.Rounds[Thread] = B.CurrentRound;
}

template <typename Time>
Time SyncObjects<Time>::leave(Barrier &B, uint32_t Thread) {
  auto Entry = B.Rounds.find(Thread);
  if (Entry == B.Rounds.end())
    return {};
  std::shared_ptr<typename Barrier::Round> Round = std::move(Entry->second);
  B.Rounds.erase(Entry);
  Round->IsEnding = true;
  return Round->LatestArrival;
}

template <typename Time> Time SyncObjects<Time>::takePost(Posts &P) {
  if (P.empty())
    return {};
  Time Earliest = P.top();
  P.pop();
  return Earliest;
}

/// Returns the time of the releases so far. Drops an object that is acquired
/// only once.
template <typename Time>
Time SyncObjects<Time>::lastRelease(SyncKind Kind, uint64_t Object) {
  auto Entry = PlainTimes.find({Kind, Object});
  if (Entry == PlainTimes.end())
    return {};
  Time Last = Entry->second;
  if (Kind == SyncKind::Task || Kind == SyncKind::TeamJoin)
    PlainTimes.erase(Entry);
  if (Kind == SyncKind::TeamJoin) {
    PlainTimes.erase({SyncKind::TeamFork, Object});
    Barriers.erase({SyncKind::TeamBarrier, Object});
  }
  return Last;
}

template class SyncObjects<uint64_t>;
template class SyncObjects<VectorClock>;

} // namespace memfacet::threads
