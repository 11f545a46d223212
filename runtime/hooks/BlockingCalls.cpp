//===- BlockingCalls.cpp - interposed calls that may block ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These calls sleep, or wait for files, sockets, child processes and signals.
// libc's own calls of them (stdio) are not interposed.
//
// They are cancellation points as before: no work of the hook must be undone
// when a thread ends in one.
//
// All of them have at most six arguments, none of which is a floating-point
// number. So one function passes on the argument registers of any of them, and
// the result.
//
//===----------------------------------------------------------------------===//

#include "runtime/hooks/Sync.h"

//   name, StallKind, whether the first argument is a descriptor
#define MEMFACET_FILE_CALLS(X)                                                 \
  X(read, Read, true)                                                          \
  X(__read_chk, Read, true)                                                    \
  X(pread, Read, true)                                                         \
  X(pread64, Read, true)                                                       \
  X(readv, Read, true)                                                         \
  X(preadv, Read, true)                                                        \
  X(preadv64, Read, true)                                                      \
  X(write, Write, true)                                                        \
  X(pwrite, Write, true)                                                       \
  X(pwrite64, Write, true)                                                     \
  X(writev, Write, true)                                                       \
  X(pwritev, Write, true)                                                      \
  X(pwritev64, Write, true)                                                    \
  X(sendfile, Write, true)                                                     \
  X(sendfile64, Write, true)                                                   \
  X(fsync, Write, true)                                                        \
  X(fdatasync, Write, true)                                                    \
  X(flock, FileLock, true)                                                     \
  X(lockf, FileLock, true)                                                     \
  X(lockf64, FileLock, true)

#define MEMFACET_SOCKET_CALLS(X)                                               \
  X(recv, Read, true)                                                          \
  X(__recv_chk, Read, true)                                                    \
  X(recvfrom, Read, true)                                                      \
  X(recvmsg, Read, true)                                                       \
  X(recvmmsg, Read, true)                                                      \
  X(send, Write, true)                                                         \
  X(sendto, Write, true)                                                       \
  X(sendmsg, Write, true)                                                      \
  X(sendmmsg, Write, true)                                                     \
  X(accept, Connect, true)                                                     \
  X(accept4, Connect, true)                                                    \
  X(connect, Connect, true)

#define MEMFACET_POLL_CALLS(X)                                                 \
  X(poll, Poll, false)                                                         \
  X(__poll_chk, Poll, false)                                                   \
  X(ppoll, Poll, false)                                                        \
  X(__ppoll_chk, Poll, false)                                                  \
  X(select, Poll, false)                                                       \
  X(pselect, Poll, false)                                                      \
  X(epoll_wait, Poll, true)                                                    \
  X(epoll_pwait, Poll, true)

#define MEMFACET_PAUSE_CALLS(X)                                                \
  X(sleep, Sleep, false)                                                       \
  X(usleep, Sleep, false)                                                      \
  X(nanosleep, Sleep, false)                                                   \
  X(clock_nanosleep, Sleep, false)                                             \
  X(wait, Child, false)                                                        \
  X(waitpid, Child, false)                                                     \
  X(wait3, Child, false)                                                       \
  X(wait4, Child, false)                                                       \
  X(waitid, Child, false)                                                      \
  X(pause, Signal, false)                                                      \
  X(sigsuspend, Signal, false)                                                 \
  X(sigwait, Signal, false)                                                    \
  X(sigwaitinfo, Signal, false)                                                \
  X(sigtimedwait, Signal, false)

// __read_chk and the like are called by programs that are built with
// _FORTIFY_SOURCE.
#define MEMFACET_BLOCKING_CALLS(X)                                             \
  MEMFACET_FILE_CALLS(X)                                                       \
  MEMFACET_SOCKET_CALLS(X)                                                     \
  MEMFACET_POLL_CALLS(X)                                                       \
  MEMFACET_PAUSE_CALLS(X)

namespace memfacet::hooks {

namespace {

struct BlockingCall {
  NextSymbol Next;
  StallKind Kind;
  bool HasDescriptor;
};
constinit BlockingCall Calls[] = {
#define MEMFACET_ROW(Name, Kind, HasDescriptor)                                \
  {NextSymbol(#Name), StallKind::Kind, HasDescriptor},
    MEMFACET_BLOCKING_CALLS(MEMFACET_ROW)
#undef MEMFACET_ROW
};

// NOLINTBEGIN(readability-identifier-naming)
enum CallNumber : unsigned {
#define MEMFACET_NUMBER(Name, Kind, HasDescriptor) Name##Number,
  MEMFACET_BLOCKING_CALLS(MEMFACET_NUMBER)
#undef MEMFACET_NUMBER
};
// NOLINTEND(readability-identifier-naming)

void findCalls() {
  record::BusyGuard Busy(record::thread());
  for (BlockingCall &C : Calls)
    C.Next.get();
}
MEMFACET_AT_START(findCalls);

using Function = uint64_t(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                          uint64_t);

/// Makes the call with its arguments, and records a wait.
[[gnu::noinline]] uint64_t timeCall(uint64_t A, uint64_t B, uint64_t C,
                                    uint64_t D, uint64_t E, uint64_t F,
                                    BlockingCall &Call) {
  auto *Next = reinterpret_cast<Function *>(Call.Next.get());
  record::ThreadState &T = record::thread();
  if (!record::recordsWaits(T))
    return Next(A, B, C, D, E, F);
  record::WaitClock Clock;
  uint64_t Result = Next(A, B, C, D, E, F);
  Clock.end(T, Call.Kind, Call.HasDescriptor ? uint32_t(A) : 0);
  return Result;
}

} // namespace

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

// NOLINTBEGIN(readability-identifier-naming)
#define MEMFACET_DEFINE(Name, Kind, HasDescriptor)                             \
  MEMFACET_HOOK_OF(Name, uint64_t, uint64_t A, uint64_t B, uint64_t C,         \
                   uint64_t D, uint64_t E, uint64_t F) {                       \
    return timeCall(A, B, C, D, E, F, Calls[Name##Number]);                    \
  }
MEMFACET_BLOCKING_CALLS(MEMFACET_DEFINE)
#undef MEMFACET_DEFINE
// NOLINTEND(readability-identifier-naming)
