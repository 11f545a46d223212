//===- SystemCalls.cpp - system calls that programs make themselves -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Futexes: std::atomic's wait and the like end here. A thread that need not
// wait makes no call. So this records when a thread stands still, but not all
// that it synchronises with.
//
// Memory: recorded as if libc's functions were called. The limit that is read
// is that of the program.
//
//===----------------------------------------------------------------------===//

#include "runtime/hooks/AddressLimits.h"
#include "runtime/hooks/CallFilters.h"
#include "runtime/hooks/LockedMemory.h"
#include "runtime/hooks/Mappings.h"
#include "runtime/hooks/Sync.h"
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

namespace memfacet::hooks {

namespace {

/// The arguments of a system call: six words.
using Words = const long (&)[6];

using SyscallFunction = long(long, long, long, long, long, long, long);

struct NextSystemCalls {
  NextFunction<SyscallFunction> Syscall{"syscall"};
};
constinit NextSystemCalls Next;

void findSystemCalls() {
  record::BusyGuard Busy(record::thread());
  Next.Syscall.get();
}
MEMFACET_AT_START(findSystemCalls);

bool wakes(int Operation) {
  Operation &= FUTEX_CMD_MASK;
  return Operation == FUTEX_WAKE || Operation == FUTEX_WAKE_BITSET;
}
bool waits(int Operation) {
  Operation &= FUTEX_CMD_MASK;
  return Operation == FUTEX_WAIT || Operation == FUTEX_WAIT_BITSET;
}

template <typename T> T *pointer(long Word) {
  return reinterpret_cast<T *>(Word);
}

bool isMemoryCall(long Number) {
  return Number == __NR_mmap || Number == __NR_munmap ||
         Number == __NR_mremap || Number == __NR_shmat ||
         Number == __NR_shmdt || Number == __NR_mlockall;
}

/// Calls the system and records that as a call of libc's function of that name.
long callMemory(SyscallFunction *Real, long Number, Words W) {
  auto Call = [&] { return Real(Number, W[0], W[1], W[2], W[3], W[4], W[5]); };
  auto CallForAddress = [&] { return pointer<void>(Call()); };
  auto CallForStatus = [&] { return int(Call()); };
  auto *Address = pointer<void>(W[0]);
  switch (Number) {
  case __NR_mmap:
    return sys::word(
        recordMap(size_t(W[1]), int(W[3]), int(W[4]), CallForAddress));
  case __NR_munmap:
    return recordUnmap(Address, size_t(W[1]), CallForStatus);
  case __NR_mremap:
    return sys::word(recordRemap(Address, size_t(W[1]), size_t(W[2]), int(W[3]),
                                 CallForAddress));
  case __NR_shmat:
    return sys::word(recordAttach(int(W[0]), CallForAddress));
  case __NR_shmdt:
    return recordDetach(Address, CallForStatus);
  default:
    return lockAll(int(W[0]), [&](int Flags) {
      return int(Real(Number, Flags, W[1], W[2], W[3], W[4], W[5]));
    });
  }
}

long callFutex(SyscallFunction *Real, const void *Caller, Words W) {
  auto *Object = pointer<const void>(W[0]);
  auto Call = [&] {
    return Real(__NR_futex, W[0], W[1], W[2], W[3], W[4], W[5]);
  };
  if (wakes(int(W[1])))
    release(Caller, SyncKind::Futex, Object);
  if (!waits(int(W[1])))
    return Call();
  long Result = 0;
  acquire(Caller, {SyncKind::Futex, StallKind::Futex, Object}, [&] {
    Result = Call();
    return int(Result);
  });
  return Result;
}

/// Returns whether \p Number, with these arguments, sets or reads the limit of
/// the address space.
bool isLimitCall(long Number, long A, long B) {
  if (Number == __NR_prlimit64)
    return isOwnAddressSpace(pid_t(A), int(B));
  return (Number == __NR_setrlimit || Number == __NR_getrlimit) &&
         isOwnAddressSpace(0, int(A));
}

long callLimit(SyscallFunction *Real, long Number, Words W) {
  bool HasProcess = Number == __NR_prlimit64;
  auto *New = pointer<const rlimit>(HasProcess                 ? W[2]
                                    : Number == __NR_setrlimit ? W[1]
                                                               : 0);
  auto *Old = pointer<rlimit>(HasProcess                 ? W[3]
                              : Number == __NR_getrlimit ? W[1]
                                                         : 0);
  return exchangeLimit(New, Old, [&] {
    if (HasProcess)
      return Real(Number, W[0], W[1], sys::word(New), sys::word(Old), 0, 0);
    return Real(Number, W[0], New ? sys::word(New) : sys::word(Old), 0, 0, 0,
                0);
  });
}

/// Returns whether \p Number, with these arguments, forbids system calls.
bool isFilterCall(long Number, long A) {
  return (Number == __NR_seccomp &&
          (A == SECCOMP_SET_MODE_FILTER || A == SECCOMP_SET_MODE_STRICT)) ||
         (Number == __NR_prctl && A == PR_SET_SECCOMP);
}

long callFilter(SyscallFunction *Real, long Number, Words W) {
  bool IsFilter = Number == __NR_seccomp ? W[0] == SECCOMP_SET_MODE_FILTER
                                         : W[1] == SECCOMP_MODE_FILTER;
  return recordFilter(
      IsFilter ? pointer<const sock_fprog>(W[2]) : nullptr,
      [&] { return Real(Number, W[0], W[1], W[2], W[3], W[4], W[5]); });
}

} // namespace

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

/// The standard header declares it with `...`, see mremap. The last argument is
/// on the stack, whether the caller has put one there or not. It is only passed
/// on.
MEMFACET_HOOK long hookSyscall(long Number, long A, long B, long C, long D,
                               long E, long F) asm("syscall");
MEMFACET_HOOK long hookSyscall(long Number, long A, long B, long C, long D,
                               long E, long F) {
  SyscallFunction *Real = Next.Syscall.get();
  bool IsFilter = isFilterCall(Number, A), IsLimit = isLimitCall(Number, A, B);
  if (Number != __NR_futex && !isMemoryCall(Number) && !IsFilter && !IsLimit)
      [[clang::musttail]]
    return Real(Number, A, B, C, D, E, F);
  const long Arguments[] = {A, B, C, D, E, F};
  if (IsFilter)
    return callFilter(Real, Number, Arguments);
  if (IsLimit)
    return callLimit(Real, Number, Arguments);
  return Number == __NR_futex ? callFutex(Real, MEMFACET_CALLER, Arguments)
                              : callMemory(Real, Number, Arguments);
}
