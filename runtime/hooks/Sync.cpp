//===- Sync.cpp - what hooks of locks and waits share ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/hooks/Sync.h"
#include "runtime/select/Select.h"
#include <errno.h>

namespace memfacet::hooks {

namespace {

/// Returns whether the call acquired. (A robust mutex whose owner died is
/// held.)
bool acquired(int Result) { return Result == 0 || Result == EOWNERDEAD; }

/// Does what acquire does.
template <typename Function>
[[gnu::always_inline]] inline int
acquireHere(const void *Caller, const SyncObject &O, Function Call) {
  uint64_t Site = entry::takeLockSite();
  record::ThreadState &T = record::thread();
  if (!recordsSyncOf(T, Caller))
    return Call();
  record::WaitClock Clock;
  int Result = Call();
  uint64_t Time = timeStamp();
  if (acquired(Result))
    noteAcquire(T, O.Kind, objectAt(O.Address), Time, Site);
  Clock.end(T, O.Wait, objectAt(O.Address), Time);
  return Result;
}

} // namespace

void noteAcquire(record::ThreadState &T, SyncKind Kind, uint64_t Object,
                 uint64_t Time, uint64_t Site) {
  record::writeAcquire(T, Kind, Object, Time, Site);
  if (select::selecting())
    select::searchAfterAcquire(T);
}

int acquire(const void *Caller, SyncObject O, FunctionRef<int> Call) {
  return acquireHere(Caller, O, Call);
}

int tryAcquire(const void *Caller, SyncObject O, FunctionRef<int> Call) {
  uint64_t Site = entry::takeLockSite();
  record::ThreadState &T = record::thread();
  int Result = Call();
  if (acquired(Result) && recordsSyncOf(T, Caller))
    noteAcquire(T, O.Kind, objectAt(O.Address), timeStamp(), Site);
  return Result;
}

void release(const void *Caller, SyncKind Kind, const volatile void *Object) {
  record::ThreadState &T = record::thread();
  if (recordsSyncOf(T, Caller))
    record::writeRelease(T, Kind, objectAt(Object));
}

int acquireCall(uint64_t A, uint64_t B, uint64_t C, uint64_t D, SyncCall &S,
                const void *Caller) {
  return acquireHere(Caller, S.object(A), [&] { return S(A, B, C, D); });
}

int tryAcquireCall(uint64_t A, uint64_t B, uint64_t C, uint64_t D, SyncCall &S,
                   const void *Caller) {
  return tryAcquire(Caller, S.object(A), [&] { return S(A, B, C, D); });
}

int releaseCall(uint64_t A, uint64_t B, uint64_t C, uint64_t D, SyncCall &S,
                const void *Caller) {
  release(Caller, S.Kind, S.object(A).Address);
  return S(A, B, C, D);
}

int waitCall(uint64_t A, uint64_t B, uint64_t C, uint64_t D, SyncCall &S,
             const void *Caller) {
  uint64_t Site = entry::takeLockSite();
  record::ThreadState &T = record::thread();
  if (!recordsSyncOf(T, Caller))
    return S(A, B, C, D);
  record::writeRelease(T, SyncKind::Mutex, B);
  record::WaitClock Clock;
  int Result = S(A, B, C, D);
  if (Result == 0)
    noteAcquire(T, SyncKind::Condition, A);
  noteAcquire(T, SyncKind::Mutex, B, timeStamp(), Site);
  Clock.end(T, StallKind::Condition, A);
  return Result;
}

} // namespace memfacet::hooks
