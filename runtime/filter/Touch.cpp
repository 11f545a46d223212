//===- Touch.cpp - accesses whose way was not guessed ---------------------===//
//
// Up to a hundred million calls a second come to the functions at the end
// (machine/x86-64/FilterNext.S calls them). They do what is usual. For the rest
// they return false, and nothing has changed: then those in TouchSlowly.cpp do
// all.
//
//===----------------------------------------------------------------------===//

#include "runtime/filter/FilterCache.h"
#include "runtime/filter/Lines.h"
#include "runtime/filter/Objects.h"

namespace memfacet {
namespace {

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
                                 const Site *S) {
  static_assert(MaxRecordWords >= 5 * FilteredWords);
  uint64_t Next = (Address | LineMask) + 1, End = Address + S->Size;
  if (C.Usual == 0 || !hasRoom())
    return false;
  Piece P = Direct ? Piece{Address, 0} : pieceAround(Address);
  Piece Q = Direct ? Piece{Next, 0} : pieceAround(Next);
  if (!Direct &&
      (P.Start + P.Length != Next || Q.Start != Next || Next + Q.Length < End))
    return false;
  uint32_t First = placeFor(C, Address, S, P);
  if (First == NoWay || (!Direct && !remembers(C.Lines[First], P)))
    return false;
  C.Last[First] = C.Clock; // the caller's, too
  uint32_t Second = placeFor(C, Next, S, Q);
  if (Second == NoWay || (!Direct && !remembers(C.Lines[Second], Q)))
    return false;
  bool Write = writes(S);
  // It may be another object's.
  if (!Direct && Write && C.Lines[Second].Counts >> 32 != 0)
    tellWay(C, Second);
  appendFiltered(FilteredKind::Straddle, Address, wayIn(C, Second),
                 reinterpret_cast<uint64_t>(S), S->Size);
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
  countPiece(C, W, Way, Address, S, P);
  return true;
}

/// What is usual of __memfacet_touch. False: nothing has changed.
[[gnu::always_inline]] inline bool touchIn(FilterCache &C, uint32_t Ways,
                                           uint64_t Address, const Site *S,
                                           uint64_t Reach) {
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
bool straddlesAgain(FilterCache &C, uint64_t Address, const Site *S) {
  uint64_t Next = (Address | LineMask) + 1;
  uint32_t First = guess(C, Address), Second = guess(C, Next);
  FilterWay &V = C.Lines[First], &W = C.Lines[Second];
  bool Write = writes(S);
  bool IsThere = holds(V, Address) && holds(W, Next);
  if (!Direct) {
    IsThere = Address - V.Start < V.Length && V.Start + V.Length == Next &&
              W.Start == Next && Next + W.Length >= Address + S->Size &&
              !isBoundary(Next);
    // Whoever reads this knows that a line was written if it has stores.
    IsThere &= !Write || W.ToldWritten != 0 || W.Counts >> 32 != 0;
  }
  if (!IsThere || !hasRoom())
    return false;
  uint32_t Half = uint32_t(reinterpret_cast<uint64_t>(S));
  if (V.Straddles != 0 && (V.Straddler != Half || V.Straddles == UINT16_MAX))
    tellStraddles(C, V, wayIn(C, First));
  V.Straddler = Half;
  ++V.Straddles;
  if (Write)
    W.Writer = Direct ? Half : 0;
  C.Last[Second] = C.Clock + 1;
  return true;
}

// Apart, so that the usual number of ways needs fewer registers.
[[gnu::noinline]] bool touchInAny(FilterCache &C, uint64_t Address,
                                  const Site *S, uint64_t Reach) {
  if (C.Usual == 12)
    return touchIn(C, 12, Address, S, Reach);
  return C.Usual != 0 && touchIn(C, C.Usual, Address, S, Reach);
}

/// Accesses to a piece of one line.
[[gnu::always_inline]] inline bool touchPiece(FilterCache &C, uint64_t Address,
                                              const Site *S, uint64_t Reach) {
  if (__builtin_expect(C.Usual == 8, 1))
    return touchIn(C, 8, Address, S, Reach);
  return touchInAny(C, Address, S, Reach);
}

/// Direct accesses to one line.
bool touchLine(FilterCache &C, uint64_t Address, const Site *S) {
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

} // namespace

void touchAlone(uint64_t Address, const Site *S) {
  bool Direct = isDirect(S);
  FilterCache &C = *__memfacet_filter_cache;
  if (staysInLine(Address, S->Size) ||
      !(Direct ? straddles<true>(C, Address, S)
               : straddles<false>(C, Address, S)))
    return touchRange(Address, S, S->Size);
  count(C.Lines[find(C, Address)], S, Direct, writes(S));
}

} // namespace memfacet

using namespace memfacet;

// Called by the trampolines in machine/x86-64/FilterNext.S.
extern "C" {
bool memfacetTouch(uint64_t Address, const Site *S, FilterCache *Cache) {
  uint64_t Reach = S->Size - 1;
  if (__builtin_expect((Address & LineMask) + Reach > LineMask, 0))
    return straddlesAgain<false>(*Cache, Address, S) ||
           straddles<false>(*Cache, Address, S);
  return touchPiece(*Cache, Address, S, Reach);
}

bool memfacetTouchLine(uint64_t Address, const Site *S, FilterCache *Cache) {
  if (__builtin_expect(!staysInLine(Address, S->Size), 0))
    return straddlesAgain<true>(*Cache, Address, S) ||
           straddles<true>(*Cache, Address, S);
  return touchLine(*Cache, Address, S);
}

// Short texts: to one line, and counted here.
bool memfacetTouchRange(uint64_t Address, const Site *S, uint64_t Bytes) {
  if (Address == 0 || Bytes - 1 > (~Address & LineMask))
    return false;
  FilterCache &C = *__memfacet_filter_cache;
  bool Direct = isDirect(S);
  uint32_t Number = guess(C, Address);
  const FilterWay &W = C.Lines[Number];
  if (!(Direct ? holds(W, Address) : Address - W.Start < W.Length)) {
    if (!(Direct ? touchLine(C, Address, S) : touchPiece(C, Address, S, 0)))
      return false;
    Number = guess(C, Address);
  }
  count(C.Lines[Number], S, Direct, writes(S));
  C.Last[Number] = C.Clock;
  C.Clock += FilterTick;
  return true;
}

bool memfacetMark(uint64_t Address, const Site *S, uint64_t Bytes) {
  const FilterCache &C = *__memfacet_filter_cache;
  bool Usual = S->Shape == SiteShape::LocalBegin
                   ? isOnStackAgain(C, Address, Address + Bytes, S)
                   : S->Shape != SiteShape::LocalEnd;
  if (!Usual || Bytes >= UINT32_MAX || !hasRoom())
    return false;
  appendFiltered(FilteredKind::Mark, Address, 0, reinterpret_cast<uint64_t>(S),
                 uint32_t(Bytes));
  return true;
}

bool memfacetPassed(uint64_t Address, uint64_t Bytes) {
  return isPassedAgain(*__memfacet_filter_cache, Address, Address + Bytes);
}

bool memfacetUnnamed(uint64_t Address, uint64_t Bytes) {
  const FilterCache &C = *__memfacet_filter_cache;
  return isOnStackAgain(C, Address, Address + Bytes, nullptr);
}
}
