//===- HandlerFrames.cpp - signal handlers in progress --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/record/HandlerFrames.h"
#include "memfacet/Check.h"
#include "runtime/process/ModuleList.h"
#include "runtime/record/Chunks.h"
#include "runtime/region/DiscardPool.h"
#include "runtime/support/Syscall.h"
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

void handOverCutChunk(ThreadState &T, HandlerFrame &F) {
  if (!F.Chunk)
    return;
  uint64_t *End = chunkEnd(F.Chunk);
  for (uint64_t *W = F.RecordsEnd; W != End && W != F.RecordsEnd + CutWords;
       ++W)
    *W = 0;
  handOverChunk(F.Chunk, F.RecordsEnd);
}

} // namespace

HandlerScope::HandlerScope(ThreadState &T, uint64_t FrameAddress)
    : State(T), Address(FrameAddress) {
  SignalBlock Block;
  dropDeadFrames(T, FrameAddress);
  Level = T.Depth;
  if (Level == MaxHandlerDepth)
    return;
  HandlerFrame &F = T.Frames[T.Depth];
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
  F.Address = FrameAddress;
  F.AltLow = F.AltHigh = 0;
  findAlternateStack(F);
  ++T.Depth;
  T.Chunk = nullptr;
  T.BusyDepth = 0;
  T.HoldsOrder = false;
  __memfacet_cursor = __memfacet_limit = nullptr;
  __memfacet_site = 0;
  // The handler's allocations are not attributed to the interrupted calls. The
  // slot may be written already, just before the depth is raised.
  contextSlot(F.Depth) = 0;
  __memfacet_depth = F.Depth + 1;
}

HandlerScope::~HandlerScope() {
  SignalBlock Block;
  // The frame may have been dropped as dead if handlers switch stacks.
  if (Level >= State.Depth || State.Frames[Level].Address != Address)
    return;
  HandlerFrame &F = State.Frames[Level];
  MEMFACET_CHECK(!State.HoldsOrder, "the handler's last event is whole");
  closeChunk(State);
  State.Depth = Level;
  State.Chunk = F.Chunk;
  State.BusyDepth = F.BusyDepth;
  State.HoldsOrder = F.HoldsOrder;
  if (F.Chunk)
    State.HardLimit = chunkEnd(F.Chunk) - MaxRecordWords;
  __memfacet_site = F.Site;
  contextSlot(F.Depth) = F.Context;
  __memfacet_depth = F.Depth;
  __memfacet_limit = F.Limit;
  __memfacet_cursor = F.Cursor;
}

bool dropDeadFrames(ThreadState &T, uint64_t Sp) {
  MEMFACET_CHECK(sys::signalsAreBlocked(), "a handler would add a frame");
  MEMFACET_CHECK(T.Depth <= MaxHandlerDepth, "deeper ones have no frame");
  uint32_t AliveCount = T.Depth;
  while (AliveCount != 0 && isDead(T, T.Frames[AliveCount - 1], Sp))
    --AliveCount;
  // The outermost frame comes last: the thread continues that chunk's records.
  for (uint32_t I = T.Depth; I != AliveCount; --I)
    handOverCutChunk(T, T.Frames[I - 1]);
  bool AnyDead = T.Depth != AliveCount;
  T.Depth = AliveCount;
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
