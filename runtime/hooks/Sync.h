//===- Sync.h - what hooks of locks and waits share -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_HOOKS_SYNC_H
#define MEMFACET_RUNTIME_HOOKS_SYNC_H

#include "runtime/entry/ProgramEvents.h"
#include "runtime/hooks/Next.h"
#include "runtime/record/SyncEvents.h"
#include "runtime/select/Select.h"
#include <errno.h>

namespace memfacet::hooks {

/// The address range of OpenMP's library, once it is loaded. The mutexes by
/// which the library parks and wakes its threads are not recorded: the library
/// reports what the threads wait for.
class TeamLibrary {
public:
  void set(uint64_t LowAddress, uint64_t HighAddress) {
    Low.store(LowAddress, std::memory_order_relaxed);
    Bytes.store(HighAddress - LowAddress, std::memory_order_relaxed);
  }
  bool contains(const void *Code) const {
    return reinterpret_cast<uint64_t>(Code) -
               Low.load(std::memory_order_relaxed) <
           Bytes.load(std::memory_order_relaxed);
  }

private:
  std::atomic<uint64_t> Low{0}, Bytes{0};
};
extern constinit TeamLibrary OpenMpLibrary;

/// Whether synchronisation by \p Caller is recorded.
inline bool recordsSyncOf(const record::ThreadState &T, const void *Caller) {
  return record::recordsSync(T) && !OpenMpLibrary.contains(Caller);
}

/// The caller of the hook that uses this macro.
#define MEMFACET_CALLER __builtin_return_address(0)

/// Writes an acquisition, with the arguments of writeAcquire, and searches for
/// lines that the thread shares with those that had the object before.
template <typename... Arguments>
void noteAcquire(record::ThreadState &T, Arguments... Acquisition) {
  writeAcquire(T, Acquisition...);
  if (select::selecting())
    select::searchAfterAcquire(T);
}

inline uint64_t objectAt(const volatile void *Address) {
  return reinterpret_cast<uint64_t>(Address);
}

/// An object of synchronisation and its kinds.
struct SyncObject {
  SyncKind Kind;
  StallKind Wait;
  const volatile void *Address;
};

/// Calls \p Call, which returns 0 when it has acquired \p O, perhaps after a
/// wait, and records that.
template <typename Function>
int acquire(const void *Caller, SyncObject O, Function Call) {
  uint64_t Site = entry::takeLockSite();
  record::ThreadState &T = record::thread();
  if (!recordsSyncOf(T, Caller))
    return Call();
  record::WaitClock Clock;
  int Result = Call();
  uint64_t Time = timeStamp();
  // A robust mutex whose owner died is held.
  if (Result == 0 || Result == EOWNERDEAD)
    noteAcquire(T, O.Kind, objectAt(O.Address), Time, Site);
  Clock.end(T, O.Wait, objectAt(O.Address), Time);
  return Result;
}

/// Does what acquire does, without a wait.
template <typename Function>
int tryAcquire(const void *Caller, SyncObject O, Function Call) {
  uint64_t Site = entry::takeLockSite();
  record::ThreadState &T = record::thread();
  int Result = Call();
  if ((Result == 0 || Result == EOWNERDEAD) && recordsSyncOf(T, Caller))
    noteAcquire(T, O.Kind, objectAt(O.Address), timeStamp(), Site);
  return Result;
}

inline void release(const void *Caller, SyncKind Kind,
                    const volatile void *Object) {
  record::ThreadState &T = record::thread();
  if (recordsSyncOf(T, Caller))
    record::writeRelease(T, Kind, objectAt(Object));
}

/// Calls \p Call, which releases \p M, waits for \p C, and takes \p M again
/// whatever it returns. A thread that is cancelled meanwhile takes it too; that
/// is not recorded.
template <typename Function>
int waitFor(const void *Caller, const volatile void *C, const volatile void *M,
            Function Call) {
  uint64_t Site = entry::takeLockSite();
  record::ThreadState &T = record::thread();
  if (!recordsSyncOf(T, Caller))
    return Call();
  record::writeRelease(T, SyncKind::Mutex, objectAt(M));
  record::WaitClock Clock;
  int Result = Call();
  if (Result == 0)
    noteAcquire(T, SyncKind::Condition, objectAt(C));
  noteAcquire(T, SyncKind::Mutex, objectAt(M), timeStamp(), Site);
  Clock.end(T, StallKind::Condition, objectAt(C));
  return Result;
}

/// Calls \p Call, which may wait for something that no other thread does, and
/// records a wait.
template <typename Function>
auto timeCall(StallKind Kind, uint64_t Object, Function Call) {
  record::ThreadState &T = record::thread();
  if (!record::recordsWaits(T))
    return Call();
  record::WaitClock Clock;
  auto Result = Call();
  Clock.end(T, Kind, Object);
  return Result;
}

} // namespace memfacet::hooks

#endif
