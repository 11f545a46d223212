//===- Futexes.cpp - futexes that programs use themselves -----------------===//
//
// std::atomic's wait and its like end here. Who need not wait makes no call, so
// this says when a thread stands still, but not all that it synchronises with.
//
//===----------------------------------------------------------------------===//

#include "runtime/hooks/Sync.h"
#include <linux/futex.h>

namespace memfacet {

namespace {

using SyscallFunction = long(long, long, long, long, long, long, long);

struct NextFutexes {
  NextFunction<SyscallFunction> Syscall{"syscall"};
};
constinit NextFutexes Next;

void findFutexes() {
  BusyGuard Busy(thread());
  Next.Syscall.get();
}
MEMFACET_AT_START(findFutexes);

bool wakes(int Operation) {
  Operation &= FUTEX_CMD_MASK;
  return Operation == FUTEX_WAKE || Operation == FUTEX_WAKE_BITSET;
}
bool waits(int Operation) {
  Operation &= FUTEX_CMD_MASK;
  return Operation == FUTEX_WAIT || Operation == FUTEX_WAIT_BITSET;
}

} // namespace

} // namespace memfacet

using namespace memfacet;

/// Declared with `...`, see mremap. The last argument is on the stack, whether
/// the caller has put one there or not; nothing is done with it but to pass it
/// on.
MEMFACET_HOOK long hookSyscall(long Number, long A, long B, long C, long D,
                               long E, long F) asm("syscall");
MEMFACET_HOOK long hookSyscall(long Number, long A, long B, long C, long D,
                               long E, long F) {
  SyscallFunction *Real = Next.Syscall.get();
  if (Number != __NR_futex) [[clang::musttail]]
    return Real(Number, A, B, C, D, E, F);
  const void *Caller = MEMFACET_CALLER;
  auto *Object = reinterpret_cast<const void *>(A);
  if (wakes(int(B)))
    release(Caller, SyncKind::Futex, Object);
  if (!waits(int(B)))
    return Real(Number, A, B, C, D, E, F);
  long Result = 0;
  acquire(Caller, {SyncKind::Futex, StallKind::Futex, Object}, [&] {
    Result = Real(Number, A, B, C, D, E, F);
    return int(Result);
  });
  return Result;
}
