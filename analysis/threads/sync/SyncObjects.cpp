//===- SyncObjects.cpp - when an acquisition may take place ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/sync/SyncObjects.h"

namespace memfacet::threads {

template <typename Time>
void SyncObjects<Time>::release(uint32_t Thread, SyncKind Kind, uint64_t Object,
                                const Time &Now) {
  switch (Kind) {
  case SyncKind::ReadLock:
  case SyncKind::WriteLock: {
    ReadersLock &L = ReadersLocks[Object];
    auto Held = L.HeldForReading.find(Thread);
    bool Reading = Held != L.HeldForReading.end() && Held->second;
    return joinTime(Reading ? L.Read : L.Written, Now);
  }
  case SyncKind::Barrier:
  case SyncKind::TeamBarrier:
    return arrive(Barriers[{Kind, Object}], Thread, Now);
  case SyncKind::Semaphore:
    Semaphores[Object].push(Now);
    return;
  default:
    return joinTime(Plain[{Kind, Object}], Now);
  }
}

template <typename Time>
Time SyncObjects<Time>::acquire(uint32_t Thread, SyncKind Kind,
                                uint64_t Object) {
  switch (Kind) {
  case SyncKind::ReadLock:
  case SyncKind::WriteLock: {
    ReadersLock &L = ReadersLocks[Object];
    bool Reading = Kind == SyncKind::ReadLock;
    L.HeldForReading[Thread] = Reading;
    Time Free = L.Written;
    if (!Reading)
      joinTime(Free, L.Read);
    return Free;
  }
  case SyncKind::Barrier:
  case SyncKind::TeamBarrier:
    return leave(Barriers[{Kind, Object}], Thread);
  case SyncKind::Semaphore:
    return takePost(Semaphores[Object]);
  default:
    return last(Kind, Object);
  }
}

/// More than one arrival of a thread in a round: it has executed tasks there.
template <typename Time>
void SyncObjects<Time>::arrive(Barrier &B, uint32_t Thread, const Time &Now) {
  if (B.Now->Left)
    B.Now = std::make_shared<typename Barrier::Round>();
  joinTime(B.Now->Last, Now);
  B.Arrived[Thread] = B.Now;
}

template <typename Time>
Time SyncObjects<Time>::leave(Barrier &B, uint32_t Thread) {
  auto It = B.Arrived.find(Thread);
  if (It == B.Arrived.end())
    return {};
  std::shared_ptr<typename Barrier::Round> Round = std::move(It->second);
  B.Arrived.erase(It);
  Round->Left = true;
  return Round->Last;
}

template <typename Time> Time SyncObjects<Time>::takePost(Posts &P) {
  if (P.empty())
    return {};
  Time Earliest = P.top();
  P.pop();
  return Earliest;
}

/// Of what is acquired once only, nothing is kept afterwards.
template <typename Time>
Time SyncObjects<Time>::last(SyncKind Kind, uint64_t Object) {
  auto It = Plain.find({Kind, Object});
  if (It == Plain.end())
    return {};
  Time Last = It->second;
  if (Kind == SyncKind::Task || Kind == SyncKind::TeamJoin)
    Plain.erase(It);
  if (Kind == SyncKind::TeamJoin) {
    Plain.erase({SyncKind::TeamFork, Object});
    Barriers.erase({SyncKind::TeamBarrier, Object});
  }
  return Last;
}

template class SyncObjects<uint64_t>;
template class SyncObjects<VectorClock>;

} // namespace memfacet::threads
