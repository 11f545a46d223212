//===- Thread.h - thread-local state --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything is __thread, initial-exec and trivially initialised, so that it
// exists from the first to the last instruction of a thread and costs no
// C++ run-time support.
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

namespace memfacet {

struct KeptChunk;
struct ThreadRecord;

/// What a thread of OpenMP's waits for (hooks/OpenMp.cpp).
struct TeamWait {
  uint64_t Object; ///< a barrier, a join, a task that waits for others; or 0
  SyncKind Kind;
  uint64_t BeginTime; ///< time stamp; 0: it executes meanwhile
};

/// What a signal handler interrupted, to be put back when it returns.
struct HandlerFrame {
  uint64_t *Cursor;
  uint64_t *Limit;
  uint64_t Site;
  uint64_t Depth;   ///< of calls in progress
  uint64_t Context; ///< in the slot behind them
  ChunkHeader *Chunk;
  /// End of the records in Chunk. Cursor may be behind it: inserted code keeps
  /// its cursor in a register between calls.
  uint64_t *RecordsEnd;
  /// Where the handler's records belong in Chunk: before the last record, which
  /// may not have ended.
  uint64_t *Splice;
  uint32_t BusyDepth;
  bool HoldsOrder;
  uint64_t Address; ///< of the handler's stack frame
  uint64_t AltLow;  ///< alternate stack that it runs on, or 0
  uint64_t AltHigh;
};

/// Handlers nested deeper than this write into the chunk of the one below.
constexpr uint32_t MaxHandlerDepth = 8;

struct ThreadState {
  ChunkHeader *Chunk;    ///< being filled, or null
  uint64_t *HardLimit;   ///< a block record may start below this
  uint64_t Sequence;     ///< of the next chunk
  uint64_t LastStamp;    ///< the latest time that its stream tells
  uint32_t Index;        ///< dense, 0 = main
  uint32_t KernelThread; ///< tid
  /// Depth of runtime and allocator code in progress: what it does is not the
  /// program's doing and makes no events.
  uint32_t BusyDepth;
  bool IsRegistered;
  /// In the middle of the process's start: do not wait for it.
  bool IsStarting;
  /// Work is left that needs libc, and so a normal call (thread key,
  /// thread-local variables).
  bool IsUnannounced;
  /// Between taking an order number and writing its event.
  bool HoldsOrder;
  KeptChunk *KeptList; ///< the latest first (record/KeptChunks.h)
  uint64_t StackLow;   ///< 0: unknown
  uint64_t StackHigh;  ///< one past
  ThreadRecord *Record;
  /// The block whose release inserted code has told, and where that ended.
  const void *OfferedBlock;
  uint64_t *OfferCursor;
  /// Between these two, only QuietEvents were written: an allocator's, perhaps.
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

/// Where the entry of call number \p Depth stands.
inline uint64_t &contextSlot(uint64_t Depth) {
  return __memfacet_contexts[Depth % ContextSlots];
}

/// While it exists, allocations are not attributed to the calls in progress.
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

/// While it lives, interposed functions pass straight through.
class BusyGuard {
public:
  explicit BusyGuard(ThreadState &T) : State(T) { ++State.BusyDepth; }
  ~BusyGuard() { --State.BusyDepth; }
  BusyGuard(const BusyGuard &) = delete;
  BusyGuard &operator=(const BusyGuard &) = delete;

private:
  ThreadState &State;
};

/// Events made while it lives are an allocator's own: what it maps, locks that
/// it takes. They do not mean that anybody saw the block that it hands out
/// (UnseenAllocations.cpp).
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

} // namespace memfacet

#endif
