//===- Accesses.cpp - records of accesses to chosen lines -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions at the end are called by inserted code. Those that are called
// most often return at once if the access repeats the last one of its residue,
// and change no register but r11; the others go through trampolines
// (machine/x86-64/SelectNext.S).
//
//===----------------------------------------------------------------------===//

#include "memfacet/UsedBytes.h"
#include "runtime/select/Records.h"

using namespace memfacet;
using namespace memfacet::select;

namespace {

constexpr uint64_t LineMask = SelectLineBytes - 1;

/// Following a line costs as much as this number of calls of inserted code: its
/// row is mostly in no near cache.
constexpr uint64_t CallsOfFollowing = 4;

bool writes(const Site *S) { return S->Kind != AccessKind::Load; }

uint64_t wordOf(const Site *S) { return reinterpret_cast<uint64_t>(S); }

/// Returns whether the thread is in a window, or searches for lines to watch.
/// The begin of a long window is enough: to follow lines that threads fight for
/// costs more than all else.
[[gnu::always_inline]] inline bool
looksAtAllLines(const record::ThreadSelection &S) {
  constexpr uint32_t FollowedAccesses = 1 << 13;
  if (S.LongWindow != 0 && S.LongWindow - S.Window >= FollowedAccesses)
    return S.Search != 0;
  return (S.Window | S.Search) != 0;
}

/// Returns whether the thread looks at the line of \p Address.
[[gnu::always_inline]] inline bool isLookedAt(uint64_t Address) {
  return hasLineOf(__memfacet_lines, Address);
}

/// Returns whether no program can access \p Address. Such an access faults, and
/// has no record.
[[gnu::always_inline]] inline bool isOutside(uint64_t Address) {
  return Address > SelectedAddressMask;
}

/// While an object exists, handlers that interrupt the thread follow no lines,
/// because the thread may have locked one.
class FollowGuard {
public:
  explicit FollowGuard(record::ThreadState &T)
      : IsFollowing(T.Selection.IsFollowing) {
    IsFollowing = true;
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }
  ~FollowGuard() {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    IsFollowing = false;
  }
  FollowGuard(const FollowGuard &) = delete;
  FollowGuard &operator=(const FollowGuard &) = delete;

private:
  bool &IsFollowing;
};

/// Returns a bit for each byte of an access to one line.
[[gnu::always_inline]] inline uint64_t bytesOf(uint64_t Address,
                                               uint64_t Bytes) {
  return ~uint64_t(0) >> (SelectLineBytes - Bytes) << (Address & LineMask);
}

/// An access of a site, or its part in one line.
struct AccessPart {
  uint64_t Address, Bytes;
  uint64_t First; ///< the first byte's place in the access
};

/// Returns a bit for each byte of the line that the program uses of \p P;
/// 0: none.
uint64_t usedBytesOf(const AccessPart &P, const Site *S) {
  uint64_t Bytes = bytesOf(P.Address, P.Bytes);
  if (S->Shape != SiteShape::Fixed || S->Extra == 0) [[likely]]
    return Bytes;
  return UsedBytes(S->Extra).bits(P.First, P.Bytes) << (P.Address & LineMask);
}

/// Returns the access, or its part in the line where it begins. \p Bytes: those
/// that are used.
sharing::LineAccess accessOf(const record::ThreadState &T, const Site *S,
                             uint64_t Bytes, uint8_t Bits) {
  uint32_t Window = sharing::LineAccess::NoWindow;
  if (sharing::LineHolders::isSingle(Bits) && T.Selection.Bits == 0)
    Window = sharing::LineAccess::AllLines;
  else if (looksAtAllLines(T.Selection))
    Window = T.Selection.WindowNumber;
  return {T.Index,   uint32_t(wordOf(S)),
          Bytes,     S->Kind != AccessKind::Store,
          writes(S), Window,
          false};
}

/// Returns whether \p Address is in the stack of \p T, another than the main
/// thread.
bool isOwnStack(const record::ThreadState &T, uint64_t Address) {
  return T.Index != 0 && Address >= T.StackLow && Address < T.StackHigh;
}

/// Returns the rights that the thread remembers, or null.
sharing::KnownRights *rightsOf(record::ThreadState &T) {
  if (!T.Selection.HasRights) [[unlikely]] {
    T.Selection.HasRights = true;
    T.Selection.Rights = sharing::takeRights();
  }
  return T.Selection.Rights;
}

/// Follows the line of \p P, if the process follows it. Returns the thread's
/// rights, which belong to \p Version.
sharing::LineRights follow(record::ThreadState &T, const AccessPart &P,
                           const Site *S, uint32_t &Version) {
  uint64_t Line = P.Address >> SelectLineShift;
  Version = sharing::lineVersion(Line);
  if (!sharing::followsLines())
    return sharing::LineRights::all();
  uint8_t Bits = bitsOfMoves(Line);
  if (Bits == sharing::LineHolders::Unfollowed && !looksAtAllLines(T.Selection))
    return sharing::LineRights::all();
  if (T.Selection.IsFollowing)
    return {};
  // While all lines are looked at, none is watched.
  T.Selection.WatchedLookups +=
      Bits == sharing::LineHolders::Watched && T.Selection.Bits != 0;
  sharing::KnownRights *Known = rightsOf(T);
  if (Known)
    if (sharing::LineRights Rights = Known->find(Line, Version);
        Rights.Writes || (Rights.Bytes != 0 && !writes(S)))
      return Rights;
  uint64_t Used = usedBytesOf(P, S);
  if (Used == 0)
    return {};
  T.Selection.Calls += CallsOfFollowing;
  sharing::LineAccess A = accessOf(T, S, Used, Bits);
  A.IsOwnStack = isOwnStack(T, P.Address);
  sharing::LineMoveList Moves;
  sharing::LineRights Rights;
  {
    FollowGuard Guard(T);
    Rights = sharing::followLine(Line, A, Bits, Version, Moves);
  }
  if (Known)
    Known->set(Line, Version, Rights);
  for (size_t I = 0; I != Moves.Count; ++I)
    writeMove(Line, Moves.Moves[I]);
  return Rights;
}

/// Ends the history of \p Bytes, a bit for each, of \p Line.
void forgetBytes(record::ThreadState &T, uint64_t Line, uint64_t Bytes) {
  for (bool IsDone = false; !IsDone;) {
    sharing::LineMoveList Moves;
    {
      FollowGuard Guard(T);
      IsDone = sharing::forgetBytes(Line, Bytes, Moves);
    }
    for (size_t I = 0; I != Moves.Count; ++I)
      writeMove(Line, Moves.Moves[I]);
  }
}

/// Calls \p Visit(part) for the part of an access in each line.
template <typename Visitor>
void forLines(uint64_t Address, uint64_t Bytes, Visitor Visit) {
  uint64_t Begin = Address;
  for (uint64_t End = Address + Bytes; Address < End;) {
    uint64_t NextLine = (Address | LineMask) + 1;
    uint64_t Part = (NextLine < End ? NextLine : End) - Address;
    Visit(AccessPart{Address, Part, Address - Begin});
    Address += Part;
  }
}

/// Records an access in a window. Ranges that are too long for a record are
/// split.
void recordInWindow(record::ThreadState &T, uint64_t Address, const Site *S,
                    uint64_t Bytes) {
  constexpr uint64_t MaxPart = MaxSelectedBytes & ~LineMask;
  if (sharing::followsLines())
    forLines(Address, Bytes, [&](const AccessPart &P) {
      uint32_t Version;
      follow(T, P, S, Version);
    });
  uint32_t Continued = 0;
  for (uint64_t Part; Bytes != 0; Address += Part, Bytes -= Part) {
    Part = Bytes < MaxPart ? Bytes : MaxPart;
    writeSelected(SelectedKind::Access, Address, wordOf(S),
                  uint32_t(Part) | Continued);
    Continued = ContinuedBit;
  }
  if (--T.Selection.Window == 0)
    chooseLines(T);
}

/// Selects an access, or its part, in one line. Further parts are recorded even
/// if they are repeats, because they say how many lines the access touches.
void selectOne(record::ThreadState &T, const AccessPart &P, const Site *S) {
  uint64_t Address = P.Address;
  if (!isLookedAt(Address))
    return;
  bool IsRepeat = T.Recent.isKnown(Address, writes(S));
  if (!IsRepeat) {
    uint32_t Version;
    sharing::LineRights Rights = follow(T, P, S, Version);
    IsRepeat = T.Recent.isRepeat(Address, writes(S));
    T.Recent.set(Address, writes(S), Rights, Version);
  }
  if ((!IsRepeat || P.First != 0) && hasLineOf(T.Selection.Recorded, Address))
    writeSelected(SelectedKind::Access, Address, wordOf(S),
                  uint32_t(P.Bytes) | (P.First != 0 ? ContinuedBit : 0));
}

/// Returns where the first chosen line after that of \p Address begins.
uint64_t nextChosen(uint64_t Address) {
  return nextLineOf(__memfacet_lines, (Address >> SelectLineShift) + 1)
         << SelectLineShift;
}

/// Selects each chosen line of an access of any length.
void selectLines(record::ThreadState &T, uint64_t Address, const Site *S,
                 uint64_t Bytes) {
  uint64_t Begin = Address;
  for (uint64_t End = Address + Bytes; Address < End;
       Address = nextChosen(Address)) {
    uint64_t NextLine = (Address | LineMask) + 1;
    uint64_t PartEnd = NextLine < End ? NextLine : End;
    selectOne(T, {Address, PartEnd - Address, Address - Begin}, S);
  }
}

/// Returns the thread, which must be known before anything is selected.
record::ThreadState &threadWithRoom() {
  if (__builtin_expect(!hasRoom(), 0))
    __memfacet_next();
  return record::thread();
}

void selectRange(uint64_t Address, const Site *S, uint64_t Bytes) {
  if (isOutside(Address))
    return;
  record::ThreadState &T = threadWithRoom();
  if (T.Selection.Search != 0) {
    --T.Selection.Search;
    if (T.Selection.Search == 0)
      endSearch(T);
  }
  if (T.Selection.Window != 0)
    recordInWindow(T, Address, S, Bytes);
  else if ((Address & LineMask) + Bytes <= SelectLineBytes)
    selectOne(T, {Address, Bytes, 0}, S);
  else
    selectLines(T, Address, S, Bytes);
}

/// Returns whether the line of \p Address is neither chosen nor watched: it
/// shares a check, or another one with its residue is watched.
[[gnu::always_inline]] inline bool isNeighbour(uint64_t Address) {
  return !hasLineOf(record::thread().Selection.Recorded, Address) &&
         !sharing::Sharing.Watched.has(Address >> SelectLineShift);
}

/// Does what selectInLine does, where lines are followed.
[[gnu::noinline]] __attribute__((preserve_all)) bool
selectAmongThreads(uint64_t Address, const Site *S) {
  const record::RecentLines &R = record::thread().Recent;
  const record::ThreadSelection &T = record::thread().Selection;
  if (__builtin_expect((T.Window | T.Search) != 0, 0))
    return R.isKnown(Address, writes(S));
  return isNeighbour(Address) || R.isKnown(Address, writes(S)) ||
         R.isKnown(Address, writes(S), bytesOf(Address, S->Size));
}

/// Selects an access to one line in the usual cases. Returns false if the slow
/// path must select it.
template <bool Write>
[[gnu::always_inline]] inline bool selectInLine(uint64_t Address,
                                                const Site *S) {
  ++record::thread().Selection.Calls;
  if (__builtin_expect(sharing::followsLines(), 0))
    return selectAmongThreads(Address, S);
  record::RecentLines &R = record::thread().Recent;
  if (R.isKnownUnshared(Address, Write))
    return true;
  if (__builtin_expect(record::thread().Selection.Window != 0 || !hasRoom() ||
                           isOutside(Address),
                       0))
    return false;
  // One of several accesses that share a check.
  if (!isLookedAt(Address))
    return true;
  R.setUnshared(Address, Write);
  appendSelected(SelectedKind::Access, Address, wordOf(S), S->Size);
  return true;
}

void recordTimes(const Site *S, uint32_t Accesses) {
  if (Accesses != 1)
    writeSelected(SelectedKind::Times, 0, wordOf(S), Accesses);
}

} // namespace

void memfacet::select::forgetObject(record::ThreadState &T, uint64_t Address,
                                    uint64_t Bytes) {
  // A handler may have interrupted the thread while it had locked a line.
  if (!sharing::followsLines() || T.Selection.IsFollowing || Bytes == 0)
    return;
  uint64_t End = Address + Bytes;
  sharing::Sharing.Directory.forLines(
      Address >> SelectLineShift, ((End - 1) >> SelectLineShift) + 1,
      [&](uint64_t Line) {
        // Moves of other lines are not reported.
        if (bitsOfMoves(Line) == sharing::LineHolders::Unfollowed)
          return;
        uint64_t Begin = Line << SelectLineShift;
        uint64_t Low = Begin < Address ? Address : Begin;
        uint64_t High =
            End - Begin < SelectLineBytes ? End : Begin + SelectLineBytes;
        forgetBytes(T, Line, bytesOf(Low, High - Low));
      });
}

// Called by the trampolines.
extern "C" {
void memfacetSelect(uint64_t Address, const Site *S) {
  selectRange(Address, S, S->Size);
}
void memfacetSelectRange(uint64_t Address, const Site *S, uint64_t Bytes) {
  if (Address == 0 || Bytes == 0)
    recordTimes(S, 0);
  else
    selectRange(Address, S, Bytes);
}
void memfacetSelectLanes(uint64_t Address, const Site *S, uint64_t Mask) {
  uint32_t Accesses = 0;
  while (Mask != 0) {
    unsigned First = unsigned(__builtin_ctzl(Mask));
    uint64_t Rest = ~(Mask >> First);
    unsigned Count = Rest ? unsigned(__builtin_ctzl(Rest)) : 64 - First;
    selectRange(Address + uint64_t(First) * S->Size, S,
                uint64_t(Count) * S->Size);
    ++Accesses;
    Mask = First + Count >= 64 ? 0 : Mask >> (First + Count) << (First + Count);
  }
  recordTimes(S, Accesses);
}
void memfacetSelectMark(uint64_t Address, const Site *S, uint64_t Bytes) {
  threadWithRoom();
  writeSelected(SelectedKind::Mark, Address, wordOf(S),
                Bytes < UINT32_MAX ? uint32_t(Bytes) : UINT32_MAX);
}

__attribute__((preserve_all)) void memfacet_select_slowly(uint64_t Address,
                                                          const Site *S);

MEMFACET_EXPORT __attribute__((preserve_all)) void
__memfacet_select(uint64_t Address, const Site *S) {
  if (!selectInLine<false>(Address, S))
    memfacet_select_slowly(Address, S);
}
MEMFACET_EXPORT __attribute__((preserve_all)) void
__memfacet_select_store(uint64_t Address, const Site *S) {
  if (!selectInLine<true>(Address, S))
    memfacet_select_slowly(Address, S);
}
MEMFACET_EXPORT __attribute__((preserve_all)) void
__memfacet_select_across(uint64_t Address, const Site *S) {
  bool IsOneLine = (Address & LineMask) + S->Size <= SelectLineBytes;
  if (!IsOneLine || !(writes(S) ? selectInLine<true>(Address, S)
                                : selectInLine<false>(Address, S)))
    memfacet_select_slowly(Address, S);
}
MEMFACET_EXPORT __attribute__((preserve_all)) void __memfacet_select_forget() {
  record::thread().Recent.forget();
}
}
