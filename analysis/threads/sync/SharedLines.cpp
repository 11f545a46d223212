//===- SharedLines.cpp - lines that threads may take from each other ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/sync/SharedLines.h"
#include "analysis/threads/sync/LineGranules.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <bit>

namespace memfacet::threads {

SharedLines::SharedLines(uint64_t LineBytes)
    : LineBytes(LineBytes), LineShift(unsigned(std::countr_zero(LineBytes))),
      Granule(granuleBytes(LineBytes)) {
  MEMFACET_CHECK(std::has_single_bit(LineBytes), "a shift finds the line");
}

void SharedLines::beginThread(ThreadId Thread) {
  auto [Entry, IsNew] =
      Threads.try_emplace(Thread.Value, Lifetime{.Begin = Time});
  if (!IsNew && Entry->second.End == Never)
    return;
  // A thread with accesses after its end runs again.
  Entry->second.End = Never;
  std::erase(EndedThreads, Thread.Value);
  ++RunningThreads;
  ++Time;
}

void SharedLines::enter(ThreadId Thread) {
  LastThread = Thread.Value;
  beginThread(Thread);
}

void SharedLines::leaveThread(ThreadId Thread) {
  auto Entry = Threads.find(Thread.Value);
  if (Entry == Threads.end() || Entry->second.End != Never)
    return;
  UnjoinedThreads.push_back(Thread.Value);
  if (UnjoinedThreads.size() <= MaxEndedThreads)
    return;
  ThreadId First(UnjoinedThreads.front());
  UnjoinedThreads.pop_front();
  endThread(First);
}

void SharedLines::endThread(ThreadId Thread) {
  auto Entry = Threads.find(Thread.Value);
  if (Entry == Threads.end() || Entry->second.End != Never)
    return;
  noteOrderedEvent(Thread);
  Entry->second.End = Time++;
  --RunningThreads;
  if (LastThread == Thread.Value)
    LastThread = None;
  Entry->second.AwaitedThreads.clear();
  for (const auto &[Other, L] : Threads)
    if (L.End == Never)
      Entry->second.AwaitedThreads.push_back(Other);
  if (Entry->second.AwaitedThreads.empty())
    return forget(Thread.Value);
  EndedThreads.push_back(Thread.Value);
  if (EndedThreads.size() > MaxEndedThreads) {
    forget(EndedThreads.front());
    EndedThreads.pop_front();
  }
}

/// Does nothing if no thread has begun or ended since the thread's last event:
/// there are millions of events.
void SharedLines::noteOrderedEvent(ThreadId Thread) {
  auto Entry = Threads.find(Thread.Value);
  if (Entry == Threads.end() || Entry->second.LastEvent == Time)
    return; // no ended thread waits for this one
  Entry->second.LastEvent = Time;
  std::erase_if(EndedThreads, [&](uint32_t Ended) {
    std::vector<uint32_t> &Awaited = Threads.at(Ended).AwaitedThreads;
    std::erase(Awaited, Thread.Value);
    bool IsOver = Awaited.empty();
    if (IsOver)
      forget(Ended);
    return IsOver;
  });
}

bool SharedLines::overlap(uint32_t Thread, uint32_t Other) const {
  const Lifetime &First = Threads.at(Thread), &Second = Threads.at(Other);
  return Thread != Other && First.Begin < Second.End &&
         Second.Begin < First.End;
}

/// Counts all uses of \p Thread before it removes any, as several may be of one
/// line.
void SharedLines::forget(uint32_t Thread) {
  MEMFACET_CHECK(Threads.at(Thread).End != Never, "a thread that runs is kept");
  uint32_t First = Threads.at(Thread).FirstUse;
  for (uint32_t I = First; I != None; I = Uses[I].NextOfThread)
    addContested(Uses[I], EarlierSums);
  for (uint32_t I = First; I != None;) {
    uint32_t Next = Uses[I].NextOfThread;
    noteEarlierWrites(Uses[I]);
    remove(I);
    I = Next;
  }
  Threads.erase(Thread);
}

/// Adds the writes of \p U to EarlierWrites of the line's other uses.
void SharedLines::noteEarlierWrites(const Use &U) {
  for (uint32_t I = Lines.at(U.Line); I != None; I = Uses[I].Next)
    if (overlap(U.Thread, Uses[I].Thread) && (U.Written & Uses[I].Bytes) == 0)
      Uses[I].EarlierWrites += U.Writes;
}

void SharedLines::remove(uint32_t Number) {
  const Use &U = Uses[Number];
  auto Entry = Lines.find(U.Line);
  uint32_t *Link = &Entry->second;
  while (*Link != Number)
    Link = &Uses[*Link].Next;
  *Link = U.Next;
  if (Entry->second == None)
    Lines.erase(Entry);
  RecentUse &R = recent(U.Line, U.Thread);
  if (R.Use == Number)
    R = {};
  FreeUses.push_back(Number);
}

void SharedLines::clear() {
  Lines.clear();
  Uses.clear();
  FreeUses.clear();
  for (auto &[Thread, L] : Threads)
    L.FirstUse = None;
  EarlierSums.clear();
  Recents.fill({});
  Sampled.clear();
}

SharedLines::Use *SharedLines::useOf(uint64_t Line, uint32_t Thread,
                                     uint32_t Structure) {
  RecentUse &R = recent(Line, Thread);
  bool IsRecent = R.Use != None && R.Line == Line &&
                  Uses[R.Use].Thread == Thread &&
                  Uses[R.Use].Structure == Structure;
  if (!IsRecent)
    R = {Line, findUse(Line, Thread, Structure)};
  return R.Use == None ? nullptr : &Uses[R.Use];
}

/// Returns the index of the use, which is made if needed. None: there is no
/// room for another line.
uint32_t SharedLines::findUse(uint64_t Line, uint32_t Thread,
                              uint32_t Structure) {
  auto Entry = Lines.find(Line);
  if (Entry == Lines.end()) {
    if (Lines.size() == MaxLines)
      return None;
    Entry = Lines.try_emplace(Line, None).first;
  }
  for (uint32_t I = Entry->second; I != None; I = Uses[I].Next)
    if (Uses[I].Thread == Thread && Uses[I].Structure == Structure)
      return I;
  uint32_t &FirstUse = Threads.at(Thread).FirstUse;
  Entry->second = FirstUse = makeUse({.Line = Line,
                                      .Thread = Thread,
                                      .Structure = Structure,
                                      .Next = Entry->second,
                                      .NextOfThread = FirstUse});
  return Entry->second;
}

uint32_t SharedLines::makeUse(const Use &U) {
  if (FreeUses.empty()) {
    Uses.push_back(U);
    return uint32_t(Uses.size() - 1);
  }
  uint32_t Number = FreeUses.back();
  FreeUses.pop_back();
  Uses[Number] = U;
  return Number;
}

void SharedLines::add(uint64_t Address, uint64_t Bytes, bool IsWrite,
                      ThreadId Thread, uint32_t Structure, UsedBytes Used) {
  if (Sampled.size() <= Structure)
    Sampled.resize(size_t(Structure) + 1);
  uint64_t End = countedEnd(Address, Bytes, LineBytes);
  for (uint64_t Position = Address; Position < End;) {
    uint64_t LineBegin = Position & ~(LineBytes - 1);
    uint64_t LineEnd = std::min(End, LineBegin + LineBytes);
    ++Sampled[Structure];
    if (Use *U = useOf(Position >> LineShift, Thread.Value, Structure))
      addAccess(*U, Position, LineEnd, LineBegin, Granule, Address, Used,
                IsWrite);
    Position = LineEnd;
  }
}

/// Returns how many accesses of \p U may miss because of writes to other bytes
/// of the line.
uint64_t SharedLines::contestedAccesses(const Use &U) const {
  uint64_t Writes = U.EarlierWrites;
  for (uint32_t I = Lines.at(U.Line); I != None; I = Uses[I].Next) {
    const Use &Other = Uses[I];
    if ((Other.Written & U.Bytes) == 0 && overlap(Other.Thread, U.Thread))
      Writes += Other.Writes;
  }
  return std::min(Writes, U.Accesses);
}

void SharedLines::addContested(const Use &U, Sums &Total) const {
  uint64_t Accesses = contestedAccesses(U);
  if (Accesses == 0)
    return;
  Sum &S = Total[U.Structure];
  S.Accesses += Accesses;
  S.Lines.insert(U.Line);
  S.Threads.insert(U.Thread);
}

std::vector<result::SharingHint> SharedLines::hints() const {
  Sums All = EarlierSums;
  for (const auto &[Line, First] : Lines)
    for (uint32_t I = First; I != None; I = Uses[I].Next)
      addContested(Uses[I], All);
  std::vector<result::SharingHint> Result;
  for (const auto &[Structure, S] : All)
    Result.push_back({StructureId(Structure), Sampled[Structure], S.Accesses,
                      S.Lines.size(), S.Threads.size()});
  return Result;
}

} // namespace memfacet::threads
