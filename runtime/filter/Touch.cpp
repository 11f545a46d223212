//===- Touch.cpp - accesses whose way was not guessed ---------------------===//
//
// Up to a hundred million calls a second come to the two functions at the end
// (FilterNext.S calls them). They do what is usual: accesses to one piece of a
// line. For the rest they return false: then the functions above do all.
//
//===----------------------------------------------------------------------===//

#include "runtime/filter/FilterCache.h"
#include "runtime/filter/Lines.h"
#include "runtime/filter/Objects.h"

namespace memfacet {
namespace {

inline bool staysInLine(uint64_t Address, uint64_t Bytes) {
  return (Address & LineMask) + Bytes <= FilterLineBytes;
}

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

/// One access of \p S to what \p W counts.
inline void count(FilterWay &W, const Site *S, bool Direct, bool Write) {
  if (!Direct)
    W.Counts += Write ? FilteredStore : FilteredLoad;
  if (Write)
    W.Writer = Direct ? uint32_t(reinterpret_cast<uint64_t>(S)) : 0;
}

void tellLarge(FilterCache &C, uint32_t Number) {
  if (C.Lines[Number].Counts & LargeCounts)
    tellWay(C, Number);
}

/// The number of the way for the line of \p Address, for the access of \p S.
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
  C.Clock += FilterTick;
  return Number;
}

/// One access to one line, with its count.
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
    countPiece(W, wayIn(C, Number), Address, S, P);
  }
  count(W, S, Direct, Write);
}

/// The line of \p Address is accessed by what the last Access says. It will be
/// found: the caller may count there once more (memfacetTouchSlowly).
void touchLine(FilterCache &C, uint64_t Address, const Site *S) {
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
  C.Last[Number] = C.Clock;
  C.Clock += FilterTick;
}

/// Who wrote the lines of [\p Address, \p Address + \p Bytes) before is told.
void tellWritten(FilterCache &C, uint64_t Address, uint64_t Bytes) {
  for (uint64_t At = Address; At < Address + Bytes; At = (At | LineMask) + 1)
    if (uint32_t Number = find(C, At); Number != NoWay)
      if (C.Lines[Number].Writer != 0 || C.Lines[Number].Counts >> 32 != 0)
        tellWay(C, Number);
}

/// One access to any number of bytes and lines.
void touchWhole(uint64_t Address, const Site *S, uint64_t Bytes) {
  constexpr uint64_t MostBytes = UINT32_MAX & ~LineMask;
  FilterCache &C = filterCache();
  while (Bytes != 0) {
    uint64_t Part = Bytes < MostBytes ? Bytes : MostBytes;
    if (C.Ways == 0) {
      touchUnseen(Address, S, Part);
    } else {
      if (S->Kind != AccessKind::Load)
        tellWritten(C, Address, Part);
      touchUnseen(Address, S, Part);
      for (uint64_t At = Address; At < Address + Part; At = (At | LineMask) + 1)
        touchLine(C, At, S);
    }
    Address += Part;
    Bytes -= Part;
  }
}

/// If a window is open, it shows an access.
void see(uint64_t Address, const Site *S, uint64_t Bytes) {
  if (FilterCache &C = *__memfacet_filter_cache; C.Window != 0)
    seeAccess(C, Address, S, Bytes);
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
    see(At, S, Bytes);
    if (staysInLine(At, Bytes))
      touchOne(At, S, Bytes, Direct, Write);
    else
      touchWhole(At, S, Bytes);
  }
  return Counts;
}

/// The number of the way for the line of \p Address, which \p S accesses.
/// NoWay: large counts must be told first. There is room for records.
inline uint32_t placeFor(FilterCache &C, uint64_t Address, const Site *S,
                         Piece P) {
  uint32_t Number = find(C, Address);
  if (Number == NoWay) {
    Number = victimFor(C, Address);
    if (C.Lines[Number].Counts & LargeCounts)
      return NoWay;
    enterLine(C, Number, wayIn(C, Number), Address, S, P);
  }
  remember(C, Address, Number);
  return Number;
}

inline bool remembers(const FilterWay &W, Piece P) {
  return W.Start == P.Start && W.Length == P.Length;
}

/// An access to the end of one line and the beginning of the next, in one
/// object. If it is not direct, the caller counts it in the first. False: it is
/// otherwise.
template <bool Direct>
[[gnu::noinline]] bool straddles(FilterCache &C, uint64_t Address,
                                 const Site *S, uint64_t About) {
  static_assert(MaxRecordWords >= 5 * FilteredWords);
  uint64_t Next = (Address | LineMask) + 1;
  if (About >> TouchedCountShift != 1 || C.Usual == 0 || !hasRoom())
    return false;
  Piece P = Direct ? Piece{Address, 0} : pieceAround(Address);
  Piece Q = Direct ? Piece{Next, 0} : pieceAround(Next);
  if (!Direct && (P.Start + P.Length != Next || Q.Start != Next ||
                  Next + Q.Length <= Address + (About & 0xff)))
    return false;
  uint32_t First = placeFor(C, Address, S, P);
  if (First == NoWay || (!Direct && !remembers(C.Lines[First], P)))
    return false;
  C.Last[First] = C.Clock; // the caller's, too
  uint32_t Second = placeFor(C, Next, S, Q);
  if (Second == NoWay || (!Direct && !remembers(C.Lines[Second], Q)))
    return false;
  bool Write = About >> (TouchedShift + 12) & 1;
  // It may be another object's.
  if (!Direct && Write && C.Lines[Second].Counts >> 32 != 0)
    tellWay(C, Second);
  appendFiltered(FilteredKind::Straddle, Address, wayIn(C, Second),
                 reinterpret_cast<uint64_t>(S), uint32_t(About & 0xff) + 1);
  if (Write)
    C.Lines[Second].Writer =
        Direct ? uint32_t(reinterpret_cast<uint64_t>(S)) : 0;
  C.Lines[Second].ToldWritten = !Direct && Write && !isBoundary(Next);
  C.Last[Second] = C.Clock + 1;
  return true;
}

/// The accesses are to another piece of the line in way \p Number than the one
/// that is counted there. False: nothing has changed.
[[gnu::noinline]] bool enterPiece(FilterCache &C, uint32_t Number, uint32_t Way,
                                  uint64_t Address, const Site *S,
                                  uint64_t Reach) {
  FilterWay &W = C.Lines[Number];
  Piece P = pieceAround(Address);
  if (Address - P.Start + Reach >= P.Length || (W.Counts & LargeCounts) != 0 ||
      !hasRoom())
    return false;
  countPiece(W, Way, Address, S, P);
  return true;
}

/// What is usual of __memfacet_touch. False: nothing has changed.
[[gnu::always_inline]] inline bool touchIn(FilterCache &C, uint32_t Ways,
                                           uint64_t Address, const Site *S,
                                           uint64_t About) {
  uint64_t Reach = About & 0xff;
  uint32_t Set = (uint32_t(Address >> FilterLineShift) & (C.Sets - 1)) * Ways;
  uint32_t Number = findIn(C, Set, Ways, Address);
  if (Number != NoWay) {
    remember(C, Address, Number);
    const FilterWay &W = C.Lines[Number];
    return Address - W.Start + Reach < W.Length ||
           enterPiece(C, Number, Number - Set, Address, S, Reach);
  }
  Piece P = pieceAround(Address);
  Number = victim(C, Set, Ways);
  bool Usual = hasRoom() && Address - P.Start + Reach < P.Length &&
               (C.Lines[Number].Counts & LargeCounts) == 0;
  if (__builtin_expect(!Usual, 0))
    return false;
  enterLine(C, Number, Number - Set, Address, S, P);
  remember(C, Address, Number);
  return true;
}

/// An access to the end of one line and the beginning of the next, if both are
/// where they are guessed and, unless it is direct, remembered for the same
/// object: then it is only counted. False: nothing has changed.
template <bool Direct>
bool straddlesAgain(FilterCache &C, uint64_t Address, const Site *S,
                    uint64_t About) {
  uint64_t Next = (Address | LineMask) + 1;
  uint64_t Bytes = (About & 0xff) + 1;
  uint32_t First = guess(C, Address), Second = guess(C, Next);
  FilterWay &V = C.Lines[First], &W = C.Lines[Second];
  bool Write = About >> (TouchedShift + 12) & 1;
  bool IsThere = holds(V, Address) && holds(W, Next);
  if (!Direct) {
    IsThere = Address - V.Start < V.Length && V.Start + V.Length == Next &&
              W.Start == Next && Next + W.Length >= Address + Bytes &&
              !isBoundary(Next);
    // Whoever reads this knows that a line was written if it has stores.
    IsThere &= !Write || W.ToldWritten != 0 || W.Counts >> 32 != 0;
  }
  if (!IsThere || About >> TouchedCountShift != 1 || !hasRoom())
    return false;
  uint32_t Half = uint32_t(reinterpret_cast<uint64_t>(S));
  if (V.Straddles != 0 && (V.Straddler != Half || V.Straddles == UINT16_MAX))
    tellStraddles(V, wayIn(C, First));
  V.Straddler = Half;
  ++V.Straddles;
  if (Write)
    W.Writer = Direct ? Half : 0;
  C.Last[Second] = C.Clock + 1;
  return true;
}

/// An execution of \p S was \p Accesses.
void tellTimes(const Site *S, uint32_t Accesses) {
  if (Accesses != 1)
    writeFiltered(FilteredKind::Times, 0, 0, reinterpret_cast<uint64_t>(S),
                  Accesses);
}

// Apart, so that the usual number of ways needs fewer registers.
[[gnu::noinline]] bool touchInAny(FilterCache &C, uint64_t Address,
                                  const Site *S, uint64_t About) {
  if (C.Usual == 12)
    return touchIn(C, 12, Address, S, About);
  return C.Usual != 0 && touchIn(C, C.Usual, Address, S, About);
}

void mark(uint64_t Address, const Site *S, uint64_t Bytes) {
  if (S->Shape == SiteShape::LocalBegin)
    stackBegins(Address, Address + Bytes, S);
  else if (S->Shape == SiteShape::LocalEnd && Bytes == 0)
    forgetPieces();
  else if (S->Shape == SiteShape::LocalEnd)
    objectEnds(Address, Address + Bytes);
  writeFiltered(FilteredKind::Mark, Address, 0, reinterpret_cast<uint64_t>(S),
                Bytes < UINT32_MAX ? uint32_t(Bytes) : UINT32_MAX);
}

} // namespace

void touchRange(uint64_t Address, const Site *S, uint64_t Bytes) {
  see(Address, S, Bytes);
  if (staysInLine(Address, Bytes))
    touchOne(Address, S, Bytes, S->Flags & SiteDirect,
             S->Kind != AccessKind::Load);
  else
    touchWhole(Address, S, Bytes);
}

void touchAlone(uint64_t Address, const Site *S) {
  bool Direct = S->Flags & SiteDirect, Write = S->Kind != AccessKind::Load;
  uint64_t About = uint64_t(1) << TouchedCountShift |
                   aboutAccess(0, S->Size, Write) << TouchedShift |
                   (S->Size - 1);
  FilterCache &C = filterCache();
  if (staysInLine(Address, S->Size) ||
      !(Direct ? straddles<true>(C, Address, S, About)
               : straddles<false>(C, Address, S, About)))
    return touchRange(Address, S, S->Size);
  count(C.Lines[find(C, Address)], S, Direct, Write);
}

} // namespace memfacet

using namespace memfacet;

// Called by the trampolines in FilterNext.S.
extern "C" {
// The caller will count once more, where it finds the line then.
void memfacetTouchSlowly(uint64_t Address, const Site *S, uint64_t About) {
  uint64_t Counted = touchEach(Address, S, About, false);
  FilterCache &C = *__memfacet_filter_cache;
  C.Lines[guess(C, Address)].Counts -= Counted;
}
// The caller will say who wrote the line: it must be found.
void memfacetTouchLineSlowly(uint64_t Address, const Site *S, uint64_t About) {
  touchEach(Address, S, About, true);
  if (__memfacet_filter_cache->Ways != 0)
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
void memfacetForget() { handOverCache(); }

bool memfacetTouch(uint64_t Address, const Site *S, uint64_t About) {
  FilterCache &C = *__memfacet_filter_cache;
  if (__builtin_expect((Address & LineMask) + (About & 0xff) > LineMask, 0))
    return straddlesAgain<false>(C, Address, S, About) ||
           straddles<false>(C, Address, S, About);
  if (__builtin_expect(C.Usual == 8, 1))
    return touchIn(C, 8, Address, S, About);
  return touchInAny(C, Address, S, About);
}

bool memfacetTouchLine(uint64_t Address, const Site *S, uint64_t About) {
  FilterCache &C = *__memfacet_filter_cache;
  if (__builtin_expect(!staysInLine(Address, (About & 0xff) + 1), 0))
    return straddlesAgain<true>(C, Address, S, About) ||
           straddles<true>(C, Address, S, About);
  if (__builtin_expect(C.Usual == 0 || !hasRoom(), 0))
    return false;
  uint32_t Set = setOf(C, Address), Number = findIn(C, Set, C.Ways, Address);
  if (Number == NoWay) {
    Number = victim(C, Set, C.Ways);
    if (__builtin_expect((C.Lines[Number].Counts & LargeCounts) != 0, 0))
      return false;
    enterLine(C, Number, Number - Set, Address, S, {Address, 0});
  }
  remember(C, Address, Number);
  return true;
}

// Short texts: to one line, and counted here.
bool memfacetTouchRange(uint64_t Address, const Site *S, uint64_t Bytes) {
  if (Address == 0 || Bytes - 1 > (~Address & LineMask))
    return false;
  FilterCache &C = *__memfacet_filter_cache;
  bool Direct = S->Flags & SiteDirect, Write = S->Kind != AccessKind::Load;
  uint32_t Number = guess(C, Address);
  const FilterWay &W = C.Lines[Number];
  if (!(Direct ? holds(W, Address) : Address - W.Start < W.Length)) {
    uint64_t About = uint64_t(1) << TouchedCountShift;
    if (!(Direct ? memfacetTouchLine(Address, S, About)
                 : memfacetTouch(Address, S, About)))
      return false;
    Number = guess(C, Address);
  }
  count(C.Lines[Number], S, Direct, Write);
  C.Last[Number] = C.Clock;
  C.Clock += FilterTick;
  return true;
}

bool memfacetMark(uint64_t Address, const Site *S, uint64_t Bytes) {
  bool Usual = S->Shape == SiteShape::LocalBegin
                   ? isOnStackAgain(Address, Address + Bytes, S)
                   : S->Shape != SiteShape::LocalEnd;
  if (!Usual || Bytes >= UINT32_MAX || !hasRoom())
    return false;
  appendFiltered(FilteredKind::Mark, Address, 0, reinterpret_cast<uint64_t>(S),
                 uint32_t(Bytes));
  return true;
}

bool memfacetUnnamed(uint64_t Address, uint64_t Bytes) {
  return isOnStackAgain(Address, Address + Bytes, nullptr);
}
}
