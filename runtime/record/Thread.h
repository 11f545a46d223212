//===- Thread.h - thread-local state --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every variable is __thread, initial-exec and trivially initialised. So it
// exists from the first to the last instruction of a thread, and needs no C++
// run-time support.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_RECORD_THREAD_H
#define MEMFACET_RUNTIME_RECORD_THREAD_H

#include "memfacet/Entry.h"
#include "memfacet/Events.h"
#include "memfacet/Region.h"
#include "runtime/record/ThreadCountState.h"
#include "runtime/record/ThreadSelection.h"
#include "runtime/support/Visibility.h"

extern "C" {
extern MEMFACET_EXPORT MEMFACET_TLS uint64_t *__memfacet_cursor;
extern MEMFACET_EXPORT MEMFACET_TLS uint64_t *__memfacet_limit;
extern MEMFACET_EXPORT MEMFACET_TLS uint64_t __memfacet_site;
extern MEMFACET_EXPORT MEMFACET_TLS uint64_t __memfacet_depth;
extern MEMFACET_EXPORT MEMFACET_TLS uint64_t
    __memfacet_contexts[memfacet::ContextSlots];
}

namespace memfacet::process {
struct ThreadRecord;
}

namespace memfacet::record {

struct KeptChunk;

/// A wait of a thread of OpenMP (hooks/OpenMp.cpp).
struct TeamWait {
  uint64_t Object; ///< a barrier, a join, a task that waits for others; or 0
  SyncKind Kind;
  uint64_t BeginTime; ///< time stamp; 0: the thread executes code meanwhile
};

/// The state that a signal handler interrupted. It is restored when the handler
/// returns.
struct HandlerFrame {
  uint64_t *Cursor;
  uint64_t *Limit;
  uint64_t Site;
  uint64_t Depth;   ///< of calls in progress
  uint64_t Context; ///< in the slot after the calls
  ChunkHeader *Chunk;
  /// End of the records in Chunk. The cursor may be before it: inserted code
  /// keeps its cursor in a register between calls.
  uint64_t *RecordsEnd;
  /// Where the handler's records belong in Chunk: before the last record, which
  /// may be incomplete.
  uint64_t *Splice;
  uint32_t BusyDepth;
  bool HoldsOrder;
  uint64_t Address; ///< of the handler's stack frame
  uint64_t AltLow;  ///< alternate stack that it runs on, or 0
  uint64_t AltHigh;
};

/// What handlers record that are nested deeper than this is discarded.
constexpr uint32_t MaxHandlerDepth = 32;
/// From this depth on, a thread fills private chunks, as if it had been seen to
/// switch contexts: such a thread begins with a handler for each context.
constexpr uint32_t MaxSharedDepth = 8;

struct ThreadState {
  ChunkHeader *Chunk;    ///< being filled, or null
  uint64_t *HardLimit;   ///< a block record may start below this
  uint64_t Sequence;     ///< of the next chunk
  uint64_t LastStamp;    ///< the latest time in the thread's records
  uint32_t Index;        ///< dense, 0 = main
  uint32_t KernelThread; ///< tid
  /// Depth of runtime and allocator code in progress. What such code does is
  /// not the program's work and makes no events.
  uint32_t BusyDepth;
  bool IsRegistered;
  /// The thread is starting the process, so it must not wait for the start.
  bool IsStarting;
  /// Work is left that needs libc, and so a normal call (thread key,
  /// thread-local variables).
  bool IsUnannounced;
  /// The thread has taken an order number and not written its event yet.
  bool HoldsOrder;
  /// Handlers of the thread return in another order than they began, as they
  /// switch between contexts (record/HandlerFrames.h).
  bool HasSuspended;
  /// Number of handlers without a frame that interrupted code with an order
  /// number.
  uint32_t DeepOrders;
  KeptChunk *KeptList; ///< the latest first (record/KeptChunks.h)
  uint64_t StackLow;   ///< 0: unknown
  uint64_t StackHigh;  ///< one past
  process::ThreadRecord *Record;
  /// The block whose release inserted code has reported, and the cursor after
  /// that event.
  const void *OfferedBlock;
  uint64_t *OfferCursor;
  /// The block that inserted code has reported last, and the number of releases
  /// at that time (entry/UnseenAllocations.cpp).
  const void *ReportedBlock;
  uint32_t ReportedReleases;
  /// Between these two cursors only QuietEvents were written, perhaps by an
  /// allocator.
  uint64_t *QuietBegin;
  uint64_t *QuietEnd;
  ThreadCountState Counts;
  ThreadSelection Selection;
  RecentLines Recent;
  TeamWait Team;
  uint32_t Depth; ///< of Frames
  HandlerFrame Frames[MaxHandlerDepth];
};

extern MEMFACET_TLS ThreadState CurrentThread;

inline ThreadState &thread() { return CurrentThread; }

/// Returns the slot for the entry of call number \p Depth.
inline uint64_t &contextSlot(uint64_t Depth) {
  return __memfacet_contexts[Depth % ContextSlots];
}

/// While an object exists, allocations are not attributed to the calls in
/// progress.
class ContextBottom {
public:
  ContextBottom() : Depth(__memfacet_depth), Slot(contextSlot(Depth)) {
    contextSlot(Depth) = 0;
    __memfacet_depth = Depth + 1;
  }
  ~ContextBottom() {
    contextSlot(Depth) = Slot;
    __memfacet_depth = Depth;
  }
  ContextBottom(const ContextBottom &) = delete;
  ContextBottom &operator=(const ContextBottom &) = delete;

private:
  uint64_t Depth, Slot;
};

inline uint64_t *chunkBegin(ChunkHeader *C) {
  return reinterpret_cast<uint64_t *>(C + 1);
}
inline uint64_t *chunkEnd(ChunkHeader *C) { return chunkBegin(C) + ChunkWords; }

/// While an object exists, interposed functions call the real ones and record
/// nothing.
class BusyGuard {
public:
  explicit BusyGuard(ThreadState &T) : State(T) { ++State.BusyDepth; }
  ~BusyGuard() { --State.BusyDepth; }
  BusyGuard(const BusyGuard &) = delete;
  BusyGuard &operator=(const BusyGuard &) = delete;

private:
  ThreadState &State;
};

/// Events that are written while it exists belong to an allocator: mappings
/// that it makes, locks that it takes. They do not mean that a hook has seen
/// the block that the allocator returns (UnseenAllocations.cpp).
class QuietEvents {
public:
  explicit QuietEvents(ThreadState &T) : State(T) {
    if (T.QuietEnd != __memfacet_cursor)
      T.QuietBegin = __memfacet_cursor;
  }
  ~QuietEvents() { State.QuietEnd = __memfacet_cursor; }
  QuietEvents(const QuietEvents &) = delete;
  QuietEvents &operator=(const QuietEvents &) = delete;

private:
  ThreadState &State;
};

} // namespace memfacet::record

#endif
