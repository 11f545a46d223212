//===- SharedLine.cpp - a line that several threads touched ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/SharedLine.h"
#include <algorithm>
#include <bit>

namespace memfacet::threads {

/// Calls \p Visit with the number of each byte of \p Bytes.
template <typename Visitor>
static void forBytes(uint64_t Bytes, Visitor Visit) {
  for (; Bytes; Bytes &= Bytes - 1)
    Visit(size_t(std::countr_zero(Bytes)));
}

SharedLine::SharedLine(uint32_t Thread, uint32_t Cache, uint32_t Epoch,
                       uint64_t Written, uint32_t LastWriter)
    : LastWriter(LastWriter),
      LastByte(Written ? uint32_t(std::countr_zero(Written)) : 0) {
  Copies.emplace_back().Cache = Cache;
  Touchers.push_back({Thread, 0, Epoch, ~uint64_t(0)});
  forBytes(Written, [&](size_t B) { Writers[B].Vertex = LastWriter; });
}

/// Index of the touching thread, whose cache has a copy from now on if it had
/// none ever.
uint32_t SharedLine::toucher(const LineTouch &T, SharingTally &Tally,
                             bool &Missed) {
  for (uint32_t I = 0; I != Touchers.size(); ++I)
    if (Touchers[I].Thread == T.Thread)
      return I;
  auto It = std::ranges::find(Copies, T.Cache, &LineCopy::Cache);
  auto Copy = uint32_t(It - Copies.begin());
  if (It == Copies.end()) {
    Missed = true;
    Copies.emplace_back().Cache = T.Cache;
    if (Tally.counting()) {
      ++Tally[T.Vertex].Cold;
      if (LastWriter != NoVertex)
        ++Tally.between(LastWriter, T.Vertex).Cold;
    }
  }
  Touchers.push_back({T.Thread, Copy, 0, 0});
  return uint32_t(Touchers.size() - 1);
}

/// Says what the miss was, if one waits.
void SharedLine::settle(LineCopy &C, uint32_t From, bool True,
                        SharingTally &Tally) {
  if (C.Waiting == NoVertex)
    return;
  if (C.Generation == Tally.generation()) {
    result::SharingVertex &V = Tally[C.Waiting];
    SharingTally::Ends &E = Tally.between(From, C.Waiting);
    ++(True ? V.True : V.False);
    ++(True ? E.True : E.False);
    V.Certain += C.WaitingCertain;
    if (!True)
      Tally.fights().add({From, C.Waiting, C.WrittenAt, C.MissedAt}, 1,
                         C.WaitingCertain);
    uint32_t Structure = V.Structure.Value;
    auto It = std::ranges::find(Habits.Misses, Structure,
                                &LineHabits::Missed::Structure);
    if (It == Habits.Misses.end())
      It = Habits.Misses.insert(It, {Structure, 0, 0});
    ++(True ? It->True : It->False);
  }
  C.Waiting = NoVertex;
}

void LineHabits::endTurn() {
  ++(NowReads && NowWrites ? Updating : NowWrites ? Writing : Reading);
  NowReads = NowWrites = false;
}

/// docs/internals/sharing.md has the definitions.
result::SharingClass LineHabits::classOf() const {
  uint64_t True = 0, False = 0;
  for (const Missed &M : Misses)
    True += M.True, False += M.False;
  if (True + False == 0)
    return Writer == Nobody ? result::SharingClass::ReadShared
                            : result::SharingClass::Private;
  if (False > True)
    return result::SharingClass::FalselyShared;
  if (Writer != Several)
    return result::SharingClass::ProducerConsumer;
  if (Updating > Reading + Writing)
    return result::SharingClass::Migratory;
  return result::SharingClass::Mixed;
}

/// Of one thread's turn.
void SharedLine::takeNote(const LineTouch &T) {
  if (Touchers[LastToucher].Thread != T.Thread &&
      (Habits.NowReads || Habits.NowWrites))
    Habits.endTurn();
  Habits.NowReads |= T.Reads;
  Habits.NowWrites |= T.Writes;
  if (T.Writes && Habits.Writer != T.Thread)
    Habits.Writer =
        Habits.Writer == LineHabits::Nobody ? T.Thread : LineHabits::Several;
}

void SharedLine::miss(LineCopy &C, const LineTouch &T,
                      const HappensBefore::State &S, SharingTally &Tally) {
  if (Tally.counting()) {
    C.Waiting = T.Vertex;
    C.WaitingFrom = LastWriter; // of another cache: this one had no copy
    C.WrittenAt = Tally.fights().placeOf(T.Line, LastByte);
    C.MissedAt =
        Tally.fights().placeOf(T.Line, uint32_t(std::countr_zero(T.Bytes)));
    C.Generation = Tally.generation();
    C.WaitingCertain =
        std::ranges::any_of(C.Writes, [&](const LineCopy::Ordered &W) {
          return S.Clock.of(W.Thread) >= W.Epoch;
        });
  }
  C.Present = true;
}

/// Of the last writes of \p Bytes, the vertex of the latest.
uint32_t SharedLine::latest(uint64_t Bytes) const {
  const Write *Latest = nullptr;
  forBytes(Bytes, [&](size_t B) {
    if (!Latest || int32_t(Writers[B].Number - Latest->Number) > 0)
      Latest = &Writers[B];
  });
  return Latest->Vertex;
}

void SharedLine::takeFromOthers(const LineTouch &T, uint32_t Own, bool Missed,
                                SharingTally &Tally) {
  uint64_t Losers = 0;
  for (uint32_t I = 0; I != Copies.size(); ++I) {
    LineCopy &C = Copies[I];
    if (I == Own)
      continue;
    if (C.Present) {
      settle(C, C.WaitingFrom, false, Tally);
      C.Present = false;
      C.Foreign = 0;
      C.Writes.clear();
      ++Losers;
    }
    C.Foreign |= T.Bytes;
  }
  if (Losers && Tally.counting()) {
    Tally[T.Vertex].Invalidations += Losers;
    Tally[T.Vertex].Upgrades += !Missed;
  }
}

/// Of the copies that are lost: whether this write follows all that their
/// caches did with the line.
void SharedLine::noteOrder(const LineTouch &T, uint32_t Own,
                           const HappensBefore::State &S) {
  AllOrdered = true;
  for (LineCopy &C : Copies)
    C.Concurrent = false;
  for (const LineToucher &R : Touchers)
    if (S.Clock.of(R.Thread) < R.Epoch)
      Copies[R.Copy].Concurrent = true;
  for (uint32_t I = 0; I != Copies.size(); ++I) {
    LineCopy &C = Copies[I];
    if (I != Own && !C.Concurrent &&
        std::ranges::find(C.Writes, T.Thread, &LineCopy::Ordered::Thread) ==
            C.Writes.end())
      C.Writes.push_back({T.Thread, S.Epoch});
    AllOrdered &= I == Own || !C.Concurrent;
  }
}

/// Counts the bytes that are news to the thread.
void SharedLine::read(const LineTouch &T, LineToucher &R,
                      SharingTally &Tally) const {
  uint64_t News = T.Bytes & ~R.Seen;
  R.Seen |= T.Bytes;
  if (!News || !Tally.counting())
    return;
  forBytes(News, [&](size_t B) {
    uint32_t From = Writers[B].Vertex;
    if (From != NoVertex && Tally.threadOf(From) != T.Thread)
      ++Tally.between(From, T.Vertex).Bytes;
  });
}

void SharedLine::write(const LineTouch &T) {
  ++Writes;
  LastWriter = T.Vertex;
  LastByte = uint32_t(std::countr_zero(T.Bytes));
  forBytes(T.Bytes, [&](size_t B) { Writers[B] = {T.Vertex, Writes}; });
}

/// Nobody touched the line since the thread did as much; and if it synchronised
/// since, that says nothing new about its writes.
bool SharedLine::isQuiet(const LineTouch &T,
                         const HappensBefore::State &S) const {
  const LineToucher &R = Touchers[LastToucher];
  if (R.Thread != T.Thread || Copies[R.Copy].Waiting != NoVertex)
    return false;
  if (!T.Writes)
    return (T.Bytes & ~R.Seen) == 0;
  return (T.Bytes & ~LastWritten) == 0 &&
         (AllOrdered || LastChanges == S.Changes);
}

void SharedLine::touch(const LineTouch &T, const HappensBefore::State &S,
                       SharingTally &Tally) {
  takeNote(T);
  if (isQuiet(T, S)) {
    Touchers[LastToucher].Epoch = S.Epoch;
    if (T.Writes)
      write(T);
    return;
  }
  bool Missed = false;
  uint32_t Index = toucher(T, Tally, Missed);
  LineToucher &R = Touchers[Index];
  LineCopy &C = Copies[R.Copy];
  if (!C.Present) {
    Missed = true;
    miss(C, T, S, Tally);
  }
  if (C.Waiting != NoVertex && C.Foreign & T.Bytes &&
      Tally.threadOf(C.Waiting) == T.Thread)
    settle(C, latest(C.Foreign & T.Bytes), true, Tally);
  if (T.Reads)
    read(T, R, Tally);
  R.Epoch = S.Epoch;
  if (T.Writes) {
    takeFromOthers(T, R.Copy, Missed, Tally);
    noteOrder(T, R.Copy, S);
    for (LineToucher &Other : Touchers)
      Other.Seen &= ~T.Bytes;
    R.Seen |= T.Bytes;
    C.Foreign &= ~T.Bytes;
    write(T);
  }
  if (LastToucher != Index || (!T.Writes && !AllOrdered))
    LastWritten = 0;
  LastToucher = Index;
  LastChanges = S.Changes;
  LastWritten |= T.Writes ? T.Bytes : 0;
}

void SharedLine::settle(SharingTally &Tally) {
  for (LineCopy &C : Copies)
    settle(C, C.WaitingFrom, false, Tally);
}

} // namespace memfacet::threads
