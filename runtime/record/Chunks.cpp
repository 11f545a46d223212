//===- Chunks.cpp - the chunk that a thread fills -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/record/Chunks.h"
#include "memfacet/Check.h"
#include "memfacet/Select.h"
#include "runtime/process/ModuleList.h"
#include "runtime/process/Process.h"
#include "runtime/record/KeptChunks.h"
#include "runtime/record/Upcalls.h"
#include "runtime/region/ChunkLists.h"
#include "runtime/region/Collector.h"
#include "runtime/region/DiscardPool.h"
#include "runtime/region/FileRegion.h"

namespace memfacet::record {

namespace {

constexpr uint32_t WaitMilliseconds = 200;
/// A collector that was announced but has not come after this number of waits
/// never comes.
constexpr uint32_t AttachWaits = 50;
/// The process of a collector in another namespace cannot be looked up. It is
/// taken for dead after this number of waits, a minute, without a freed chunk.
constexpr uint32_t ForeignWaits = 300;
/// Where more threads live than there are chunks, each chunk may be held by a
/// thread that waits. This number of waits in a row without a freed chunk
/// indicates that.
constexpr uint32_t CrowdWaits = 25;

bool liesInRegion(const process::Process &P, const ChunkHeader *C) {
  const char *Position = reinterpret_cast<const char *>(C);
  return P.Base && Position >= P.Base &&
         Position < P.Base + regionBytes(P.ChunkCount);
}

/// Returns whether each chunk may be held by a thread: no chunk is handed over
/// that the collector could free.
bool isCrowded(const process::Process &P) {
  return P.Header->LiveThreads.load() >= P.ChunkCount &&
         uint32_t(P.Header->ReadyHead.load()) == 0;
}

/// Sleeps once for a free chunk. Returns null if none came.
ChunkHeader *waitForChunk(RegionHeader &H, region::ChunkLists &Lists) {
  H.FreeWaiters.fetch_add(1);
  uint32_t Signal = H.FreeSignal.load();
  ChunkHeader *C = Lists.take();
  if (!C) {
    Lists.wakeCollector();
    sys::futexWait(&H.FreeSignal, Signal, WaitMilliseconds);
    C = Lists.take();
  }
  H.FreeWaiters.fetch_sub(1);
  return C;
}

ChunkHeader *takeRegionChunk(process::Process &P, bool MayWait) {
  region::ChunkLists Lists(*P.Header, P.Base);
  if (ChunkHeader *C = Lists.take())
    return C;
  region::startCollector();
  if (!MayWait)
    return Lists.take();
  const uint32_t FirstSignal = P.Header->FreeSignal.load();
  uint32_t LastSignal = FirstSignal, QuietWaits = 0;
  for (uint32_t Waits = 1; P.Destination.load() == process::Recording::Region;
       ++Waits) {
    if (ChunkHeader *C = waitForChunk(*P.Header, Lists))
      return C;
    bool NeverCame = !P.Header->CollectorProcess.load() && Waits == AttachWaits;
    bool IsSilent = P.IsForeign && Waits == ForeignWaits &&
                    P.Header->FreeSignal.load() == FirstSignal;
    if (NeverCame || IsSilent || region::isCollectorGone(*P.Header))
      process::giveUp("the collector is gone");
    uint32_t Signal = P.Header->FreeSignal.load();
    QuietWaits = Signal == LastSignal ? QuietWaits + 1 : 0;
    LastSignal = Signal;
    if (QuietWaits >= CrowdWaits && isCrowded(P))
      break;
  }
  return nullptr;
}

ChunkHeader *takeChunk(process::Process &P, bool MayWait) {
  ChunkHeader *C = nullptr;
  if (P.Destination.load() == process::Recording::Region)
    C = takeRegionChunk(P, MayWait);
  if (!C && !MayWait && P.Destination.load() == process::Recording::Region)
    C = takeKeptChunk();
  if (!C && P.Destination.load() == process::Recording::File) {
    C = region::takeFileChunk();
    if (!C)
      process::giveUp("the disk is full");
  }
  return C ? C : region::takeDiscardChunk();
}

/// Returns the frame with the innermost interrupted chunk, the parent of a
/// handler's chunk; or null. The collector does not see private chunks.
const HandlerFrame *parentFrame(const ThreadState &T) {
  for (uint32_t I = T.Depth; I != 0; --I)
    if (T.Frames[I - 1].Chunk && !isKeptChunk(T.Frames[I - 1].Chunk))
      return &T.Frames[I - 1];
  return nullptr;
}

/// Gives \p C the next place among the chunks of the thread.
void placeChunk(ThreadState &T, ChunkHeader &C) {
  C.Sequence = T.Sequence++;
  C.Flags = 0;
  C.ParentSequence = 0;
  C.ParentOffset = 0;
  if (const HandlerFrame *Parent = parentFrame(T)) {
    C.Flags = ChunkOfHandler;
    C.ParentSequence = Parent->Chunk->Sequence;
    C.ParentOffset = uint32_t(Parent->Splice - chunkBegin(Parent->Chunk));
  }
}

void fillHeader(ThreadState &T, ChunkHeader &C) {
  C.Thread = T.Index;
  C.StartStamp = T.LastStamp = timeStamp();
  C.UsedWords = 0;
  C.KernelThread = T.KernelThread;
  placeChunk(T, C);
  C.State.store(ChunkState::Filling, std::memory_order_release);
}

} // namespace

void setLimit(ThreadState &T) {
  MEMFACET_CHECK(T.Chunk, "the limit is one of the open chunk");
  process::Process &P = process::process();
  // A child that is about to exec makes few records: its collector is started
  // only when it has made some.
  bool HasTicks =
      P.IsThreaded.load(std::memory_order_relaxed) ||
      (P.IsChild && P.CollectorPending.load(std::memory_order_relaxed));
  uint64_t *Next = __memfacet_cursor + TickBytes / sizeof(uint64_t);
  __memfacet_limit = HasTicks && Next < T.HardLimit ? Next : T.HardLimit;
}

void openChunk(ThreadState &T) {
  MEMFACET_CHECK(sys::signalsAreBlocked(), "a handler has its own chunk");
  MEMFACET_CHECK(!T.Chunk, "the last one was closed");
  process::Process &P = process::process();
  ChunkHeader *C = nullptr;
  if (T.HasSuspended || T.Depth >= MaxSharedDepth) {
    handOverInterrupted(T);
    if (P.Destination.load() < process::Recording::Discard)
      C = takeKeptChunk();
  }
  if (!C)
    C = takeChunk(P, !mustNotWait(T));
  fillHeader(T, *C);
  T.Chunk = C;
  T.HardLimit = chunkEnd(C) - MaxRecordWords;
  __memfacet_cursor = chunkBegin(C);
  setLimit(T);
  callUp(RecordUpcalls.OpenChunk, T);
}

static void handOverWords(ChunkHeader *C, uint64_t Used) {
  process::Process &P = process::process();
  P.WordsWritten.fetch_add(Used, std::memory_order_relaxed);
  process::Recording Destination = P.Destination.load();
  if (region::isDiscardChunk(C)) {
    P.Header->LostChunks.fetch_add(1, std::memory_order_relaxed);
    region::giveDiscardChunk(C);
  } else if (!liesInRegion(P, C)) {
    region::closeFileChunk(C, Used);
  } else if (Destination == process::Recording::Region) {
    region::ChunkLists(*P.Header, P.Base).handOver(C, Used);
  } else if (Destination == process::Recording::File) {
    region::copyReadyToFile(P);
    if (!region::copyToFile(C, Used))
      process::giveUp("the disk is full");
  } else {
    P.Header->LostChunks.fetch_add(1, std::memory_order_relaxed);
  }
}

/// Hands over a copy of what is new in the kept chunk \p C, up to its
/// UsedWords. May sleep.
static void handOverCopy(ThreadState &T, ChunkHeader &C) {
  uint64_t &Handed = handedWords(C);
  if (Handed == C.UsedWords)
    return;
  if (Handed != 0) // other contexts have recorded since
    placeChunk(T, C);
  ChunkHeader *Copy = takeChunk(process::process(), true);
  constexpr size_t Begin = offsetof(ChunkHeader, Thread);
  constexpr size_t End = offsetof(ChunkHeader, Next);
  copyBytes(reinterpret_cast<char *>(Copy) + Begin,
            reinterpret_cast<const char *>(&C) + Begin, End - Begin);
  Copy->State.store(ChunkState::Filling, std::memory_order_release);
  uint64_t Count = C.UsedWords - Handed;
  copyBytes(Copy + 1, chunkBegin(&C) + Handed, Count * sizeof(uint64_t));
  Handed = C.UsedWords;
  handOverWords(Copy, Count);
}

/// Returns the end of the whole records between \p Begin and \p End. Slots of
/// the last block may be written later, though the cursor is after them.
static uint64_t *wholeEnd(uint64_t *Begin, uint64_t *End) {
  uint64_t *Whole = Begin;
  for (uint64_t *W = Begin; W < End;) {
    uint64_t Header = *W;
    if (isEvent(Header)) {
      Whole = W += eventWords(Header);
      continue;
    }
    if (isSelected(Header)) {
      Whole = W += SelectedWords;
      continue;
    }
    const Block *B = process::findBlock(Header);
    if (!B)
      break;
    W += 1 + B->SlotCount;
    if (W < End)
      Whole = W;
  }
  return Whole;
}

void handOverInterrupted(ThreadState &T) {
  MEMFACET_CHECK(sys::signalsAreBlocked(), "a handler would add a frame");
  if (mustNotWait(T))
    return;
  handOverKeptChunks(T); // they are older
  for (uint32_t I = 0; I != T.Depth; ++I) {
    ChunkHeader *C = T.Frames[I].Chunk;
    if (!C || !isKeptChunk(C))
      continue;
    uint64_t *Begin = chunkBegin(C);
    uint64_t *End = wholeEnd(Begin + handedWords(*C), T.Frames[I].Splice);
    C->UsedWords = uint64_t(End - Begin);
    handOverCopy(T, *C);
  }
}

void handOverKeptChunks(ThreadState &T) {
  MEMFACET_CHECK(sys::signalsAreBlocked(), "a handler would add to the list");
  if (T.KeptList && !mustNotWait(T))
    drainKeptChunks(T, handOverCopy);
}

void handOverChunk(ChunkHeader *C, const uint64_t *Cursor) {
  ThreadState &T = thread();
  uint64_t Used = uint64_t(Cursor - chunkBegin(C));
  MEMFACET_CHECK(Used <= ChunkWords, "the cursor is one of the chunk");
  bool IsKept = isKeptChunk(C);
  if (IsKept) {
    C->UsedWords = Used;
    keepChunk(T, C);
  }
  handOverKeptChunks(T); // they are older
  if (!IsKept)
    handOverWords(C, Used);
}

void closeChunk(ThreadState &T) {
  MEMFACET_CHECK(sys::signalsAreBlocked(), "a handler has its own chunk");
  ChunkHeader *C = T.Chunk;
  if (!C)
    return;
  uint64_t *Cursor = __memfacet_cursor;
  T.Chunk = nullptr;
  __memfacet_cursor = __memfacet_limit = nullptr;
  handOverChunk(C, Cursor);
}

void leaveLostRegion(ThreadState &T) {
  process::Process &P = process::process();
  if (T.Chunk && P.Destination.load() == process::Recording::File &&
      liesInRegion(P, T.Chunk))
    closeChunk(T);
}

} // namespace memfacet::record
