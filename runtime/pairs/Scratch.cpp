//===- Scratch.cpp - records that only their thread reads -----------------===//

#include "runtime/pairs/Scratch.h"
#include "runtime/process/Process.h"
#include "runtime/record/Chunks.h"
#include "runtime/region/DiscardPool.h"

namespace memfacet {

namespace {

/// So much is written before it is looked at: little, so that the program's own
/// lines stay in the caches.
constexpr uint64_t ScratchWords = 4096;
static_assert(ScratchWords + MaxRecordWords <= ChunkWords);

void countFromHere(ThreadState &T) { T.Scratch.Base = __memfacet_cursor; }

void rewind(ThreadState &T) {
  __memfacet_cursor = chunkBegin(T.Scratch.Memory);
  countFromHere(T);
}

/// The chunk keeps what it has; records go to the scratch from now on.
void take(ThreadState &T) {
  T.Scratch.Written = T.Chunk ? __memfacet_cursor : nullptr;
  T.Scratch.Memory = takeDiscardChunk();
  rewind(T);
}

/// Records go on where events have been written meanwhile.
void give(ThreadState &T) {
  giveDiscardChunk(T.Scratch.Memory);
  T.Scratch.Memory = nullptr;
  __memfacet_cursor = T.Scratch.Written;
  if (T.Chunk)
    T.Hard = chunkEnd(T.Chunk) - MaxRecordWords;
}

void look(ThreadState &T) {
  lookAtRecords(T, T.Scratch.Base, __memfacet_cursor);
  countFromHere(T);
}

} // namespace

void settlePairs(ThreadState &T) {
  if (!isLooking(T))
    look(T);
}

void beginScratch(ThreadState &T) {
  take(T);
  setLimit(T);
}

void endScratch(ThreadState &T) {
  if (!T.Chunk && !T.Scratch.Memory)
    return;
  if (T.Scratch.Memory)
    look(T);
  tellUnits(T);
  if (T.Scratch.Memory)
    give(T);
}

bool turnScratch(ThreadState &T) {
  // A child may have to start its collector.
  if (!T.Scratch.Memory || T.Depth != 0 ||
      process().CollectorPending.load(std::memory_order_relaxed))
    return false;
  look(T);
  rewind(T);
  setLimit(T);
  return true;
}

void enterScratch(ThreadState &T) {
  if (!T.Scratch.Memory) {
    take(T);
    return;
  }
  look(T);
  rewind(T);
}

void setScratchLimit(const ThreadState &T, uint64_t *Limit) {
  if (T.Pairs.Still) // records are to be announced (Asking.h)
    Limit = nullptr;
  else if (T.Scratch.Memory)
    Limit = chunkBegin(T.Scratch.Memory) + ScratchWords;
  __memfacet_limit = Limit;
}

void eventBesideScratch(ThreadState &T, uint32_t Words) {
  T.Scratch.Written += Words;
  // From here on nothing of the scratch is kept.
  if (T.Scratch.Looking || T.Scratch.Telling)
    return;
  // Whoever compares cursors to see whether anything was recorded finds that
  // they differ. What is beyond the limit is looked at before the next record.
  if (__memfacet_cursor == chunkEnd(T.Scratch.Memory)) {
    look(T);
    rewind(T);
  }
  *__memfacet_cursor++ = 0; // a word that is no record
  if (T.Pairs.Still)        // nor is anything else there
    countFromHere(T);
}

void scratchInHandler(ThreadState &T, const ThreadScratch &Interrupted) {
  T.Scratch = {};
  if (!Interrupted.Memory)
    return;
  T.Scratch.Memory = takeDiscardChunk();
  rewind(T);
  setLimit(T);
}

void endHandlerScratch(ThreadState &T) {
  if (!T.Scratch.Memory)
    return;
  look(T);
  give(T);
}

void dropScratch(ThreadState &T, ThreadScratch &Interrupted,
                 const uint64_t *Cursor) {
  ThreadScratch &S = Interrupted;
  if (!S.Memory)
    return;
  if (!S.Looking)
    lookAtRecords(T, S.Base, Cursor);
  giveDiscardChunk(S.Memory);
  S = {};
}

} // namespace memfacet
