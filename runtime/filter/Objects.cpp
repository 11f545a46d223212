//===- Objects.cpp - objects begin, and lines are asked for anew ----------===//

#include "runtime/filter/Objects.h"
#include "runtime/filter/Filtered.h"
#include "runtime/filter/Marks.h"
#include "runtime/filter/Pieces.h"
#include "runtime/process/Process.h"

namespace memfacet {

namespace {

/// Calls \p Visit for the numbers of the ways of \p C whose pieces have a byte
/// in [\p Low, \p High).
template <typename Visitor>
void forPieces(FilterCache &C, uint64_t Low, uint64_t High, Visitor Visit) {
  auto Look = [&](uint32_t Number) {
    const FilterWay &W = C.Lines[Number];
    if (W.Start < High && W.Start + W.Length > Low && W.Length != 0)
      Visit(Number);
  };
  if (High - Low > C.Sets * FilterLineBytes * 4)
    return forWays(C, Look);
  for (uint64_t Line = Low & ~LineMask; Line < High; Line += FilterLineBytes)
    if (uint32_t Number = find(C, Line); Number != NoWay)
      Look(Number);
}

/// Filter caches of the threads that live.
struct AllCaches {
  static constexpr size_t Most = 256; ///< others' counts may be another's
  Lock Mutex;                         ///< of those who write
  std::atomic<uint32_t> Readers;
  std::atomic<FilterCache *> Caches[Most];
};
constinit AllCaches Others{};

/// Other threads do not remember what is in [\p Low, \p High) any more, but
/// still have its counts. A thread that is just remembering something else is
/// made to look again, no more. Nobody waits: many threads allocate at once.
void losePieces(uint64_t Low, uint64_t High) {
  Others.Readers.fetch_add(1);
  for (std::atomic<FilterCache *> &Slot : Others.Caches)
    if (FilterCache *C = Slot.load(); C && C != __memfacet_filter_cache)
      forPieces(*C, Low, High, [&](uint32_t Number) {
        __atomic_store_n(&C->Lines[Number].Length, 0u, __ATOMIC_RELAXED);
      });
  Others.Readers.fetch_sub(1);
}

} // namespace

void showFilterCache() {
  LockGuard Guard(Others.Mutex);
  for (std::atomic<FilterCache *> &Slot : Others.Caches)
    if (!Slot.load()) {
      Slot.store(__memfacet_filter_cache);
      return;
    }
}

void hideFilterCache() {
  // Whoever has found it is done soon. Not waited for longer: a handler may
  // have interrupted its own thread there, to end it.
  constexpr uint32_t Long = 1 << 20;
  LockGuard Guard(Others.Mutex);
  for (std::atomic<FilterCache *> &Slot : Others.Caches)
    if (Slot.load() == __memfacet_filter_cache)
      Slot.store(nullptr);
  for (uint32_t I = 0; I != Long && Others.Readers.load() != 0; ++I)
    machine::relax();
}

// They go on meanwhile: what they count now may be told or not.
void tellOthers() {
  Others.Readers.fetch_add(1);
  for (std::atomic<FilterCache *> &Slot : Others.Caches)
    if (FilterCache *C = Slot.load(); C && C != __memfacet_filter_cache)
      forWays(*C, [&](uint32_t Number) {
        FilterWay &W = C->Lines[Number];
        uint64_t Counts =
            __atomic_exchange_n(&W.Counts, uint64_t(0), __ATOMIC_RELAXED);
        forParts(Counts, [&](uint32_t Part) {
          writeFiltered(FilteredKind::Left, W.Start, 0, 0, Part);
        });
        if (uint32_t Straddles = __atomic_exchange_n(&W.Straddles, uint16_t(0),
                                                     __ATOMIC_RELAXED))
          writeFiltered(FilteredKind::Straddles, W.Start, 0, W.Straddler,
                        Straddles);
      });
  Others.Readers.fetch_sub(1);
}

void hideFilterCaches() {
  Others.Mutex.reset();
  Others.Readers.store(0);
  for (std::atomic<FilterCache *> &Slot : Others.Caches)
    Slot.store(nullptr);
}

void objectEnds(uint64_t Low, uint64_t High) {
  FilterCache &C = *__memfacet_filter_cache;
  // What was counted is told later: whoever reads it knows whose it was.
  if (C.Ways != 0)
    forPieces(C, Low, High,
              [&](uint32_t Number) { C.Lines[Number].Length = 0; });
}

namespace {

/// Who remembers a piece of [\p Low, \p High) asks again.
void forget(uint64_t Low, uint64_t High) {
  objectEnds(Low, High);
  if (!isAloneHere())
    losePieces(Low, High);
}

/// What begins at \p Low is nothing that was there before.
void notBegun(uint64_t Low) {
  if (BegunOnStack &B = begun(*__memfacet_filter_cache, Low); B.Low == Low)
    B.High = Low;
}

FilterThread &own(FilterCache &C) {
  return reinterpret_cast<FilterThread &>(C);
}

/// Arguments that are in [\p Low, \p High) next have begun anew.
void notPassed(uint64_t Low, uint64_t High) {
  FilterThread &T = own(*__memfacet_filter_cache);
  if (Low < T.PassedHigh && High > T.PassedLow)
    T.PassedHigh = 0;
}

void begins(uint64_t Low, uint64_t High) {
  forget(Low, High);
  setPiece(Low, High);
  notBegun(Low);
  notPassed(Low, High);
}

} // namespace

void objectBegins(uint64_t Low, uint64_t High) {
  if (Low >= High)
    return;
  begins(Low, High);
  forgetMarks(Low, High);
}

void markBegins(uint64_t Low, uint64_t High) {
  Extent Changed = changedByMark(Low, High);
  forget(Changed.Low, Changed.High);
  setMark(Low, High);
  notBegun(Low);
  notPassed(Low, High);
}

void markEnds(uint64_t Address) {
  Extent Changed = changedByEnd(Address);
  objectEnds(Changed.Low, Changed.High);
}

void marksEnd(uint64_t Low, uint64_t Bytes) {
  uint64_t Most = ~LineMask - Low;
  objectEnds(Low & ~LineMask,
             (Low + (Bytes < Most ? Bytes : Most) + LineMask) & ~LineMask);
}

void stackBegins(uint64_t Low, uint64_t High, const Site *S) {
  if (Low < High) {
    begins(Low, High);
    hideMarks(Low, High);
  }
  FilterCache &C = *__memfacet_filter_cache;
  if (C.Ways != 0)
    begun(C, Low) = {Low, High, S, boundariesOf(Low, High)};
}

void localEnds(uint64_t Low, uint64_t Bytes) {
  if (Bytes == 0)
    forgetPieces();
  else
    objectEnds(Low, Low + Bytes);
  notBegun(Low);
}

void argumentsBegin(uint64_t Low, uint64_t High) {
  FilterCache &C = *__memfacet_filter_cache;
  if (C.Ways == 0)
    return;
  objectEnds(Low, High);
  FilterThread &T = own(C);
  for (BegunOnStack &B : T.Begun)
    if (B.Low < High && B.High > Low)
      B.High = B.Low;
  T.PassedLow = Low;
  T.PassedHigh = High;
}

void globalsBegin(const ModuleTables &Tables) {
  const TableRange &R = Tables.Ranges[unsigned(TableKind::Globals)];
  for (uint64_t At = R.Begin; At + sizeof(Global) <= R.End;
       At += sizeof(Global)) {
    auto *G = reinterpret_cast<const Global *>(At);
    if (G->Address && !(G->Flags & GlobalThreadLocal))
      setPiece(G->Address, G->Address + G->Size);
  }
}

} // namespace memfacet
