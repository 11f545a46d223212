//===- ThreadExit.cpp - the last code of a thread -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread key's destructor sets the key again until the last round of
// destructors. So it runs after C++'s thread-local destructors and the
// program's keys. What the thread does after that goes to another chunk, which
// the collector finds by the id of the dead thread.
//
//===----------------------------------------------------------------------===//

#include "runtime/lifecycle/ThreadExit.h"
#include "runtime/counts/Counts.h"
#include "runtime/lifecycle/Modules.h"
#include "runtime/lifecycle/Objects.h"
#include "runtime/process/ThreadRecords.h"
#include "runtime/record/Chunks.h"
#include "runtime/record/EventWriter.h"
#include "runtime/select/Select.h"
#include <errno.h>
#include <limits.h>
#include <pthread.h>

namespace memfacet::lifecycle {

namespace {

struct ExitKey {
  pthread_key_t Key;
  bool IsValid;
};
constinit ExitKey TheKey{};

void endThread(record::ThreadState &T) {
  SignalBlock Block;
  counts::reportCounts(T, true);
  record::emit<EventKind::ThreadEnd>(T, 0);
  record::closeChunk(T);
  select::leaveSelection(T);
  process::process().Header->LiveThreads.fetch_sub(1);
  if (T.Record)
    T.Record->HasEnded.store(true);
}

/// The key's value counts the rounds.
void onThreadExit(void *Value) {
  auto Round = reinterpret_cast<uintptr_t>(Value);
  if (Round < PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(TheKey.Key, reinterpret_cast<void *>(Round + 1));
    return;
  }
  if (process::recording() && record::thread().IsRegistered)
    endThread(record::thread());
}

} // namespace

void installThreadExit() {
  TheKey.IsValid = pthread_key_create(&TheKey.Key, onThreadExit) == 0;
}

void announceThread(record::ThreadState &T) {
  T.IsUnannounced = false;
  int Errno = errno;
  record::BusyGuard Busy(T);
  if (TheKey.IsValid)
    pthread_setspecific(TheKey.Key, reinterpret_cast<void *>(uintptr_t(1)));
  announceLibraryThreadLocals(T);
  announceThreadLocals(T);
  errno = Errno;
}

} // namespace memfacet::lifecycle
