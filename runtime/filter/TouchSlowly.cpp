//===- TouchSlowly.cpp - accesses of any kind -----------------------------===//
//
// What Touch.cpp leaves: accesses in windows, to several lines or objects, to
// parts of granules, of threads without a filter cache, and where counts are
// large or there is no room for records.
//
//===----------------------------------------------------------------------===//

#include "runtime/filter/FilterCache.h"
#include "runtime/filter/Lines.h"
#include "runtime/filter/Objects.h"

namespace memfacet {
namespace {

FilterCache &filterCache() {
  if (__builtin_expect(!hasRoom(), 0))
    __memfacet_next();
  return *__memfacet_filter_cache;
}

/// One access that no line is remembered for.
void touchUnseen(uint64_t Address, const Site *S, uint64_t Bytes) {
  writeFiltered(FilteredKind::Access, Address, 0, reinterpret_cast<uint64_t>(S),
                uint32_t(Bytes));
}

void tellLarge(FilterCache &C, uint32_t Number) {
  if (C.Lines[Number].Counts & LargeCounts)
    tellWay(C, Number);
}

/// The number of the way for the line of \p Address, for the access of \p S
/// now.
uint32_t wayFor(FilterCache &C, uint64_t Address, const Site *S, Piece P) {
  uint32_t Number = find(C, Address);
  if (Number != NoWay) {
    tellLarge(C, Number);
  } else {
    Number = victimFor(C, Address);
    tellLarge(C, Number);
    if (!hasRoom())
      __memfacet_next();
    enterLine(C, Number, wayIn(C, Number), Address, S, P);
  }
  rememberNow(C, Address, Number);
  C.Last[Number] = C.Clock;
  return Number;
}

/// One access to one line, now, with its count.
void touchOne(uint64_t Address, const Site *S, uint64_t Bytes, bool Direct,
              bool Write) {
  FilterCache &C = filterCache();
  if (C.Ways == 0)
    return touchUnseen(Address, S, Bytes);
  Piece P = Direct ? Piece{Address, 0} : pieceAround(Address);
  uint32_t Number = wayFor(C, Address, S, P);
  FilterWay &W = C.Lines[Number];
  if (!Direct &&
      (W.Start != P.Start || W.Length != P.Length || P.Length == 0)) {
    if (!hasRoom())
      __memfacet_next();
    countPiece(C, W, wayIn(C, Number), Address, S, P);
  }
  count(W, S, Direct, Write);
}

/// The line of \p Address is accessed at \p Time by what the last Access says.
/// It will be found: the caller may count there once more
/// (memfacetTouchSlowly).
void touchLine(FilterCache &C, uint64_t Address, const Site *S, uint64_t Time) {
  uint32_t Number = find(C, Address);
  if (Number == NoWay) {
    Number = victimFor(C, Address);
    tellWay(C, Number);
    C.Lines[Number] = {Address, 0, 0, 0, 0, 0, 0};
    C.Tags[Number] = tagOf(Address);
    writeFiltered(FilteredKind::Touched, Address, wayIn(C, Number),
                  reinterpret_cast<uint64_t>(S), 0);
  }
  rememberNow(C, Address, Number);
  C.Last[Number] = Time;
}

/// Who wrote the lines of [\p Address, \p Address + \p Bytes) before is told.
void tellWritten(FilterCache &C, uint64_t Address, uint64_t Bytes) {
  for (uint64_t At = Address; At < Address + Bytes; At = (At | LineMask) + 1)
    if (uint32_t Number = find(C, At); Number != NoWay)
      if (C.Lines[Number].Writer != 0 || C.Lines[Number].Counts >> 32 != 0)
        tellWay(C, Number);
}

/// One access to any number of bytes and lines, which has \p Step of time for
/// each line, from now on. Returns when it has ended; the clock does not go on.
uint64_t touchWhole(uint64_t Address, const Site *S, uint64_t Bytes,
                    uint64_t Step) {
  constexpr uint64_t MostBytes = UINT32_MAX & ~LineMask;
  FilterCache &C = filterCache();
  uint64_t Time = C.Clock;
  while (Bytes != 0) {
    uint64_t Part = Bytes < MostBytes ? Bytes : MostBytes;
    if (C.Ways == 0) {
      touchUnseen(Address, S, Part);
    } else {
      if (S->Kind != AccessKind::Load)
        tellWritten(C, Address, Part);
      touchUnseen(Address, S, Part);
      for (uint64_t At = Address; At < Address + Part;
           At = (At | LineMask) + 1, Time += Step)
        touchLine(C, At, S, Time);
    }
    Address += Part;
    Bytes -= Part;
  }
  return Time;
}

/// If a window is open, it shows an access.
void see(uint64_t Address, const Site *S, uint64_t Bytes) {
  if (FilterCache &C = *__memfacet_filter_cache; C.Window != 0)
    seeAccess(C, Address, S, Bytes);
}

/// The access of a check, with its count, of a caller that has read \p Cache.
/// Its clock goes on there.
FilterCache &touch(uint64_t Address, const Site *S, const FilterCache *Cache,
                   bool Direct) {
  see(Address, S, S->Size);
  if (staysInLine(Address, S->Size))
    touchOne(Address, S, S->Size, Direct, writes(S));
  else
    touchWhole(Address, S, S->Size, 1);
  FilterCache &C = *__memfacet_filter_cache;
  if (Cache != &C) // which was made since
    C.Clock += FilterTick;
  return C;
}

/// An execution of \p S was \p Accesses.
void tellTimes(const Site *S, uint32_t Accesses) {
  if (Accesses != 1)
    writeFiltered(FilteredKind::Times, 0, 0, reinterpret_cast<uint64_t>(S),
                  Accesses);
}

void mark(uint64_t Address, const Site *S, uint64_t Bytes) {
  if (S->Shape == SiteShape::LocalBegin)
    stackBegins(Address, Address + Bytes, S);
  else if (S->Shape == SiteShape::LocalEnd)
    localEnds(Address, Bytes);
  writeFiltered(FilteredKind::Mark, Address, 0, reinterpret_cast<uint64_t>(S),
                Bytes < UINT32_MAX ? uint32_t(Bytes) : UINT32_MAX);
}

} // namespace

void touchRange(uint64_t Address, const Site *S, uint64_t Bytes) {
  see(Address, S, Bytes);
  uint64_t Ends;
  if (staysInLine(Address, Bytes)) {
    touchOne(Address, S, Bytes, isDirect(S), writes(S));
    Ends = __memfacet_filter_cache->Clock + FilterTick;
  } else {
    Ends = touchWhole(Address, S, Bytes, FilterTick);
  }
  __memfacet_filter_cache->Clock = Ends;
}

} // namespace memfacet

using namespace memfacet;

// Called by the trampolines in FilterNext.S.
extern "C" {
// The caller will count once more, where it finds the line then.
void memfacetTouchSlowly(uint64_t Address, const Site *S,
                         const FilterCache *Cache) {
  FilterCache &C = touch(Address, S, Cache, false);
  if (&C == Cache)
    C.Lines[guess(C, Address)].Counts -=
        writes(S) ? FilteredStore : FilteredLoad;
}
// The caller will say who wrote the line: it must be found.
void memfacetTouchLineSlowly(uint64_t Address, const Site *S,
                             const FilterCache *Cache) {
  FilterCache &C = touch(Address, S, Cache, true);
  if (C.Ways != 0)
    touchOne(Address, S, 1, true, false);
}
void memfacetTouchRangeSlowly(uint64_t Address, const Site *S, uint64_t Bytes) {
  if (Address == 0 || Bytes == 0)
    tellTimes(S, 0);
  else
    touchRange(Address, S, Bytes);
}
void memfacetTouchLanes(uint64_t Address, const Site *S, uint64_t Mask) {
  uint32_t Accesses = 0;
  while (Mask != 0) {
    unsigned First = unsigned(__builtin_ctzl(Mask));
    uint64_t Rest = ~(Mask >> First);
    unsigned Count = Rest ? unsigned(__builtin_ctzl(Rest)) : 64 - First;
    touchRange(Address + uint64_t(First) * S->Size, S,
               uint64_t(Count) * S->Size);
    ++Accesses;
    Mask = First + Count >= 64 ? 0 : Mask >> (First + Count) << (First + Count);
  }
  tellTimes(S, Accesses);
}
void memfacetMarkSlowly(uint64_t Address, const Site *S, uint64_t Bytes) {
  mark(Address, S, Bytes);
}
void memfacetUnnamedSlowly(uint64_t Address, uint64_t Bytes) {
  stackBegins(Address, Address + Bytes, nullptr);
}
void memfacetPassedSlowly(uint64_t Address, uint64_t Bytes) {
  argumentsBegin(Address, Address + Bytes);
}
void memfacetForget() { handOverCache(); }
}
