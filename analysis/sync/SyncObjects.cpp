//===- sync/SyncObjects.cpp - since when what is synchronised is free -----===//

#include "analysis/sync/SyncObjects.h"
#include <algorithm>

namespace memfacet {

void SyncObjects::release(uint32_t Thread, SyncKind Kind, uint64_t Object,
                          uint64_t Now) {
  switch (Kind) {
  case SyncKind::ReadLock:
  case SyncKind::WriteLock: {
    ReadersLock &L = ReadersLocks[Object];
    auto Held = L.HeldForReading.find(Thread);
    bool Reading = Held != L.HeldForReading.end() && Held->second;
    uint64_t &Of = Reading ? L.Read : L.Written;
    Of = std::max(Of, Now);
    return;
  }
  case SyncKind::Barrier:
  case SyncKind::TeamBarrier:
    return arrive(Barriers[{Kind, Object}], Thread, Now);
  case SyncKind::Semaphore:
    Semaphores[Object].push(Now);
    return;
  default: {
    uint64_t &Last = Plain[{Kind, Object}];
    Last = std::max(Last, Now);
  }
  }
}

uint64_t SyncObjects::acquire(uint32_t Thread, SyncKind Kind, uint64_t Object) {
  switch (Kind) {
  case SyncKind::ReadLock:
  case SyncKind::WriteLock: {
    ReadersLock &L = ReadersLocks[Object];
    bool Reading = Kind == SyncKind::ReadLock;
    L.HeldForReading[Thread] = Reading;
    return Reading ? L.Written : std::max(L.Written, L.Read);
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
void SyncObjects::arrive(Barrier &B, uint32_t Thread, uint64_t Now) {
  if (B.Now->Left)
    B.Now = std::make_shared<Barrier::Round>();
  B.Now->Last = std::max(B.Now->Last, Now);
  B.Arrived[Thread] = B.Now;
}

uint64_t SyncObjects::leave(Barrier &B, uint32_t Thread) {
  auto It = B.Arrived.find(Thread);
  if (It == B.Arrived.end())
    return 0;
  std::shared_ptr<Barrier::Round> Round = std::move(It->second);
  B.Arrived.erase(It);
  Round->Left = true;
  return Round->Last;
}

uint64_t SyncObjects::takePost(Posts &P) {
  if (P.empty())
    return 0;
  uint64_t Earliest = P.top();
  P.pop();
  return Earliest;
}

/// Of what is acquired once only, nothing is kept afterwards.
uint64_t SyncObjects::last(SyncKind Kind, uint64_t Object) {
  auto It = Plain.find({Kind, Object});
  if (It == Plain.end())
    return 0;
  uint64_t Last = It->second;
  if (Kind == SyncKind::Task || Kind == SyncKind::TeamJoin)
    Plain.erase(It);
  if (Kind == SyncKind::TeamJoin) {
    Plain.erase({SyncKind::TeamFork, Object});
    Barriers.erase({SyncKind::TeamBarrier, Object});
  }
  return Last;
}

} // namespace memfacet
