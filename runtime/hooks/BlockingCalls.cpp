//===- BlockingCalls.cpp - interposed calls that may block ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These calls sleep, or wait for files, sockets, child processes and signals.
// libc's own calls of them (stdio) are not interposed.
//
// They are cancellation points as before: no work of the hook must be undone
// when a thread ends in one.
//
//===----------------------------------------------------------------------===//

#include "runtime/hooks/Sync.h"
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

using Bytes = size_t;
using Result = ssize_t;
using Address = struct sockaddr;
using AddressBytes = socklen_t;
using Time = struct timespec;
using Signals = sigset_t;
using Vector = struct iovec;

//   result, name, parameters, arguments, StallKind, object
#define MEMFACET_FILE_CALLS(X)                                                 \
  X(Result, read, (int F, void *P, Bytes N), (F, P, N), Read, F)               \
  X(Result, __read_chk, (int F, void *P, Bytes N, Bytes M), (F, P, N, M),      \
    Read, F)                                                                   \
  X(Result, pread, (int F, void *P, Bytes N, off_t O), (F, P, N, O), Read, F)  \
  X(Result, pread64, (int F, void *P, Bytes N, off64_t O), (F, P, N, O), Read, \
    F)                                                                         \
  X(Result, readv, (int F, const Vector *V, int N), (F, V, N), Read, F)        \
  X(Result, preadv, (int F, const Vector *V, int N, off_t O), (F, V, N, O),    \
    Read, F)                                                                   \
  X(Result, preadv64, (int F, const Vector *V, int N, off64_t O),              \
    (F, V, N, O), Read, F)                                                     \
  X(Result, write, (int F, const void *P, Bytes N), (F, P, N), Write, F)       \
  X(Result, pwrite, (int F, const void *P, Bytes N, off_t O), (F, P, N, O),    \
    Write, F)                                                                  \
  X(Result, pwrite64, (int F, const void *P, Bytes N, off64_t O),              \
    (F, P, N, O), Write, F)                                                    \
  X(Result, writev, (int F, const Vector *V, int N), (F, V, N), Write, F)      \
  X(Result, pwritev, (int F, const Vector *V, int N, off_t O), (F, V, N, O),   \
    Write, F)                                                                  \
  X(Result, pwritev64, (int F, const Vector *V, int N, off64_t O),             \
    (F, V, N, O), Write, F)                                                    \
  X(Result, sendfile, (int F, int G, off_t *O, Bytes N), (F, G, O, N), Write,  \
    F)                                                                         \
  X(Result, sendfile64, (int F, int G, off64_t *O, Bytes N), (F, G, O, N),     \
    Write, F)                                                                  \
  X(int, fsync, (int F), (F), Write, F)                                        \
  X(int, fdatasync, (int F), (F), Write, F)                                    \
  X(int, flock, (int F, int What), (F, What), FileLock, F)                     \
  X(int, lockf, (int F, int What, off_t N), (F, What, N), FileLock, F)         \
  X(int, lockf64, (int F, int What, off64_t N), (F, What, N), FileLock, F)

#define MEMFACET_SOCKET_CALLS(X)                                               \
  X(Result, recv, (int F, void *P, Bytes N, int O), (F, P, N, O), Read, F)     \
  X(Result, __recv_chk, (int F, void *P, Bytes N, Bytes M, int O),             \
    (F, P, N, M, O), Read, F)                                                  \
  X(Result, recvfrom,                                                          \
    (int F, void *P, Bytes N, int O, Address *A, AddressBytes *S),             \
    (F, P, N, O, A, S), Read, F)                                               \
  X(Result, recvmsg, (int F, struct msghdr *M, int O), (F, M, O), Read, F)     \
  X(int, recvmmsg, (int F, struct mmsghdr *M, unsigned N, int O, Time *T),     \
    (F, M, N, O, T), Read, F)                                                  \
  X(Result, send, (int F, const void *P, Bytes N, int O), (F, P, N, O), Write, \
    F)                                                                         \
  X(Result, sendto,                                                            \
    (int F, const void *P, Bytes N, int O, const Address *A, AddressBytes S),  \
    (F, P, N, O, A, S), Write, F)                                              \
  X(Result, sendmsg, (int F, const struct msghdr *M, int O), (F, M, O), Write, \
    F)                                                                         \
  X(int, sendmmsg, (int F, struct mmsghdr *M, unsigned N, int O),              \
    (F, M, N, O), Write, F)                                                    \
  X(int, accept, (int F, Address *A, AddressBytes *S), (F, A, S), Connect, F)  \
  X(int, accept4, (int F, Address *A, AddressBytes *S, int O), (F, A, S, O),   \
    Connect, F)                                                                \
  X(int, connect, (int F, const Address *A, AddressBytes S), (F, A, S),        \
    Connect, F)

#define MEMFACET_POLL_CALLS(X)                                                 \
  X(int, poll, (struct pollfd * P, nfds_t N, int M), (P, N, M), Poll, 0)       \
  X(int, __poll_chk, (struct pollfd * P, nfds_t N, int M, Bytes S),            \
    (P, N, M, S), Poll, 0)                                                     \
  X(int, ppoll,                                                                \
    (struct pollfd * P, nfds_t N, const Time *T, const Signals *S),            \
    (P, N, T, S), Poll, 0)                                                     \
  X(int, __ppoll_chk,                                                          \
    (struct pollfd * P, nfds_t N, const Time *T, const Signals *S, Bytes B),   \
    (P, N, T, S, B), Poll, 0)                                                  \
  X(int, select, (int N, fd_set *R, fd_set *W, fd_set *E, struct timeval *T),  \
    (N, R, W, E, T), Poll, 0)                                                  \
  X(int, pselect,                                                              \
    (int N, fd_set *R, fd_set *W, fd_set *E, const Time *T, const Signals *S), \
    (N, R, W, E, T, S), Poll, 0)                                               \
  X(int, epoll_wait, (int F, struct epoll_event *E, int N, int M),             \
    (F, E, N, M), Poll, F)                                                     \
  X(int, epoll_pwait,                                                          \
    (int F, struct epoll_event *E, int N, int M, const Signals *S),            \
    (F, E, N, M, S), Poll, F)

#define MEMFACET_PAUSE_CALLS(X)                                                \
  X(unsigned, sleep, (unsigned N), (N), Sleep, 0)                              \
  X(int, usleep, (useconds_t N), (N), Sleep, 0)                                \
  X(int, nanosleep, (const Time *T, Time *R), (T, R), Sleep, 0)                \
  X(int, clock_nanosleep, (clockid_t C, int O, const Time *T, Time *R),        \
    (C, O, T, R), Sleep, 0)                                                    \
  X(pid_t, wait, (int *S), (S), Child, 0)                                      \
  X(pid_t, waitpid, (pid_t P, int *S, int O), (P, S, O), Child, 0)             \
  X(pid_t, wait3, (int *S, int O, struct rusage *U), (S, O, U), Child, 0)      \
  X(pid_t, wait4, (pid_t P, int *S, int O, struct rusage *U), (P, S, O, U),    \
    Child, 0)                                                                  \
  X(int, waitid, (idtype_t T, id_t P, siginfo_t * I, int O), (T, P, I, O),     \
    Child, 0)                                                                  \
  X(int, pause, (), (), Signal, 0)                                             \
  X(int, sigsuspend, (const Signals *S), (S), Signal, 0)                       \
  X(int, sigwait, (const Signals *S, int *N), (S, N), Signal, 0)               \
  X(int, sigwaitinfo, (const Signals *S, siginfo_t *I), (S, I), Signal, 0)     \
  X(int, sigtimedwait, (const Signals *S, siginfo_t *I, const Time *T),        \
    (S, I, T), Signal, 0)

#define MEMFACET_BLOCKING_CALLS(X)                                             \
  MEMFACET_FILE_CALLS(X)                                                       \
  MEMFACET_SOCKET_CALLS(X)                                                     \
  MEMFACET_POLL_CALLS(X)                                                       \
  MEMFACET_PAUSE_CALLS(X)

// Programs that are built with _FORTIFY_SOURCE call these; no header declares
// them.
extern "C" {
Result __read_chk(int, void *, Bytes, Bytes);
Result __recv_chk(int, void *, Bytes, Bytes, int);
int __poll_chk(struct pollfd *, nfds_t, int, Bytes);
int __ppoll_chk(struct pollfd *, nfds_t, const Time *, const Signals *, Bytes);
}

namespace memfacet::hooks {

#define MEMFACET_DEFINE(Type, Name, Parameters, Arguments, Kind, Object)       \
  MEMFACET_NEXT_FUNCTION(Name, nullptr)
MEMFACET_BLOCKING_CALLS(MEMFACET_DEFINE)
#undef MEMFACET_DEFINE

namespace {

void findCalls() {
  record::BusyGuard Busy(record::thread());
#define MEMFACET_FIND(Type, Name, Parameters, Arguments, Kind, Object)         \
  NextOf<&::Name>.get();
  MEMFACET_BLOCKING_CALLS(MEMFACET_FIND)
#undef MEMFACET_FIND
}
MEMFACET_AT_START(findCalls);

} // namespace

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

#define MEMFACET_DEFINE(Type, Name, Parameters, Arguments, Kind, Object)       \
  MEMFACET_HOOK Type Name Parameters {                                         \
    return timeCall(StallKind::Kind, uint64_t(uint32_t(Object)),               \
                    [&] { return NextOf<&::Name> Arguments; });                \
  }
MEMFACET_BLOCKING_CALLS(MEMFACET_DEFINE)
#undef MEMFACET_DEFINE
