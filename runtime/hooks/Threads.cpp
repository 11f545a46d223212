//===- Threads.cpp - interposed thread functions --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++ threads and OpenMP's threads are created by these functions too. Threads
// that are made in other ways (clone, thrd_create) are known from their first
// record; that there may be such threads is known before.
//
//===----------------------------------------------------------------------===//

#include "runtime/hooks/Sync.h"
#include "runtime/lifecycle/ThreadExit.h"
#include "runtime/process/StackRoom.h"
#include "runtime/process/ThreadRecords.h"
#include "runtime/record/Chunks.h"
#include "runtime/record/EventWriter.h"
#include "runtime/record/Registration.h"
#include <errno.h>
#include <signal.h>
#include <threads.h>

namespace memfacet::hooks {

namespace {

using StartFunction = void *(void *);

struct NextThreadFunctions {
  NextFunction<int(pthread_t *, const pthread_attr_t *, StartFunction *,
                   void *)>
      Create{"pthread_create"};
  /// Before glibc 2.32, attributes have no mask of signals.
  NextFunction<int(const pthread_attr_t *, sigset_t *)> AttributeMask{
      "pthread_attr_getsigmask_np"};
  NextFunction<int(thrd_t *, thrd_start_t, void *)> StandardCreate{
      "thrd_create"};
  NextFunction<int(pthread_t, void **)> Join{"pthread_join"};
  NextFunction<int(pthread_t, void **)> TryJoin{"pthread_tryjoin_np"};
  NextFunction<int(pthread_t, void **, const timespec *)> TimedJoin{
      "pthread_timedjoin_np"};
  NextFunction<int(pthread_t, void **, clockid_t, const timespec *)> ClockJoin{
      "pthread_clockjoin_np"};
};
constinit NextThreadFunctions Next;
MEMFACET_FIND_AT_START(Next);

uint64_t stackBytes(const pthread_attr_t *Attributes) {
  size_t Bytes = 0;
  if (Attributes) {
    pthread_attr_getstacksize(Attributes, &Bytes);
    return Bytes;
  }
  pthread_attr_t Default;
  if (pthread_attr_init(&Default) == 0) {
    pthread_attr_getstacksize(&Default, &Bytes);
    pthread_attr_destroy(&Default);
  }
  return Bytes;
}

/// From the second thread on, all threads stamp the time; the creator does so
/// from here on.
void becomeThreaded(record::ThreadState &T) {
  if (process::process().IsThreaded.exchange(true) || !T.Chunk)
    return;
  record::stampTime(T);
  record::setLimit(T);
}

/// Returns whether a new thread has the mask of signals that its creator has.
bool inheritsSignalMask(const pthread_attr_t *Attributes) {
  sigset_t Mask;
  return !Attributes || !Next.AttributeMask.get() ||
         Next.AttributeMask(Attributes, &Mask) != 0;
}

/// Returns the lowest address of the calling thread's stack of \p Bytes, of
/// which \p Frame is a frame. libc keeps what it knows of the thread in the
/// last page of the same memory, and its thread-local variables before that.
uint64_t stackLow(uint64_t Frame, uint64_t Bytes) {
  constexpr uint64_t PageBytes = 4096, Most = 1 << 20;
  const auto Self = reinterpret_cast<uint64_t>(pthread_self());
  const bool IsAbove = Self > Frame && Self - Frame < Most;
  return (IsAbove ? (Self + PageBytes - 1) & -PageBytes : Frame) - Bytes;
}

/// Registers the calling thread, which \p R describes.
void beginThread(record::ThreadState &T, process::ThreadRecord *R,
                 uint64_t Frame) {
  SignalBlock Block; // a handler would register it, too
  T.Record = R;
  process::setThreadHandle(R, pthread_self());
  if (T.IsRegistered) { // by a handler of a signal, which came before
    R->Index = T.Index;
    return;
  }
  T.StackHigh = Frame + 16;
  T.StackLow = stackLow(T.StackHigh, R->StackBytes);
  record::registerThread(T, R->Index, R->Creator);
}

/// The new thread runs this first.
void *runThread(void *Argument) {
  auto *R = static_cast<process::ThreadRecord *>(Argument);
  record::ThreadState &T = record::thread();
  beginThread(T, R, reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  StartFunction *Start = R->Start;
  void *StartArgument = R->Argument;
  lifecycle::finishAnnouncement(T);
  if (R->IsMasked)
    sys::setSignalMask(R->SignalMask);
  return Start(StartArgument);
}

/// Creates a thread with a larger stack if that is possible. \p Bytes: of its
/// stack. The new thread may read it.
int createWithRoom(pthread_t *Thread, const pthread_attr_t *Attributes,
                   StartFunction *Start, void *Argument, uint64_t &Bytes) {
  process::RoomyAttributes Roomy(Attributes);
  Bytes = stackBytes(Roomy.get());
  int Result = Next.Create(Thread, Roomy.get(), Start, Argument);
  if (Result == 0 || !Roomy.isLarger())
    return Result;
  Bytes = stackBytes(Attributes);
  return Next.Create(Thread, Attributes, Start, Argument);
}

constexpr uint64_t maskOf(int Signal) { return uint64_t(1) << (Signal - 1); }

/// libc's own signals: by the first one it cancels a thread, by the second one
/// setuid changes all threads. setuid waits for them with a lock that
/// pthread_create takes.
constexpr uint64_t CancelSignal = maskOf(32), IdentitySignal = maskOf(33);

/// Instructions raise these. The kernel ends a program that blocks them then.
constexpr uint64_t FaultSignals = maskOf(SIGSEGV) | maskOf(SIGBUS) |
                                  maskOf(SIGILL) | maskOf(SIGFPE) |
                                  maskOf(SIGTRAP) | maskOf(SIGSYS);

/// Creates the thread of \p R. A handler that ran before the thread is
/// registered would register it as one without a creator, so signals wait.
int createMasked(pthread_t *Thread, const pthread_attr_t *Attributes,
                 process::ThreadRecord *R) {
  R->IsMasked = inheritsSignalMask(Attributes);
  if (!R->IsMasked)
    return createWithRoom(Thread, Attributes, runThread, R, R->StackBytes);
  uint64_t Mask =
      sys::blockSignals(~(CancelSignal | IdentitySignal | FaultSignals));
  // As in libc, a thread can be cancelled, even if its creator is at its end.
  R->SignalMask = Mask & ~CancelSignal;
  int Result = createWithRoom(Thread, Attributes, runThread, R, R->StackBytes);
  sys::setSignalMask(Mask);
  return Result;
}

int createThread(record::ThreadState &T, pthread_t *Thread,
                 const pthread_attr_t *Attributes, StartFunction *Start,
                 void *Argument) {
  process::ThreadRecord *R = process::takeThreadRecord();
  if (!R)
    return EAGAIN;
  if (!T.Chunk)
    record::reserve(T, 1); // a forked child starts here
  lifecycle::finishAnnouncement(T);
  {
    record::BusyGuard Busy(T);
    becomeThreaded(T);
    R->Start = Start;
    R->Argument = Argument;
    R->Creator = T.Index;
    R->Index = process::process().Header->Threads.fetch_add(1);
    record::emit<EventKind::ThreadCreate>(T, R->Index);
  }
  // What libc allocates for the thread is recorded, because its release is
  // recorded too. It belongs to libc, not to an object that the program makes
  // of the thread.
  record::ContextBottom Bottom;
  int Result = createMasked(Thread, Attributes, R);
  if (Result)
    process::giveThreadRecord(R);
  return Result;
}

/// Calls \p Call, the real function that joins \p Thread, and records that.
int join(pthread_t Thread, FunctionRef<int> Call) {
  record::ThreadState &T = record::thread();
  if (!process::recording())
    return Call();
  process::ThreadRecord *R = process::findThreadRecord(Thread);
  // Once the thread is joined, its record may become another one's.
  uint32_t Index = R ? R->Index : 0;
  record::WaitClock Clock;
  int Result = Call();
  if (Result)
    return Result;
  if (!R) { // the thread had not begun
    R = process::findEndedThreadRecord(Thread);
    Index = R ? R->Index : 0;
  }
  if (R) {
    record::emit<EventKind::ThreadJoin>(T, Index);
    Clock.end(T, StallKind::Join, Index);
    process::releaseThreadRecord(R, Thread);
  }
  return Result;
}

} // namespace

} // namespace memfacet::hooks

using namespace memfacet;
using namespace memfacet::hooks;

MEMFACET_HOOK int pthread_create(pthread_t *Thread,
                                 const pthread_attr_t *Attributes,
                                 StartFunction *Start, void *Argument) {
  record::ThreadState &T = record::thread();
  if (!process::recording()) { // busy or not: the threads of a library are
                               // threads too
    uint64_t Unused;
    return createWithRoom(Thread, Attributes, Start, Argument, Unused);
  }
  return createThread(T, Thread, Attributes, Start, Argument);
}

/// libc's own call of pthread_create is not interposed.
MEMFACET_HOOK int thrd_create(thrd_t *Thread, thrd_start_t Start,
                              void *Argument) {
  process::process().IsThreaded.store(true);
  return Next.StandardCreate(Thread, Start, Argument);
}

MEMFACET_HOOK int pthread_join(pthread_t Thread, void **Value) {
  return join(Thread, [=] { return Next.Join(Thread, Value); });
}

MEMFACET_HOOK int pthread_tryjoin_np(pthread_t Thread, void **Value) {
  return join(Thread, [=] { return Next.TryJoin(Thread, Value); });
}

MEMFACET_HOOK int pthread_timedjoin_np(pthread_t Thread, void **Value,
                                       const timespec *Deadline) {
  return join(Thread, [=] { return Next.TimedJoin(Thread, Value, Deadline); });
}

MEMFACET_HOOK int pthread_clockjoin_np(pthread_t Thread, void **Value,
                                       clockid_t Clock,
                                       const timespec *Deadline) {
  return join(Thread,
              [=] { return Next.ClockJoin(Thread, Value, Clock, Deadline); });
}
