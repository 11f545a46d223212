//===- runtime/record/Off.cpp - threads that record nothing ---------------===//

#include "runtime/record/Off.h"
#include "runtime/region/DiscardPool.h"

namespace memfacet {

namespace {

/// Words of a virtual chunk, unless a test wants others.
constexpr uint64_t VirtualWords = ChunkWords;

uint64_t wordsPassed(const uint64_t *Cursor, const uint64_t *Base) {
  return uint64_t(Cursor - Base);
}

void count(ThreadState &T) {
  process().WordsPassed.fetch_add(wordsPassed(__memfacet_cursor, T.Off.Base),
                                  std::memory_order_relaxed);
}

void dropScratch(ThreadState &T) {
  if (T.Off.Scratch)
    giveDiscardChunk(T.Off.Scratch);
  T.Off.Scratch = nullptr;
}

void startVirtual(ThreadState &T) {
  uint64_t Words = process().AlternateWords;
  T.Off.Base = reinterpret_cast<uint64_t *>(VirtualChunk);
  __memfacet_cursor = T.Off.Base;
  __memfacet_limit = nullptr;
  __memfacet_fast_limit = T.Off.Base + (Words ? Words : VirtualWords);
}

void startScratch(ThreadState &T) {
  uint64_t Words = process().AlternateWords;
  if (!T.Off.Scratch)
    T.Off.Scratch = takeDiscardChunk();
  uint64_t *Hard = chunkEnd(T.Off.Scratch) - MaxRecordWords;
  T.Off.Base = chunkBegin(T.Off.Scratch);
  __memfacet_cursor = T.Off.Base;
  __memfacet_limit =
      Words && Words < uint64_t(Hard - T.Off.Base) ? T.Off.Base + Words : Hard;
  __memfacet_fast_limit = nullptr;
}

void start(ThreadState &T, bool MayBeVirtual) {
  if (MayBeVirtual) {
    dropScratch(T);
    startVirtual(T);
  } else {
    startScratch(T);
  }
}

} // namespace

bool wantsOff(const Process &P) {
  Recording Now = P.Now.load(std::memory_order_relaxed);
  // With discard=1, the cost of recording is to be measured.
  return Now == Recording::Off ||
         (Now == Recording::Discard && !P.Settings.isSet(Option::discard));
}

void goOff(ThreadState &T, bool MayBeVirtual) {
  T.Off.Events = __memfacet_cursor;
  start(T, MayBeVirtual);
}

void stayOff(ThreadState &T, bool MayBeVirtual) {
  count(T);
  start(T, MayBeVirtual);
}

void goOn(ThreadState &T) {
  if (!isOff(T))
    return;
  count(T);
  Process &P = process();
  if (P.AlternateWords && P.Settings.isSet(Option::verbose))
    Diagnostic() << "thread " << uint64_t(T.Index) << ": "
                 << wordsPassed(__memfacet_cursor, T.Off.Base)
                 << " words were not recorded";
  __memfacet_fast_limit = nullptr;
  __memfacet_limit = nullptr;
  __memfacet_cursor = T.Off.Events;
  T.Off.Events = nullptr;
  dropScratch(T);
}

void dropOff(const HandlerFrame &F) {
  if (!F.Off.Events)
    return;
  process().WordsPassed.fetch_add(wordsPassed(F.Cursor, F.Off.Base),
                                  std::memory_order_relaxed);
  if (F.Off.Scratch)
    giveDiscardChunk(F.Off.Scratch);
}

} // namespace memfacet
