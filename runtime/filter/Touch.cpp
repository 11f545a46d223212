//===- Touch.cpp - accesses that the inserted code has not found ----------===//
//
// The hot one is __memfacet_touch: a hundred million calls a second of some
// programs. It calls nothing that does not keep every register, so that it need
// not save those that it does not use itself.
//
//===----------------------------------------------------------------------===//

#include "memfacet/Tables.h"
#include "runtime/filter/Filtered.h"
#include "runtime/filter/Pieces.h"

#define MEMFACET_KEEPS __attribute__((preserve_most))

namespace memfacet {
namespace {

/// What becomes a line of several, or a count too large for a record.
constexpr uint64_t LargeCounts = 0xffff0000ffff0000;
constexpr uint64_t LineMask = FilterLineBytes - 1;

inline FrontEntry &entryOf(uint64_t Address) {
  return __memfacet_front[frontSet(Address)];
}

inline bool staysInLine(uint64_t Address, uint64_t Bytes) {
  return (Address & LineMask) + Bytes <= FilterLineBytes;
}

/// The access at \p Address becomes what \p E remembers. Its own count is not
/// in it yet.
inline void change(FrontEntry &E, uint64_t Address, uint64_t Site,
                   bool Direct) {
  uint64_t Counts = E.Counts;
  uint32_t Value = E.Writer | filteredCounts(Counts);
  // Nothing is told twice if a signal handler comes in between.
  E.Counts = 0;
  E.Writer = 0;
  Piece P = {Address, 0};
  if (!Direct)
    P = pieceAround(Address);
  E.Length = 0;
  writeFiltered(FilteredKind::Change, Address, Site, Value);
  E.Start = P.Start;
  E.Line = Direct ? Address & ~LineMask : NoLine;
  E.Length = P.Length;
}

} // namespace
} // namespace memfacet

using namespace memfacet;

extern "C" {

/// By trampolines that keep every register (FilterNext.S).
MEMFACET_KEEPS void memfacet_touch_rest(uint64_t Address, const Site *S,
                                        uint64_t Bytes);
MEMFACET_KEEPS void memfacet_tell_large(uint64_t Address);

MEMFACET_EXPORT MEMFACET_KEEPS void
__memfacet_touch(uint64_t Address, const Site *S, uint64_t About) {
  bool Direct = About & TouchesLine;
  for (uint64_t Left = About >> TouchedCountShift & 7; Left != 0;
       --Left, About >>= TouchedBits, ++S) {
    uint64_t At = Address + (About & LineMask);
    uint64_t Bytes = (About >> 6 & LineMask) + 1;
    bool Write = About >> 12 & 1;
    if (__builtin_expect(!staysInLine(At, Bytes), 0)) {
      memfacet_touch_rest(At, S, Bytes);
      continue;
    }
    FrontEntry &E = entryOf(At);
    if (__builtin_expect((E.Counts & LargeCounts) != 0, 0))
      memfacet_tell_large(At);
    bool Known =
        Direct ? (At ^ E.Line) < FilterLineBytes : At - E.Start < E.Length;
    if (!Known)
      change(E, At, reinterpret_cast<uint64_t>(S), Direct);
    if (!Direct)
      E.Counts += Write ? FilteredStore : FilteredLoad;
    else if (Write)
      E.Writer = uint32_t(reinterpret_cast<uint64_t>(S));
  }
}
}

namespace memfacet {
namespace {

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

void touchRange(uint64_t Address, const Site *S, uint64_t Bytes) {
  if (Address == 0 || Bytes == 0)
    return;
  if (!staysInLine(Address, Bytes)) {
    touchWhole(Address, S, Bytes);
    return;
  }
  uint64_t About = aboutAccess(0, Bytes, S->Kind != AccessKind::Load) |
                   uint64_t(1) << TouchedCountShift;
  if (S->Flags & SiteDirect)
    About |= TouchesLine;
  __memfacet_touch(Address, S, About);
}

void mark(uint64_t Address, const Site *S, uint64_t Bytes) {
  if (S->Shape == SiteShape::LocalBegin)
    objectBegins(Address, Address + Bytes);
  writeFiltered(FilteredKind::Mark, Address, reinterpret_cast<uint64_t>(S),
                Bytes < UINT32_MAX ? uint32_t(Bytes) : UINT32_MAX);
}

} // namespace
} // namespace memfacet

// Called by the trampolines in FilterNext.S.
extern "C" {
void memfacetTouchRest(uint64_t Address, const Site *S, uint64_t Bytes) {
  touchWhole(Address, S, Bytes);
}
void memfacetTellLarge(uint64_t Address) {
  FrontEntry &E = entryOf(Address);
  uint32_t Length = E.Length;
  uint64_t Line = E.Line;
  tellEntry(E);
  // It is still the set's most-recently-used line.
  E.Length = Length;
  E.Line = Line;
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
