//===- Off.cpp - threads that record nothing ------------------------------===//

#include "runtime/record/Off.h"
#include "runtime/region/DiscardPool.h"

namespace memfacet {

namespace {

/// Words of a virtual chunk, unless a test wants others.
constexpr uint64_t VirtualWords = ChunkWords;

uint64_t wordsPassed(const OffState &Off, const uint64_t *Cursor) {
  return Off.Passed + uint64_t(Cursor - Off.Base);
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
  T.Off.Passed = wordsPassed(T.Off, __memfacet_cursor);
  start(T, MayBeVirtual);
}

void goOn(ThreadState &T) {
  if (!isOff(T))
    return;
  Process &P = process();
  uint64_t Words = wordsPassed(T.Off, __memfacet_cursor);
  P.WordsPassed.fetch_add(Words, std::memory_order_relaxed);
  if (P.AlternateWords && P.Settings.isSet(Option::verbose))
    Diagnostic() << "thread " << uint64_t(T.Index) << ": " << Words
                 << " words were not recorded";
  __memfacet_fast_limit = nullptr;
  __memfacet_limit = nullptr;
  __memfacet_cursor = T.Off.Events;
  dropScratch(T);
  T.Off = {};
}

void dropOff(const HandlerFrame &F) {
  if (!F.Off.Events)
    return;
  process().WordsPassed.fetch_add(wordsPassed(F.Off, F.Cursor),
                                  std::memory_order_relaxed);
  if (F.Off.Scratch)
    giveDiscardChunk(F.Off.Scratch);
}

} // namespace memfacet
