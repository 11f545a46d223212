//===- Touch.cpp - accesses that the front has not found ------------------===//
//
// Up to a hundred million calls a second come to the two functions at the end
// (FilterNext.S calls them). They do what is usual: accesses to one piece of
// another line than the set's entry has. For the rest they return false, and
// nothing has changed but that the line is in the entry: then the functions
// above do all.
//
//===----------------------------------------------------------------------===//

#include "memfacet/Tables.h"
#include "runtime/filter/FilterCache.h"
#include "runtime/filter/Filtered.h"
#include "runtime/record/Thread.h"

namespace memfacet {
namespace {

/// A count that may become too large for a record soon.
constexpr uint64_t LargeCounts = 0xffff8000ffff8000;

inline FrontEntry &entryOf(uint64_t Address) {
  return __memfacet_front[frontSet(Address)];
}

inline bool staysInLine(uint64_t Address, uint64_t Bytes) {
  return (Address & LineMask) + Bytes <= FilterLineBytes;
}

inline bool hasRoom() { return __memfacet_cursor < __memfacet_limit; }

/// The line in way \p Number of \p S leaves for the one of \p Address: that is
/// written. There is room for two records.
[[gnu::always_inline]] inline void writeChange(FilterWay &W, uint32_t Number, uint64_t Address,
                        const Site *S) {
  uint32_t Writer = W.writer(), Counts = W.counts();
  FilteredKind Kind = FilteredKind::Change;
  if (__builtin_expect(Writer != 0, 0)) {
    if (Counts != 0)
      appendFiltered(FilteredKind::Counts, W.start(), Number, 0, Counts);
    Kind = FilteredKind::ChangeWritten;
    Counts = Writer;
  }
  appendFiltered(Kind, Address, Number, reinterpret_cast<uint64_t>(S), Counts);
}

/// \p E, whose line is in a way already or nowhere, becomes that of the line of
/// \p Address. False: the line was in the cache, with the piece that it had.
/// There is room for two records.
[[gnu::always_inline]] inline bool takeLine(FilterCache &C, FrontEntry &E, uint64_t Address,
                     const Site *S, Piece P) {
  FilterWay *&Current = C.Current[frontSet(Address)];
  saveEntry(E, *Current);
  FilterSet &Set = C.set(Address);
  if (FilterWay *Found = C.find(Set, Address)) {
    Set.use(uint32_t(Found - Set.ways()));
    Current = Found;
    loadEntry(E, *Found);
    return false;
  }
  uint32_t Number = C.victim(Set);
  FilterWay &W = Set.ways()[Number];
  writeChange(W, Number, Address, S);
  C.enter(Set, Number, Address);
  W.Where = P.Start | uint64_t(P.Length) << FilterWay::LengthShift;
  W.Used = 0;
  Current = &W;
  E.Start = P.Start;
  E.Length = P.Length;
  E.Writer = 0;
  E.Counts = 0;
  E.Line = Address & ~LineMask;
  return true;
}

/// Counts of \p E that are too large for a record are told; it goes on.
void tellLarge(FilterCache &C, FrontEntry &E, uint64_t Address) {
  if (E.Counts & LargeCounts)
    tellEntry(E, C.wayOf(E.Start, C.Current[frontSet(Address)]));
}

FilterCache *filterCache() {
  if (__builtin_expect(!hasRoom(), 0))
    __memfacet_next();
  return __memfacet_filter_cache;
}

/// One access that no line is remembered for.
void touchUnseen(uint64_t Address, const Site *S, uint64_t Bytes) {
  writeFiltered(FilteredKind::Access, Address, 0, reinterpret_cast<uint64_t>(S),
                uint32_t(Bytes));
}

/// One access to one line, with its count. Returns whether it is counted in the
/// entry.
bool touchOne(uint64_t Address, const Site *S, uint64_t Bytes, bool Direct,
              bool Write) {
  FilterCache *C = filterCache();
  if (!C) {
    touchUnseen(Address, S, Bytes);
    return false;
  }
  FrontEntry &E = entryOf(Address);
  tellLarge(*C, E, Address);
  Piece P = Direct ? Piece{Address, 0} : pieceAround(Address);
  bool Entered = false;
  if ((Address ^ E.Line) >= FilterLineBytes) {
    if (!hasRoom())
      __memfacet_next();
    Entered = takeLine(*C, E, Address, S, P);
  }
  if (Direct) {
    if (Write)
      E.Writer = uint32_t(reinterpret_cast<uint64_t>(S));
    return true;
  }
  if (!Entered && Address - E.Start >= E.Length) {
    writeFiltered(FilteredKind::Piece, Address,
                  C->wayOf(E.Start, C->Current[frontSet(Address)]),
                  reinterpret_cast<uint64_t>(S), filteredCounts(E.Counts));
    E.Counts = 0;
    E.Start = P.Start;
    E.Length = P.Length;
  }
  E.Counts += Write ? FilteredStore : FilteredLoad;
  return true;
}

/// The line of \p Address is accessed by what the last Access says.
void touchLine(FilterCache &C, uint64_t Address, const Site *S, bool Write) {
  FrontEntry &E = entryOf(Address);
  FilterWay *&Current = C.Current[frontSet(Address)];
  if ((Address ^ E.Line) >= FilterLineBytes) {
    tellLarge(C, E, Address);
    saveEntry(E, *Current);
    FilterSet &Set = C.set(Address);
    FilterWay *W = C.find(Set, Address);
    if (W) {
      Set.use(uint32_t(W - Set.ways()));
      loadEntry(E, *W);
    } else {
      uint32_t Number = C.victim(Set);
      W = &Set.ways()[Number];
      tellWay(*W, Number);
      C.enter(Set, Number, Address);
      writeFiltered(FilteredKind::Touched, Address, Number,
                    reinterpret_cast<uint64_t>(S), 0);
      E = {Address, 0, 0, 0, Address & ~LineMask};
      saveEntry(E, *W);
    }
    Current = W;
  }
  if (!Write)
    return;
  uint32_t Number = C.wayOf(E.Start, Current);
  tellEntry(E, Number);
  writeFiltered(FilteredKind::Stored, Address, Number, 0, 0);
}

/// One access to any number of bytes and lines.
void touchWhole(uint64_t Address, const Site *S, uint64_t Bytes) {
  constexpr uint64_t MostBytes = UINT32_MAX & ~LineMask;
  bool Write = S->Kind != AccessKind::Load;
  FilterCache *C = filterCache();
  while (Bytes != 0) {
    uint64_t Part = Bytes < MostBytes ? Bytes : MostBytes;
    touchUnseen(Address, S, Part);
    if (C)
      for (uint64_t At = Address; At < Address + Part; At = (At | LineMask) + 1)
        touchLine(*C, At, S, Write);
    Address += Part;
    Bytes -= Part;
  }
}

/// All accesses of a check, with their counts. Returns how often the caller
/// will count in the entry of \p Address once more.
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
      touchOne(At, S, Bytes, Direct, Write);
    else
      touchWhole(At, S, Bytes);
  }
  return Counts;
}

void touchRange(uint64_t Address, const Site *S, uint64_t Bytes) {
  if (Address == 0 || Bytes == 0)
    return;
  if (staysInLine(Address, Bytes))
    touchOne(Address, S, Bytes, S->Flags & SiteDirect,
             S->Kind != AccessKind::Load);
  else
    touchWhole(Address, S, Bytes);
}

void mark(uint64_t Address, const Site *S, uint64_t Bytes) {
  if (S->Shape == SiteShape::LocalBegin)
    objectBegins(Address, Address + Bytes);
  writeFiltered(FilteredKind::Mark, Address, 0, reinterpret_cast<uint64_t>(S),
                Bytes < UINT32_MAX ? uint32_t(Bytes) : UINT32_MAX);
}

} // namespace
} // namespace memfacet

using namespace memfacet;

// Called by the trampolines in FilterNext.S.
extern "C" {
void memfacetTouchSlowly(uint64_t Address, const Site *S, uint64_t About) {
  uint64_t Counted = touchEach(Address, S, About, false);
  entryOf(Address).Counts -= Counted;
}
// The caller will say who wrote the line: it must be there.
void memfacetTouchLineSlowly(uint64_t Address, const Site *S, uint64_t About) {
  touchEach(Address, S, About, true);
  if (__memfacet_filter_cache)
    touchOne(Address, S, 1, true, false);
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
void memfacetForget() { handOverCache(); }

bool memfacetTouch(uint64_t Address, const Site *S, uint64_t About) {
  FilterCache *C = __memfacet_filter_cache;
  FrontEntry &E = entryOf(Address);
  uint64_t Reach = About & 0xff;
  Piece P = pieceAround(Address);
  bool Usual = C && hasRoom() && (Address ^ E.Line) >= FilterLineBytes &&
               (E.Counts & LargeCounts) == 0 &&
               Address - P.Start + Reach < P.Length;
  if (__builtin_expect(!Usual, 0))
    return false;
  return takeLine(*C, E, Address, S, P) || Address - E.Start + Reach < E.Length;
}

bool memfacetTouchLine(uint64_t Address, const Site *S, uint64_t About) {
  FilterCache *C = __memfacet_filter_cache;
  FrontEntry &E = entryOf(Address);
  bool Usual = C && hasRoom() && (E.Counts & LargeCounts) == 0 &&
               staysInLine(Address, (About & 0xff) + 1);
  if (__builtin_expect(!Usual, 0))
    return false;
  takeLine(*C, E, Address, S, {Address, 0});
  return true;
}
}
