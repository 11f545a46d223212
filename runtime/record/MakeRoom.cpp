//===- MakeRoom.cpp - the slow path of every record -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/Check.h"
#include "runtime/record/Chunks.h"
#include "runtime/record/EventWriter.h"
#include "runtime/record/HandlerFrames.h"
#include "runtime/record/Registration.h"
#include "runtime/record/Upcalls.h"
#include "runtime/region/Collector.h"
#include "runtime/region/DiscardPool.h"

namespace memfacet::record {

/// Stamps the time and goes on if the limit was a tick's, not the chunk's;
/// otherwise returns false. Like any event, this is safe against handlers
/// without blocking them.
static bool passTick(ThreadState &T) {
  process::Process &P = process::process();
  if (!T.Chunk || T.Depth || __memfacet_cursor >= T.HardLimit ||
      P.CollectorPending.load(std::memory_order_relaxed))
    return false;
  if (P.IsThreaded.load(std::memory_order_relaxed))
    stampTime(T);
  setLimit(T);
  return __memfacet_cursor < __memfacet_limit;
}

/// Lets the thread overwrite memory that all threads share, without a system
/// call and without a lock, which a handler might wait for.
static void writeAside(ThreadState &T) {
  T.Chunk = region::sharedDiscardChunk();
  T.HardLimit = chunkEnd(T.Chunk) - MaxRecordWords;
  __memfacet_cursor = chunkBegin(T.Chunk);
  __memfacet_limit = T.HardLimit;
}

void makeRoom(ThreadState &T, uint32_t Words) {
  MEMFACET_CHECK(Words <= ChunkWords, "an event fits in a chunk");
  if (sys::AreCallsForbidden.load(std::memory_order_relaxed))
    return writeAside(T);
  SignalBlock Block;
  leaveDeadFrames(T, reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  process::Process &P = process::process();
  bool WasOpen = T.Chunk && !T.IsStarting;
  callUp(RecordUpcalls.StartProcess, T);
  if (P.IsChild && WasOpen && P.CollectorPending.load()) {
    region::startCollector();
    leaveLostRegion(T);
  }
  if (!T.IsRegistered && P.Started.load())
    registerUnknownThread(T);
  uint64_t *Cursor = __memfacet_cursor;
  bool HasRoom =
      T.Chunk && Cursor < T.HardLimit && Cursor + Words <= chunkEnd(T.Chunk);
  if (!HasRoom) {
    closeChunk(T);
    openChunk(T);
  }
  setLimit(T);
}

static void makeRoomForRecord() {
  ThreadState &T = thread();
  if (!passTick(T))
    makeRoom(T, 0);
}

} // namespace memfacet::record

// Called by the trampoline in Next.S.
extern "C" void memfacetMakeRoom() { memfacet::record::makeRoomForRecord(); }
