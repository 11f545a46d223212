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
      LastWriteByte(Written ? uint32_t(std::countr_zero(Written)) : 0) {
  Copies.emplace_back().Cache = Cache;
  Touchers.push_back({Thread, 0, Epoch, ~uint64_t(0)});
  forBytes(Written, [&](size_t B) { Writers[B].Vertex = LastWriter; });
}

/// Returns the index of the touching thread. If the thread's cache never had a
/// copy, counts a cold miss and adds one.
uint32_t SharedLine::toucherOf(const LineTouch &T, SharingTally &Tally,
                               bool &IsMiss) {
  for (uint32_t I = 0; I != Touchers.size(); ++I)
    if (Touchers[I].Thread == T.Thread)
      return I;
  auto Entry = std::ranges::find(Copies, T.Cache, &LineCopy::Cache);
  auto Copy = uint32_t(Entry - Copies.begin());
  if (Entry == Copies.end()) {
    IsMiss = true;
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

/// Counts the pending miss of \p C, if there is one, as true or false sharing.
void SharedLine::settle(LineCopy &C, uint32_t Writer, bool IsTrueSharing,
                        SharingTally &Tally) {
  if (C.PendingMiss == NoVertex)
    return;
  if (C.Generation == Tally.generation()) {
    result::SharingVertex &V = Tally[C.PendingMiss];
    SharingTally::Ends &E = Tally.between(Writer, C.PendingMiss);
    ++(IsTrueSharing ? V.True : V.False);
    ++(IsTrueSharing ? E.True : E.False);
    V.Certain += C.IsPendingCertain;
    if (!IsTrueSharing)
      Tally.fights().add({Writer, C.PendingMiss, C.WrittenAt, C.MissedAt}, 1,
                         C.IsPendingCertain);
    uint32_t Structure = V.Structure.Value;
    auto Entry = std::ranges::find(Habits.Misses, Structure,
                                   &LineHabits::MissCounts::Structure);
    if (Entry == Habits.Misses.end())
      Entry = Habits.Misses.insert(Entry, {Structure, 0, 0});
    ++(IsTrueSharing ? Entry->True : Entry->False);
  }
  C.PendingMiss = NoVertex;
}

void LineHabits::endTurn() {
  ++(TurnReads && TurnWrites ? Updating : TurnWrites ? Writing : Reading);
  TurnReads = TurnWrites = false;
}

/// docs/internals/sharing.md has the definitions.
result::SharingClass LineHabits::classOf() const {
  uint64_t True = 0, False = 0;
  for (const MissCounts &M : Misses)
    True += M.True, False += M.False;
  if (True + False == 0)
    return Writer == NoThread ? result::SharingClass::ReadShared
                              : result::SharingClass::Private;
  if (False > True)
    return result::SharingClass::FalselyShared;
  if (Writer != SeveralThreads)
    return result::SharingClass::ProducerConsumer;
  if (Updating > Reading + Writing)
    return result::SharingClass::Migratory;
  return result::SharingClass::Mixed;
}

/// Adds \p T to the turn of its thread.
void SharedLine::noteTurn(const LineTouch &T) {
  if (Touchers[LastToucher].Thread != T.Thread &&
      (Habits.TurnReads || Habits.TurnWrites))
    Habits.endTurn();
  Habits.TurnReads |= T.Reads;
  Habits.TurnWrites |= T.Writes;
  if (T.Writes && Habits.Writer != T.Thread)
    Habits.Writer = Habits.Writer == LineHabits::NoThread
                        ? T.Thread
                        : LineHabits::SeveralThreads;
}

void SharedLine::miss(LineCopy &C, const LineTouch &T,
                      const HappensBefore::State &S, SharingTally &Tally) {
  if (Tally.counting()) {
    C.PendingMiss = T.Vertex;
    C.PendingWriter = LastWriter; // of another cache: this one had no copy
    C.WrittenAt = Tally.fights().placeOf(T.Line, LastWriteByte);
    C.MissedAt =
        Tally.fights().placeOf(T.Line, uint32_t(std::countr_zero(T.Bytes)));
    C.Generation = Tally.generation();
    C.IsPendingCertain =
        std::ranges::any_of(C.Writes, [&](const LineCopy::OrderedWrite &W) {
          return S.Clock.epoch(W.Thread) >= W.Epoch;
        });
  }
  C.Present = true;
}

/// Returns the vertex of the latest write to any of \p Bytes.
uint32_t SharedLine::latestWriter(uint64_t Bytes) const {
  const Write *Latest = nullptr;
  forBytes(Bytes, [&](size_t B) {
    if (!Latest || int32_t(Writers[B].Number - Latest->Number) > 0)
      Latest = &Writers[B];
  });
  return Latest->Vertex;
}

void SharedLine::takeFromOthers(const LineTouch &T, uint32_t OwnCopy,
                                bool IsMiss, SharingTally &Tally) {
  uint64_t Losers = 0;
  for (uint32_t I = 0; I != Copies.size(); ++I) {
    LineCopy &C = Copies[I];
    if (I == OwnCopy)
      continue;
    if (C.Present) {
      settle(C, C.PendingWriter, false, Tally);
      C.Present = false;
      C.Foreign = 0;
      C.Writes.clear();
      ++Losers;
    }
    C.Foreign |= T.Bytes;
  }
  if (Losers && Tally.counting()) {
    Tally[T.Vertex].Invalidations += Losers;
    Tally[T.Vertex].Upgrades += !IsMiss;
  }
}

/// Notes for each lost copy whether this write happens after all that the
/// copy's cache did with the line.
void SharedLine::noteOrder(const LineTouch &T, uint32_t OwnCopy,
                           const HappensBefore::State &S) {
  AllOrdered = true;
  for (LineCopy &C : Copies)
    C.Concurrent = false;
  for (const LineToucher &R : Touchers)
    if (S.Clock.epoch(R.Thread) < R.Epoch)
      Copies[R.Copy].Concurrent = true;
  for (uint32_t I = 0; I != Copies.size(); ++I) {
    LineCopy &C = Copies[I];
    if (I != OwnCopy && !C.Concurrent &&
        std::ranges::find(C.Writes, T.Thread,
                          &LineCopy::OrderedWrite::Thread) == C.Writes.end())
      C.Writes.push_back({T.Thread, S.Epoch});
    AllOrdered &= I == OwnCopy || !C.Concurrent;
  }
}

/// Counts the bytes that other threads wrote since the thread last touched
/// them.
void SharedLine::read(const LineTouch &T, LineToucher &R,
                      SharingTally &Tally) const {
  uint64_t NewBytes = T.Bytes & ~R.UnchangedBytes;
  R.UnchangedBytes |= T.Bytes;
  if (!NewBytes || !Tally.counting())
    return;
  forBytes(NewBytes, [&](size_t B) {
    uint32_t Writer = Writers[B].Vertex;
    if (Writer != NoVertex && Tally.threadOf(Writer) != T.Thread)
      ++Tally.between(Writer, T.Vertex).Bytes;
  });
}

void SharedLine::write(const LineTouch &T) {
  ++Writes;
  LastWriter = T.Vertex;
  LastWriteByte = uint32_t(std::countr_zero(T.Bytes));
  forBytes(T.Bytes, [&](size_t B) { Writers[B] = {T.Vertex, Writes}; });
}

/// Returns whether \p T changes nothing: no other thread touched the line since
/// the thread did the same, and if the thread synchronised since then, this
/// adds nothing to the order of its writes.
bool SharedLine::isQuiet(const LineTouch &T,
                         const HappensBefore::State &S) const {
  const LineToucher &R = Touchers[LastToucher];
  if (R.Thread != T.Thread || Copies[R.Copy].PendingMiss != NoVertex)
    return false;
  if (!T.Writes)
    return (T.Bytes & ~R.UnchangedBytes) == 0;
  return (T.Bytes & ~LastWritten) == 0 &&
         (AllOrdered || LastChanges == S.Changes);
}

void SharedLine::touch(const LineTouch &T, const HappensBefore::State &S,
                       SharingTally &Tally) {
  noteTurn(T);
  if (isQuiet(T, S)) {
    Touchers[LastToucher].Epoch = S.Epoch;
    if (T.Writes)
      write(T);
    return;
  }
  bool IsMiss = false;
  uint32_t Index = toucherOf(T, Tally, IsMiss);
  LineToucher &R = Touchers[Index];
  LineCopy &C = Copies[R.Copy];
  if (!C.Present) {
    IsMiss = true;
    miss(C, T, S, Tally);
  }
  if (C.PendingMiss != NoVertex && C.Foreign & T.Bytes &&
      Tally.threadOf(C.PendingMiss) == T.Thread)
    settle(C, latestWriter(C.Foreign & T.Bytes), true, Tally);
  if (T.Reads)
    read(T, R, Tally);
  R.Epoch = S.Epoch;
  if (T.Writes) {
    takeFromOthers(T, R.Copy, IsMiss, Tally);
    noteOrder(T, R.Copy, S);
    for (LineToucher &Other : Touchers)
      Other.UnchangedBytes &= ~T.Bytes;
    R.UnchangedBytes |= T.Bytes;
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
    settle(C, C.PendingWriter, false, Tally);
}

} // namespace memfacet::threads
