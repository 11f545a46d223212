//===- Sync.h - what hooks of locks and waits share -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_HOOKS_SYNC_H
#define MEMFACET_RUNTIME_HOOKS_SYNC_H

#include "memfacet/Check.h"
#include "runtime/entry/ProgramEvents.h"
#include "runtime/hooks/Next.h"
#include "runtime/record/SyncEvents.h"
#include "runtime/support/FunctionRef.h"

namespace memfacet::hooks {

/// The address range of OpenMP's library, once it is loaded. The mutexes by
/// which the library parks and wakes its threads are not recorded: the library
/// reports what the threads wait for.
class TeamLibrary {
public:
  void set(uint64_t LowAddress, uint64_t HighAddress) {
    MEMFACET_CHECK(LowAddress <= HighAddress, "a range of addresses");
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

/// Returns whether synchronisation by \p Caller is recorded.
inline bool recordsSyncOf(const record::ThreadState &T, const void *Caller) {
  return record::recordsSync(T) && !OpenMpLibrary.contains(Caller);
}

/// The caller of the hook that uses this macro.
#define MEMFACET_CALLER __builtin_return_address(0)

inline uint64_t objectAt(const volatile void *Address) {
  return reinterpret_cast<uint64_t>(Address);
}

/// An object of synchronisation and its kinds.
struct SyncObject {
  SyncKind Kind;
  StallKind Wait;
  const volatile void *Address;
};

/// Writes an acquisition, with the arguments of writeAcquire, and searches for
/// lines that the thread shares with those that had the object before.
void noteAcquire(record::ThreadState &T, SyncKind Kind, uint64_t Object,
                 uint64_t Time = timeStamp(), uint64_t Site = 0);

/// Calls \p Call, which returns 0 when it has acquired \p O, perhaps after a
/// wait, and records that.
int acquire(const void *Caller, SyncObject O, FunctionRef<int> Call);

/// Does what acquire does, without a wait.
int tryAcquire(const void *Caller, SyncObject O, FunctionRef<int> Call);

/// Records a release, which the caller is about to do.
void release(const void *Caller, SyncKind Kind, const volatile void *Object);

/// A function of libc that acquires or releases the object that its first
/// argument points to. It has at most four arguments, all in registers.
struct SyncCall {
  NextSymbol Next;
  SyncKind Kind;
  StallKind Wait;

  SyncObject object(uint64_t Address) const {
    return {Kind, Wait, reinterpret_cast<const void *>(Address)};
  }
  int operator()(uint64_t A, uint64_t B, uint64_t C, uint64_t D) {
    using Function = int(uint64_t, uint64_t, uint64_t, uint64_t);
    return reinterpret_cast<Function *>(Next.get())(A, B, C, D);
  }
};

/// Each makes a call with its arguments, and records it: as acquire, tryAcquire
/// and release do.
int acquireCall(uint64_t A, uint64_t B, uint64_t C, uint64_t D, SyncCall &S,
                const void *Caller);
int tryAcquireCall(uint64_t A, uint64_t B, uint64_t C, uint64_t D, SyncCall &S,
                   const void *Caller);
int releaseCall(uint64_t A, uint64_t B, uint64_t C, uint64_t D, SyncCall &S,
                const void *Caller);
/// Makes a call that releases the mutex \p B, waits for the condition \p A, and
/// takes \p B again whatever it returns. A thread that is cancelled meanwhile
/// takes it too; that is not recorded.
int waitCall(uint64_t A, uint64_t B, uint64_t C, uint64_t D, SyncCall &S,
             const void *Caller);

#define MEMFACET_SYNC_ROW(Name, Version, Function, Kind, Wait)                 \
  {NextSymbol(#Name, Version), SyncKind::Kind, StallKind::Wait},
#define MEMFACET_SYNC_NUMBER(Name, Version, Function, Kind, Wait) Name##Number,
#define MEMFACET_SYNC_HOOK(Name, Version, Function, Kind, Wait)                \
  MEMFACET_HOOK_OF(Name, int, uint64_t A, uint64_t B, uint64_t C,              \
                   uint64_t D) {                                               \
    using namespace memfacet::hooks;                                           \
    return Function(A, B, C, D, Calls[Name##Number], MEMFACET_CALLER);         \
  }

/// Defines the hooks of \p LIST, whose rows have a name, its version or null, a
/// function of those above, and the kinds of the object.
#define MEMFACET_SYNC_HOOKS(LIST)                                              \
  namespace memfacet::hooks {                                                  \
  namespace {                                                                  \
  constinit SyncCall Calls[] = {LIST(MEMFACET_SYNC_ROW)};                      \
  enum CallNumber : unsigned { LIST(MEMFACET_SYNC_NUMBER) };                   \
  void findCalls() {                                                           \
    record::BusyGuard Busy(record::thread());                                  \
    for (SyncCall & C : Calls)                                                 \
      C.Next.get();                                                            \
  }                                                                            \
  MEMFACET_AT_START(findCalls);                                                \
  }                                                                            \
  }                                                                            \
  LIST(MEMFACET_SYNC_HOOK)

} // namespace memfacet::hooks

#endif
