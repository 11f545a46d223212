//===- LineHolders.cpp - which threads have a copy of a line --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/sharing/LineHolders.h"
#include "memfacet/Check.h"

namespace memfacet {

static uint8_t firstByte(uint64_t Bytes) {
  return uint8_t(__builtin_ctzl(Bytes));
}

void LineHolders::begin(uint64_t Number, uint32_t Owner,
                        const LineWrite *Write) {
  MEMFACET_CHECK(!Holders[0].Exists, "begin is called once");
  Line = Number;
  LastToucher = Owner;
  Holders[0].Thread = Owner;
  Holders[0].Exists = Holders[0].Present = true;
  if (!Write)
    return;
  HasLast = TurnWrites = true;
  Last = *Write;
  Wrote[0] = {~uint64_t(0), Write->Thread, Write->Site, ++Writes};
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
  Part->Next = Next;
  Next = Part;
  ++Parts;
}

/// For another thread.
LineHolders::Holder &LineHolders::place() {
  Holder *Lost = nullptr;
  for (LineHolders *Part = this; Part; Part = Part->Next)
    for (Holder &H : Part->Holders) {
      if (!H.Exists)
        return H;
      if (!H.Present && !H.Waiting && !Lost)
        Lost = &H;
    }
  return Lost ? *Lost : Holders[Replaced++ % OwnHolders];
}

LineHolders::Holder &LineHolders::add(const LineAccess &A, uint8_t Bits,
                                      LineMoveList &To) {
  Holder &H = place();
  H = {};
  H.Thread = A.Thread;
  H.Exists = H.Present = true;
  H.Site = A.Site;
  H.Byte = firstByte(A.Bytes);
  H.Bits = Bits;
  H.Updates = TurnReads && TurnWrites;
  if (HasLast && Last.Thread != A.Thread)
    tell(H, MoveKind::Cold, Last, To);
  return H;
}

LineMove LineHolders::moveOf(const Holder &H, MoveKind Kind,
                             const LineWrite &From) {
  return {{H.Thread, Kind, H.Bits}, H.Site, H.Byte, From, H.Updates};
}

void LineHolders::tell(const Holder &H, MoveKind Kind, const LineWrite &From,
                       LineMoveList &To) {
  MEMFACET_CHECK(To.Count < LineMoveList::Most || H.Bits == Unfollowed,
                 "an access makes at most three moves known");
  if (H.Bits != Unfollowed)
    To.Moves[To.Count++] = moveOf(H, Kind, From);
}

/// Misses are counted anew where windows follow.
void LineHolders::countMiss(uint32_t Window) {
  Missed = true;
  if (Window == LineAccess::NoWindow)
    return;
  if (Window != LineAccess::Each && LastWindow == LineAccess::Each)
    Misses = LastWindow = 0;
  if (Misses == 0)
    FirstWindow = Window;
  if (Window == LineAccess::Each || Window > LastWindow)
    ++Misses, LastWindow = Window;
}

/// The copy of \p H was taken by the last write.
void LineHolders::miss(Holder &H, const LineAccess &A, uint8_t Bits,
                       LineMoveList &To) {
  if (H.Waiting)
    tell(H, MoveKind::False, H.From, To);
  countMiss(A.Window);
  H.Waiting = H.Present = true;
  H.Site = A.Site;
  H.Byte = firstByte(A.Bytes);
  H.Bits = Bits;
  H.From = Last;
  H.Updates = TurnReads && TurnWrites;
}

/// Of those that wrote \p Bytes last, the one that wrote the line last.
LineWrite LineHolders::latest(uint64_t Bytes) const {
  const Writer *Latest = nullptr;
  for (const Writer &W : Wrote)
    if ((W.Bytes & Bytes) != 0 &&
        (!Latest || int32_t(W.Number - Latest->Number) > 0))
      Latest = &W;
  if (!Latest)
    return Last; // there were too many writers
  return {Latest->Thread, Latest->Site, firstByte(Latest->Bytes & Bytes)};
}

void LineHolders::takeFromOthers(const Holder &Own, uint64_t Bytes) {
  for (LineHolders *Part = this; Part; Part = Part->Next)
    for (Holder &H : Part->Holders) {
      if (!H.Exists || &H == &Own)
        continue;
      if (H.Present) {
        H.Present = false;
        H.Foreign = 0;
        Ends = true;
      }
      H.Foreign |= Bytes;
    }
}

/// A turn is what a thread does until another one touches the line.
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
  HasLast = true;
  Last = {A.Thread, A.Site, firstByte(A.Bytes)};
  Writer *To = &Wrote[0];
  auto IsBetter = [&](const Writer &W) {
    bool Same = W.Thread == A.Thread && W.Site == A.Site;
    bool SameNow = To->Thread == A.Thread && To->Site == A.Site;
    if (Same != SameNow)
      return Same;
    if ((W.Bytes == 0) != (To->Bytes == 0))
      return W.Bytes == 0;
    return int32_t(W.Number - To->Number) < 0;
  };
  for (Writer &W : Wrote) {
    W.Bytes &= ~A.Bytes;
    if (IsBetter(W))
      To = &W;
  }
  bool Same = To->Thread == A.Thread && To->Site == A.Site;
  *To = {(Same ? To->Bytes : 0) | A.Bytes, A.Thread, A.Site, ++Writes};
}

LineRights LineHolders::rightsOf(const Holder &H) const {
  LineRights R = {.Bytes = H.Waiting ? ~H.Foreign : ~uint64_t(0)};
  return Exclusive ? LineRights{TurnBytes & R.Bytes, true} : R;
}

void LineHolders::touch(const LineAccess &A, uint8_t Bits, LineMoveList &To) {
  MEMFACET_CHECK(A.Bytes != 0, "an access has a byte");
  MEMFACET_CHECK(A.Reads || A.Writes, "an access reads or writes");
  Missed = false;
  Ends = Exclusive && LastToucher != A.Thread;
  Exclusive &= !Ends;
  Holder *H = find(A.Thread);
  if (!H)
    H = &add(A, Bits, To);
  else if (!H->Present)
    miss(*H, A, Bits, To);
  if (H->Waiting && (H->Foreign & A.Bytes) != 0) {
    H->Waiting = false;
    tell(*H, MoveKind::True, latest(H->Foreign & A.Bytes), To);
  }
  noteTurn(A);
  if (A.Writes) {
    takeFromOthers(*H, A.Bytes);
    H->Foreign &= ~A.Bytes;
    noteWrite(A);
    Exclusive = true;
  }
  Rights = rightsOf(*H);
}

} // namespace memfacet
