//===- MakeRoom.cpp - the slow path of every record -----------------------===//

#include "runtime/pairs/Asking.h"
#include "runtime/process/Start.h"
#include "runtime/record/Chunks.h"
#include "runtime/record/EventWriter.h"
#include "runtime/record/HandlerFrames.h"
#include "runtime/record/Off.h"
#include "runtime/record/Sampling.h"
#include "runtime/region/Collector.h"

namespace memfacet {

/// The limit was a tick's, not the chunk's: stamps the time and goes on. Safe
/// against handlers without blocking them, as any event is.
static bool passTick(ThreadState &T) {
  Process &P = process();
  if (!T.Chunk || T.Depth || __memfacet_cursor >= T.Hard ||
      P.CollectorPending.load(std::memory_order_relaxed))
    return false;
  if (P.Several.load(std::memory_order_relaxed))
    stampTime(T);
  setLimit(T);
  return __memfacet_cursor < __memfacet_limit;
}

void makeRoom(ThreadState &T, uint32_t Words) {
  SignalBlock Block;
  dropDeadFrames(T, reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
  Process &P = process();
  bool WasOpen = T.Chunk && !T.Starting;
  ensureStarted(T);
  if (P.Child && WasOpen && P.CollectorPending.load()) {
    startCollector();
    leaveLostRegion(T);
  }
  if (!T.Registered && P.Started.load())
    registerUnknownThread(T);
  if (sampling() && Words == 0 && (T.Chunk || T.Sample.Scratch))
    enterPart(T);
  uint64_t *Cursor = eventCursor(T);
  bool HasRoom = T.Chunk && (T.Sample.Scratch || Cursor < T.Hard) &&
                 Cursor + Words <= chunkEnd(T.Chunk);
  if (!HasRoom && (Words != 0 || !T.Sample.Scratch)) {
    closeChunk(T);
    openChunk(T);
  }
  setLimit(T);
}

/// For a thread that is off. \p MayBeVirtual: the caller has two versions. \p
/// Frame is the address of its slow path's frame.
static void passOff(ThreadState &T, bool MayBeVirtual, uint64_t Frame) {
  bool Virtual = isVirtual(__memfacet_cursor);
  uint64_t *Limit = Virtual ? __memfacet_fast_limit : __memfacet_limit;
  bool Full = __memfacet_cursor >= Limit;
  // The caller's version is not that of the mode any more.
  if (!Full && (MayBeVirtual || !Virtual))
    return;
  SignalBlock Block;
  dropDeadFrames(T, Frame);
  if (Full && process().AlternateWords && !wantsOff(process())) {
    goOn(T);
    makeRoom(T, 0);
  } else {
    stayOff(T, MayBeVirtual);
  }
}

static bool goOffIf(bool Wanted, ThreadState &T, bool MayBeVirtual,
                    uint64_t Frame) {
  Process &P = process();
  if (!Wanted || !T.Chunk || !T.Registered || T.Starting || !P.Started.load() ||
      P.CollectorPending.load())
    return false;
  SignalBlock Block;
  dropDeadFrames(T, Frame);
  goOff(T, MayBeVirtual);
  return true;
}

static void makeSampledRoom(ThreadState &T, bool MayBeVirtual) {
  // A callee has begun to record.
  if (!T.Sample.Scratch && MayBeVirtual && __memfacet_cursor < __memfacet_limit)
    return;
  mayBeVirtual(T, MayBeVirtual);
  expectRecords(T);
  if (!turnScratch(T))
    makeRoom(T, 0);
}

static void makeRoomFor(bool MayBeVirtual, uint64_t Frame) {
  ThreadState &T = thread();
  if (sampling()) {
    makeSampledRoom(T, MayBeVirtual);
    return;
  }
  if (isOff(T)) {
    passOff(T, MayBeVirtual, Frame);
    return;
  }
  // A callee has taken the thread on.
  if (MayBeVirtual && __memfacet_cursor < __memfacet_limit)
    return;
  Process &P = process();
  if (goOffIf(P.AlternateWords || wantsOff(P), T, MayBeVirtual, Frame))
    return;
  if (!passTick(T))
    makeRoom(T, 0);
  goOffIf(wantsOff(P), T, MayBeVirtual, Frame);
}

} // namespace memfacet

// Called by the trampolines in Next.S.
extern "C" void memfacetMakeRoom() {
  memfacet::makeRoomFor(false,
                        reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
}
extern "C" void memfacetSwitch() {
  memfacet::makeRoomFor(true,
                        reinterpret_cast<uint64_t>(__builtin_frame_address(0)));
}
