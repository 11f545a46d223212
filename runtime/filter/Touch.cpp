//===- Touch.cpp - accesses that the inserted code has not found ----------===//
//
// What Touch.S does not do: accesses to several pieces or lines, pieces that
// are no whole lines, full chunks.
//
//===----------------------------------------------------------------------===//

#include "memfacet/Tables.h"
#include "runtime/filter/Filtered.h"
#include "runtime/filter/Pieces.h"

namespace memfacet {
namespace {

/// A count that may become too large for a record soon. Touch.S has it, too.
constexpr uint64_t LargeCounts = 0xffff8000ffff8000;
constexpr uint64_t LineMask = FilterLineBytes - 1;

inline FrontEntry &entryOf(uint64_t Address) {
  return __memfacet_front[frontSet(Address)];
}

inline bool staysInLine(uint64_t Address, uint64_t Bytes) {
  return (Address & LineMask) + Bytes <= FilterLineBytes;
}

inline bool hasRoom() { return __memfacet_cursor < __memfacet_limit; }

/// The access at \p Address is what \p E remembers from now on. There is room
/// for a record.
inline void change(FrontEntry &E, uint64_t Address, const Site *S, Piece P,
                   uint64_t Line) {
  uint32_t Value = E.Writer | filteredCounts(E.Counts);
  E.Counts = 0;
  E.Writer = 0;
  E.Length = P.Length;
  E.Start = P.Start;
  E.Line = Line;
  appendFiltered(FilteredKind::Change, Address, reinterpret_cast<uint64_t>(S),
                 Value);
}

/// What the sets of the lines of [\p Address, \p Address + \p Bytes) have
/// counted is told.
void tellLines(uint64_t Address, uint64_t Bytes) {
  uint64_t First = Address >> FilterLineShift;
  uint64_t Last = (Address + Bytes - 1) >> FilterLineShift;
  if (Last - First >= FrontSets)
    Last = First + FrontSets - 1;
  for (uint64_t Line = First; Line <= Last; ++Line)
    tellEntry(__memfacet_front[Line % FrontSets]);
}

void touchWhole(uint64_t Address, const Site *S, uint64_t Bytes) {
  constexpr uint64_t MostBytes = UINT32_MAX & ~LineMask;
  while (Bytes != 0) {
    uint64_t Part = Bytes < MostBytes ? Bytes : MostBytes;
    tellLines(Address, Part);
    writeFiltered(FilteredKind::Access, Address, reinterpret_cast<uint64_t>(S),
                  uint32_t(Part));
    Address += Part;
    Bytes -= Part;
  }
}

/// Counts of \p E that are too large for a record are told; the line stays
/// what it is.
void tellLarge(FrontEntry &E) {
  if (!(E.Counts & LargeCounts))
    return;
  uint32_t Length = E.Length;
  uint64_t Line = E.Line;
  tellEntry(E);
  E.Length = Length;
  E.Line = Line;
}

/// One access to one line, with its count.
void touchOne(uint64_t Address, const Site *S, bool Direct, bool Write) {
  FrontEntry &E = entryOf(Address);
  tellLarge(E);
  if (!hasRoom())
    __memfacet_next();
  bool Known = Direct ? (Address ^ E.Line) < FilterLineBytes
                      : Address - E.Start < E.Length;
  if (!Known)
    change(E, Address, S, Direct ? Piece{Address, 0} : pieceAround(Address),
           Direct ? Address & ~LineMask : NoLine);
  if (!Direct)
    E.Counts += Write ? FilteredStore : FilteredLoad;
  else if (Write)
    E.Writer = uint32_t(reinterpret_cast<uint64_t>(S));
}

/// All accesses of a check, with their counts. Returns these.
uint64_t touchEach(uint64_t Address, const Site *S, uint64_t About,
                   bool Direct) {
  uint64_t Counts = 0;
  uint64_t Left = About >> TouchedCountShift;
  for (About >>= TouchedShift; Left != 0; --Left, About >>= TouchedBits, ++S) {
    uint64_t At = Address + (About & LineMask);
    uint64_t Bytes = (About >> 6 & LineMask) + 1;
    bool Write = About >> 12 & 1;
    Counts += Write ? FilteredStore : FilteredLoad;
    if (staysInLine(At, Bytes))
      touchOne(At, S, Direct, Write);
    else
      touchWhole(At, S, Bytes);
  }
  return Counts;
}

void touchRange(uint64_t Address, const Site *S, uint64_t Bytes) {
  if (Address == 0 || Bytes == 0)
    return;
  if (staysInLine(Address, Bytes))
    touchOne(Address, S, S->Flags & SiteDirect, S->Kind != AccessKind::Load);
  else
    touchWhole(Address, S, Bytes);
}

void mark(uint64_t Address, const Site *S, uint64_t Bytes) {
  if (S->Shape == SiteShape::LocalBegin)
    objectBegins(Address, Address + Bytes);
  writeFiltered(FilteredKind::Mark, Address, reinterpret_cast<uint64_t>(S),
                Bytes < UINT32_MAX ? uint32_t(Bytes) : UINT32_MAX);
}

} // namespace
} // namespace memfacet

using namespace memfacet;

// Called by the trampolines in FilterNext.S.
extern "C" {
// The caller will count once more.
void memfacetTouchSlowly(uint64_t Address, const Site *S, uint64_t About) {
  uint64_t Counted = touchEach(Address, S, About, false);
  entryOf(Address).Counts -= Counted;
}
// The caller will say who wrote the line: it must be there.
void memfacetTouchLineSlowly(uint64_t Address, const Site *S, uint64_t About) {
  touchEach(Address, S, About, true);
  touchOne(Address, S, true, false);
}
void memfacetTouchRange(uint64_t Address, const Site *S, uint64_t Bytes) {
  touchRange(Address, S, Bytes);
}
void memfacetTouchLanes(uint64_t Address, const Site *S, uint64_t Mask) {
  while (Mask != 0) {
    unsigned First = unsigned(__builtin_ctzl(Mask));
    uint64_t Rest = ~(Mask >> First);
    unsigned Count = Rest ? unsigned(__builtin_ctzl(Rest)) : 64 - First;
    touchRange(Address + uint64_t(First) * S->Size, S,
               uint64_t(Count) * S->Size);
    Mask = First + Count >= 64 ? 0 : Mask >> (First + Count) << (First + Count);
  }
}
void memfacetMark(uint64_t Address, const Site *S, uint64_t Bytes) {
  mark(Address, S, Bytes);
}
void memfacetForget() { forgetFront(); }
}
