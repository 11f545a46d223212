//===- ThreadRecords.h - from pthread_t to thread index -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_PROCESS_THREADRECORDS_H
#define MEMFACET_RUNTIME_PROCESS_THREADRECORDS_H

#include <atomic>
#include <cstdint>
#include <pthread.h>

namespace memfacet::process {

/// Describes a thread that the program created, from before its start until it
/// is joined. Records are reused, never freed.
struct ThreadRecord {
  std::atomic<ThreadRecord *> NextInList;
  std::atomic<bool> IsUsed;
  std::atomic<bool> HasEnded;
  /// 0 until the thread runs.
  std::atomic<pthread_t> Handle;
  uint32_t Index;
  uint32_t Creator;
  uint64_t StackBytes;
  void *(*Start)(void *);
  void *Argument;
  /// The thread begins with most signals blocked, and this mask is for after.
  bool IsMasked;
  uint64_t SignalMask;
};

/// Returns a record without a handle, or null when memory is short.
ThreadRecord *takeThreadRecord();
/// Gives back \p R, whose thread could not begin.
void giveThreadRecord(ThreadRecord *R);
/// Gives back \p R, whose thread \p Handle was joined, unless a later thread
/// with the same handle has dropped it.
void releaseThreadRecord(ThreadRecord *R, pthread_t Handle);

/// Sets the handle of the calling thread, \p R. Drops the record that an
/// earlier, detached thread left with the same handle.
void setThreadHandle(ThreadRecord *R, pthread_t Handle);
ThreadRecord *findThreadRecord(pthread_t Handle);
/// Returns only a record whose thread has ended, or null.
ThreadRecord *findEndedThreadRecord(pthread_t Handle);

/// Drops all records but \p Current, that of the calling thread, in a forked
/// child.
void forgetOtherThreads(ThreadRecord *Current);

} // namespace memfacet::process

#endif
