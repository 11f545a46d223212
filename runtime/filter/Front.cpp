//===- Front.cpp - what threads remember of lines -------------------------===//

#include "runtime/filter/Front.h"
#include "runtime/filter/FilterCache.h"
#include "runtime/process/Process.h"

extern "C" {
MEMFACET_EXPORT constinit uint8_t __memfacet_filtering = 0;
}

namespace memfacet {

namespace {

/// Whether a piece from \p Start on has a byte in [\p Low, \p High).
bool overlaps(uint64_t Start, uint32_t Length, uint64_t Low, uint64_t High) {
  return Start < High && Start + Length > Low && Length != 0;
}

/// Calls \p OfEntry(entry, its way) and \p OfWay(way, number) for pieces in [\p
/// Low, \p High) of a thread's filter cache.
template <typename EntryVisitor, typename WayVisitor>
void forPieces(FilterCache &C, FrontEntry *Front, uint64_t Low, uint64_t High,
               EntryVisitor OfEntry, WayVisitor OfWay) {
  uint64_t Begin = Low & ~LineMask;
  uint64_t Most = FilterLineBytes * FrontSets;
  for (uint64_t I = 0; I != FrontSets && Begin + I * FilterLineBytes < High;
       ++I) {
    FrontEntry &E = Front[frontSet(Begin + I * FilterLineBytes)];
    if (overlaps(E.Start, E.Length, Low, High))
      OfEntry(E, C.Current[frontSet(E.Start)]);
  }
  if (High - Begin > Most * C.Ways) {
    for (uint64_t S = 0; S != C.Sets; ++S) {
      FilterWay *W = C.set(S << FilterLineShift).ways();
      for (uint32_t I = 0; I != C.Ways; ++I)
        if (overlaps(W[I].start(), W[I].length(), Low, High))
          OfWay(W[I], I);
    }
    return;
  }
  for (uint64_t Line = Begin; Line < High; Line += FilterLineBytes) {
    FilterSet &S = C.set(Line);
    FilterWay *W = C.find(S, Line);
    if (W && overlaps(W->start(), W->length(), Low, High))
      OfWay(*W, uint32_t(W - S.ways()));
  }
}

/// Filter caches of the threads that live.
struct AllCaches {
  static constexpr size_t Most = 256; ///< others' counts may be another's
  struct Member {
    FrontEntry *Front;
    FilterCache *Cache;
  };
  Lock Mutex;
  Member Members[Most];
};
constinit AllCaches Others{};

/// Other threads do not remember what is in [\p Low, \p High) any more, but
/// still have its counts. A thread that is just remembering something else is
/// made to look again, no more. Not waited for where a handler has interrupted
/// its own thread in here.
void losePieces(uint64_t Low, uint64_t High) {
  if (!Others.Mutex.tryTake())
    return;
  for (const AllCaches::Member &M : Others.Members)
    if (M.Front && M.Front != __memfacet_front)
      forPieces(
          *M.Cache, M.Front, Low, High,
          [](FrontEntry &E, FilterWay *) {
            __atomic_store_n(&E.Length, 0u, __ATOMIC_RELAXED);
          },
          [](FilterWay &W, uint32_t) {
            __atomic_fetch_and(&W.Where, FilterWay::StartMask,
                               __ATOMIC_RELAXED);
          });
  Others.Mutex.release();
}

/// The calling thread tells what it has counted of [\p Low, \p High).
void tellPieces(FilterCache &C, uint64_t Low, uint64_t High) {
  forPieces(
      C, __memfacet_front, Low, High,
      [&](FrontEntry &E, FilterWay *W) {
        tellEntry(E, C.wayOf(E.Start, W));
        E.Length = 0;
        saveEntry(E, *W);
      },
      [](FilterWay &W, uint32_t Number) {
        tellWay(W, Number);
        W.Where = W.start();
      });
}

} // namespace

void showFront() {
  if (!__memfacet_filter_cache)
    return;
  LockGuard Guard(Others.Mutex);
  for (AllCaches::Member &M : Others.Members)
    if (!M.Front) {
      M = {__memfacet_front, __memfacet_filter_cache};
      return;
    }
}

void hideFront() {
  LockGuard Guard(Others.Mutex);
  for (AllCaches::Member &M : Others.Members)
    if (M.Front == __memfacet_front)
      M = {};
}

void objectBegins(uint64_t Low, uint64_t High) {
  if (Low >= High)
    return;
  if (FilterCache *C = __memfacet_filter_cache)
    tellPieces(*C, Low, High);
  if (!isAloneHere())
    losePieces(Low, High);
  setPiece(Low, High);
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

void clearFront() {
  Others.Mutex.reset();
  for (AllCaches::Member &M : Others.Members)
    M = {};
}

void interruptFront(InterruptedFront &To) {
  __memfacet_filter_cache = nullptr;
  for (uint32_t I = 0; I != FrontSets; ++I) {
    FrontEntry &E = __memfacet_front[I];
    E.Length = 0;
    E.Line = NoLine;
    To.Writers[I] = E.Writer;
  }
}

void resumeFront(const InterruptedFront &From) {
  for (uint32_t I = 0; I != FrontSets; ++I)
    __memfacet_front[I].Writer = From.Writers[I];
}

} // namespace memfacet
