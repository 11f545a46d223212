//===- LineHolders.cpp - which threads have a copy of a line --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/sharing/LineHolders.h"
#include "memfacet/Check.h"

namespace memfacet::sharing {

static uint8_t firstByte(uint64_t Bytes) {
  return uint8_t(__builtin_ctzl(Bytes));
}

void LineHolders::begin(uint64_t LineNumber, uint32_t Owner,
                        const LineWrite *Write) {
  MEMFACET_CHECK(!Holders[0].Exists, "begin is called once");
  Line = LineNumber;
  LastToucher = Owner;
  Holders[0].Thread = Owner;
  Holders[0].TouchedBytes = ~uint64_t(0);
  Holders[0].Exists = Holders[0].IsPresent = true;
  if (!Write)
    return;
  HasLastWrite = TurnWrites = true;
  LastWrite = *Write;
  RecentWriters[0] = {~uint64_t(0), Write->Thread, Write->Site, ++Writes};
}

LineHolders::Holder *LineHolders::find(uint32_t Thread) {
  for (LineHolders *Part = this; Part; Part = Part->Next)
    for (Holder &H : Part->Holders)
      if (H.Exists && H.Thread == Thread)
        return &H;
  return nullptr;
}

bool LineHolders::needsPart(uint32_t Thread) const {
  if (Parts == MostParts)
    return false;
  for (const LineHolders *Part = this; Part; Part = Part->Next)
    for (const Holder &H : Part->Holders)
      if (!H.Exists || H.Thread == Thread)
        return false;
  return true;
}

void LineHolders::addPart(LineHolders *Part) {
  MEMFACET_CHECK(Parts < MostParts, "needsPart said so");
  MEMFACET_CHECK(Part != this && !Part->Next && !Part->Holders[0].Exists,
                 "a new part has no threads");
  Part->Next = Next;
  Next = Part;
  ++Parts;
}

/// Returns a place for another thread.
LineHolders::Holder &LineHolders::choosePlace() {
  Holder *Lost = nullptr;
  for (LineHolders *Part = this; Part; Part = Part->Next)
    for (Holder &H : Part->Holders) {
      if (!H.Exists)
        return H;
      if (!H.IsPresent && !H.IsWaiting && !Lost)
        Lost = &H;
    }
  return Lost ? *Lost : Holders[Replaced++ % OwnHolders];
}

LineHolders::Holder &LineHolders::add(const LineAccess &A, uint8_t Bits,
                                      LineMoveList &Moves) {
  Holder &H = choosePlace();
  H = {};
  H.Thread = A.Thread;
  H.Exists = H.IsPresent = true;
  H.Site = A.Site;
  H.Byte = firstByte(A.Bytes);
  H.Bits = Bits;
  H.Updates = TurnReads && TurnWrites;
  if (HasLastWrite && LastWrite.Thread != A.Thread)
    report(H, MoveKind::Cold, LastWrite, Moves);
  return H;
}

LineMove LineHolders::moveOf(const Holder &H, MoveKind Kind,
                             const LineWrite &Taker) {
  bool IsWatched = H.Bits == Watched;
  return {{H.Thread, Kind, IsWatched ? uint8_t(0) : H.Bits, IsWatched},
          H.Site,
          H.Byte,
          Taker,
          H.Updates};
}

void LineHolders::report(const Holder &H, MoveKind Kind, const LineWrite &Taker,
                         LineMoveList &Moves) {
  MEMFACET_CHECK(Moves.Count < LineMoveList::MaxMoves || H.Bits == Unfollowed,
                 "an access makes at most three moves known");
  if (H.Bits != Unfollowed)
    Moves.Moves[Moves.Count++] = moveOf(H, Kind, Taker);
}

/// Counts a miss. When windows follow a time in which threads looked at all
/// lines, the count starts again from 0.
void LineHolders::countMiss(uint32_t Window) {
  IsMiss = true;
  if (Window == LineAccess::NoWindow)
    return;
  if (Window != LineAccess::AllLines && LastWindow == LineAccess::AllLines)
    Misses = LastWindow = 0;
  if (Misses == 0)
    FirstWindow = Window;
  if (Window == LineAccess::AllLines || Window > LastWindow)
    ++Misses, LastWindow = Window;
}

/// Handles a miss of \p H, whose copy the last write took.
void LineHolders::miss(Holder &H, const LineAccess &A, uint8_t Bits,
                       LineMoveList &Moves) {
  if (H.IsWaiting)
    report(H, MoveKind::False, H.Taker, Moves);
  countMiss(A.Window);
  H.IsWaiting = H.IsPresent = true;
  H.TouchedBytes = 0;
  H.Site = A.Site;
  H.Byte = firstByte(A.Bytes);
  H.Bits = Bits;
  H.Taker = LastWrite;
  H.Updates = TurnReads && TurnWrites;
}

/// Returns the last write of the line among the writers that wrote \p Bytes
/// last.
LineWrite LineHolders::latest(uint64_t Bytes) const {
  const Writer *Latest = nullptr;
  for (const Writer &W : RecentWriters)
    if ((W.Bytes & Bytes) != 0 &&
        (!Latest || int32_t(W.Number - Latest->Number) > 0))
      Latest = &W;
  if (!Latest)
    return LastWrite; // there were too many writers
  return {Latest->Thread, Latest->Site, firstByte(Latest->Bytes & Bytes)};
}

void LineHolders::takeFromOthers(const Holder &Toucher, uint64_t Bytes) {
  for (LineHolders *Part = this; Part; Part = Part->Next)
    for (Holder &H : Part->Holders) {
      if (!H.Exists || &H == &Toucher)
        continue;
      if (H.IsPresent) {
        H.IsPresent = false;
        H.ForeignBytes = 0;
        EndsRights = true;
      }
      H.ForeignBytes |= Bytes;
    }
}

/// Adds \p A to the turn. A turn is what a thread does until another thread
/// touches the line.
void LineHolders::noteTurn(const LineAccess &A) {
  if (LastToucher != A.Thread) {
    TurnReads = TurnWrites = false;
    TurnBytes = 0;
  }
  LastToucher = A.Thread;
  TurnReads |= A.Reads;
  TurnWrites |= A.Writes;
  TurnBytes |= A.Writes ? A.Bytes : 0;
}

void LineHolders::noteWrite(const LineAccess &A) {
  HasLastWrite = true;
  LastWrite = {A.Thread, A.Site, firstByte(A.Bytes)};
  Writer *Entry = &RecentWriters[0];
  auto IsBetter = [&](const Writer &W) {
    bool IsSame = W.Thread == A.Thread && W.Site == A.Site;
    bool EntryIsSame = Entry->Thread == A.Thread && Entry->Site == A.Site;
    if (IsSame != EntryIsSame)
      return IsSame;
    if ((W.Bytes == 0) != (Entry->Bytes == 0))
      return W.Bytes == 0;
    return int32_t(W.Number - Entry->Number) < 0;
  };
  for (Writer &W : RecentWriters) {
    W.Bytes &= ~A.Bytes;
    if (IsBetter(W))
      Entry = &W;
  }
  bool IsSame = Entry->Thread == A.Thread && Entry->Site == A.Site;
  *Entry = {(IsSame ? Entry->Bytes : 0) | A.Bytes, A.Thread, A.Site, ++Writes};
}

bool LineHolders::forget(uint64_t Bytes, LineMoveList &Moves) {
  for (LineHolders *Part = this; Part; Part = Part->Next)
    for (Holder &H : Part->Holders) {
      H.ForeignBytes &= ~Bytes;
      H.TouchedBytes &= ~Bytes;
      if (!H.Exists || H.TouchedBytes != 0)
        continue;
      if (H.IsWaiting && Moves.Count == LineMoveList::MaxMoves)
        return false;
      if (H.IsWaiting)
        report(H, MoveKind::False, H.Taker, Moves);
      H.IsWaiting = H.Exists = false;
      IsExclusive &= LastToucher != H.Thread;
    }
  for (Writer &W : RecentWriters)
    W.Bytes &= ~Bytes;
  if (Bytes >> LastWrite.Byte & 1)
    HasLastWrite = false;
  return true;
}

LineRights LineHolders::rightsOf(const Holder &H) const {
  LineRights R = {.Bytes = H.IsWaiting ? ~H.ForeignBytes : ~uint64_t(0)};
  return IsExclusive ? LineRights{TurnBytes & R.Bytes, true} : R;
}

void LineHolders::touch(const LineAccess &A, uint8_t Bits,
                        LineMoveList &Moves) {
  MEMFACET_CHECK(A.Bytes != 0, "an access has a byte");
  MEMFACET_CHECK(A.Reads || A.Writes, "an access reads or writes");
  IsMiss = false;
  EndsRights = IsExclusive && LastToucher != A.Thread;
  IsExclusive &= !EndsRights;
  Holder *H = find(A.Thread);
  if (!H)
    H = &add(A, Bits, Moves);
  else if (!H->IsPresent)
    miss(*H, A, Bits, Moves);
  H->TouchedBytes |= A.Bytes;
  if (H->IsWaiting && (H->ForeignBytes & A.Bytes) != 0) {
    H->IsWaiting = false;
    report(*H, MoveKind::True, latest(H->ForeignBytes & A.Bytes), Moves);
  }
  noteTurn(A);
  if (A.Writes) {
    takeFromOthers(*H, A.Bytes);
    H->ForeignBytes &= ~A.Bytes;
    noteWrite(A);
    IsExclusive = true;
  }
  Rights = rightsOf(*H);
}

} // namespace memfacet::sharing
