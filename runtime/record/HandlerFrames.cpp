//===- HandlerFrames.cpp - signal handlers in progress --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/record/HandlerFrames.h"
#include "memfacet/Check.h"
#include "runtime/process/ModuleList.h"
#include "runtime/record/Chunks.h"
#include "runtime/record/KeptChunks.h"
#include "runtime/region/DiscardPool.h"
#include "runtime/support/Syscall.h"
#include "runtime/support/Text.h"
#include <signal.h>

namespace memfacet::record {

namespace {

/// The longest record that a handler interrupts: longer events are written with
/// signals blocked.
constexpr uint32_t CutWords = MaxRecordWords;

/// The records after a cursor that a handler interrupted. Where inserted code
/// was interrupted, the cursor in memory may be before the end of the records.
struct InterruptedRecords {
  uint64_t *Last; ///< the last record, to which more runs may be added later
  uint64_t *End;
};

InterruptedRecords findInterrupted(ChunkHeader *C, uint64_t *Cursor) {
  if (region::isDiscardChunk(
          C)) // old words are not cleared there, nor new ones kept
    return {Cursor, Cursor};
  uint64_t *End = chunkEnd(C), *Last = Cursor;
  while (Cursor < End) {
    const Block *B =
        process::findBlock(__atomic_load_n(Cursor, __ATOMIC_RELAXED));
    if (!B)
      break;
    Last = Cursor;
    Cursor += 1 + B->SlotCount;
  }
  return {Last, Cursor < End ? Cursor : End};
}

void findAlternateStack(HandlerFrame &F) {
  stack_t Alternate = {};
  sys::call(__NR_sigaltstack, 0, sys::word(&Alternate));
  auto Low = reinterpret_cast<uint64_t>(Alternate.ss_sp);
  if (F.Address - Low >= Alternate.ss_size)
    return;
  F.AltLow = Low;
  F.AltHigh = Low + Alternate.ss_size;
}

bool isDead(const ThreadState &T, const HandlerFrame &F, uint64_t Sp) {
  if (F.AltLow)
    return Sp < F.AltLow || Sp >= F.AltHigh || Sp >= F.Address;
  // Nothing is known about other stacks than the thread's (a coroutine's).
  auto OnStack = [&](uint64_t A) { return A >= T.StackLow && A < T.StackHigh; };
  return OnStack(Sp) && OnStack(F.Address) && Sp >= F.Address;
}

void saveState(const ThreadState &T, HandlerFrame &F) {
  F.Cursor = __memfacet_cursor;
  F.Limit = __memfacet_limit;
  F.Site = __memfacet_site;
  F.Depth = __memfacet_depth;
  F.Context = contextSlot(F.Depth);
  F.Chunk = T.Chunk;
  InterruptedRecords Records = {};
  if (T.Chunk)
    Records = findInterrupted(T.Chunk, __memfacet_cursor);
  F.Splice = Records.Last;
  F.RecordsEnd = Records.End;
  F.BusyDepth = T.BusyDepth;
  F.HoldsOrder = T.HoldsOrder;
  F.AltLow = F.AltHigh = 0;
  findAlternateStack(F);
}

void restoreState(ThreadState &T, const HandlerFrame &F) {
  T.Chunk = F.Chunk;
  T.BusyDepth = F.BusyDepth;
  T.HoldsOrder = F.HoldsOrder;
  if (F.Chunk)
    T.HardLimit = chunkEnd(F.Chunk) - MaxRecordWords;
  __memfacet_site = F.Site;
  contextSlot(F.Depth) = F.Context;
  __memfacet_depth = F.Depth;
  __memfacet_limit = F.Limit;
  __memfacet_cursor = F.Cursor;
}

/// Gives the thread its chunk for code that was suspended. One that the
/// collector sees is left as soon as that code needs room: its rest stands
/// where the thread began to switch.
void resumeChunk(ThreadState &T) {
  if (!T.Chunk || region::isDiscardChunk(T.Chunk))
    return;
  if (isKeptChunk(T.Chunk)) {
    T.LastStamp = T.Chunk->StartStamp = timeStamp();
    return;
  }
  T.HardLimit = chunkBegin(T.Chunk);
  __memfacet_limit = T.HardLimit;
}

/// Returns the number of the frame with \p Address, or T.Depth.
uint32_t findFrame(const ThreadState &T, uint64_t Address) {
  for (uint32_t I = T.Depth; I != 0; --I)
    if (T.Frames[I - 1].Address == Address)
      return I - 1;
  return T.Depth;
}

/// Copies forwards. An assignment might become a call of memcpy.
void removeFrame(ThreadState &T, uint32_t Level) {
  MEMFACET_CHECK(Level < T.Depth, "a frame is removed once");
  --T.Depth;
  copyBytes(&T.Frames[Level], &T.Frames[Level + 1],
            (T.Depth - Level) * sizeof(HandlerFrame));
}

void handOverCutChunk(const HandlerFrame &F) {
  if (!F.Chunk)
    return;
  uint64_t *End = chunkEnd(F.Chunk);
  for (uint64_t *W = F.RecordsEnd; W != End && W != F.RecordsEnd + CutWords;
       ++W)
    *W = 0;
  handOverChunk(F.Chunk, F.RecordsEnd);
}

/// Lets the thread overwrite a chunk that is not read. The loss is counted when
/// it is given back.
void discardRecords(ThreadState &T) {
  T.Chunk = region::takeDiscardChunk();
  T.HardLimit = chunkEnd(T.Chunk) - MaxRecordWords;
  __memfacet_cursor = chunkBegin(T.Chunk);
  __memfacet_limit = T.HardLimit;
}

} // namespace

HandlerScope::HandlerScope(ThreadState &T, uint64_t FrameAddress)
    : State(T), Address(FrameAddress) {
  SignalBlock Block;
  dropDeadFrames(T, FrameAddress);
  IsDeep = T.Depth == MaxHandlerDepth;
  HandlerFrame &F = IsDeep ? Own : T.Frames[T.Depth++];
  F.Address = FrameAddress;
  saveState(T, F);
  T.DeepOrders += IsDeep && F.HoldsOrder;
  T.Chunk = nullptr;
  T.BusyDepth = 0;
  T.HoldsOrder = false;
  __memfacet_cursor = __memfacet_limit = nullptr;
  __memfacet_site = 0;
  // The handler's allocations are not attributed to the interrupted calls. The
  // slot may be written already, just before the depth is raised.
  contextSlot(F.Depth) = 0;
  __memfacet_depth = F.Depth + 1;
  if (IsDeep)
    discardRecords(T);
}

HandlerScope::~HandlerScope() {
  SignalBlock Block;
  uint32_t Level = findFrame(State, Address);
  // The frame may have been dropped as dead if handlers switch stacks.
  if (!IsDeep && Level == State.Depth)
    return;
  MEMFACET_CHECK(!State.HoldsOrder, "the handler's last event is whole");
  bool WasSuspended = IsDeep || Level + 1 != State.Depth;
  State.HasSuspended |= WasSuspended;
  if (WasSuspended)
    handOverInterrupted(State);
  closeChunk(State);
  if (IsDeep) {
    State.DeepOrders -= Own.HoldsOrder;
  } else {
    copyBytes(&Own, &State.Frames[Level], sizeof(Own));
    removeFrame(State, Level);
  }
  restoreState(State, Own);
  if (State.HasSuspended)
    resumeChunk(State);
}

bool dropDeadFrames(ThreadState &T, uint64_t Sp) {
  MEMFACET_CHECK(sys::signalsAreBlocked(), "a handler would add a frame");
  MEMFACET_CHECK(T.Depth <= MaxHandlerDepth, "deeper ones have no frame");
  bool AnyDead = false;
  // The outermost frame comes last: the thread continues that chunk's records.
  for (uint32_t I = T.Depth; I-- != 0;)
    if (isDead(T, T.Frames[I], Sp)) {
      handOverCutChunk(T.Frames[I]);
      removeFrame(T, I);
      AnyDead = true;
    }
  return AnyDead;
}

void leaveDeadFrames(ThreadState &T, uint64_t Sp) {
  if (dropDeadFrames(T, Sp))
    closeChunk(T);
}

void forgetFrameChunks(ThreadState &T) {
  for (uint32_t I = 0; I != T.Depth; ++I) {
    T.Frames[I].Chunk = nullptr;
    T.Frames[I].Splice = T.Frames[I].RecordsEnd = nullptr;
    T.Frames[I].Cursor = T.Frames[I].Limit = nullptr;
  }
}

} // namespace memfacet::record
