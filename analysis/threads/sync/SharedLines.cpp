//===- SharedLines.cpp - lines that threads may take from each other ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/sync/SharedLines.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <bit>

namespace memfacet::threads {

/// A copy of more touches lines that matter little.
static constexpr uint64_t MostOfAccess = 64;
static constexpr uint64_t Granules = 64;

SharedLines::SharedLines(uint64_t LineBytes)
    : LineBytes(LineBytes), LineShift(unsigned(std::countr_zero(LineBytes))),
      Granule(std::max<uint64_t>((LineBytes + Granules - 1) / Granules, 1)) {}

void SharedLines::begins(ThreadId Thread) {
  auto [It, New] = Threads.try_emplace(Thread.Value, Life{.Begin = Time});
  if (!New && It->second.End == Never)
    return;
  // What a thread does behind its end, it does as before.
  It->second.End = Never;
  std::erase(EndedThreads, Thread.Value);
  ++Running;
  ++Time;
}

void SharedLines::enter(ThreadId Thread) {
  Last = Thread.Value;
  begins(Thread);
}

void SharedLines::ends(ThreadId Thread) {
  auto It = Threads.find(Thread.Value);
  if (It == Threads.end() || It->second.End != Never)
    return;
  passes(Thread);
  It->second.End = Time++;
  --Running;
  if (Last == Thread.Value)
    Last = None;
  It->second.Awaited.clear();
  for (const auto &[Other, L] : Threads)
    if (L.End == Never)
      It->second.Awaited.push_back(Other);
  if (It->second.Awaited.empty())
    return forget(Thread.Value);
  EndedThreads.push_back(Thread.Value);
  if (EndedThreads.size() > MostEnded) {
    forget(EndedThreads.front());
    EndedThreads.pop_front();
  }
}

/// There are millions of such events: nothing is done where no thread has begun
/// or ended since the one before.
void SharedLines::passes(ThreadId Thread) {
  auto It = Threads.find(Thread.Value);
  if (It == Threads.end() || It->second.Passed == Time)
    return; // nobody waits for it
  It->second.Passed = Time;
  std::erase_if(EndedThreads, [&](uint32_t Ended) {
    std::vector<uint32_t> &Awaited = Threads.at(Ended).Awaited;
    std::erase(Awaited, Thread.Value);
    bool IsOver = Awaited.empty();
    if (IsOver)
      forget(Ended);
    return IsOver;
  });
}

bool SharedLines::overlap(uint32_t Thread, uint32_t Other) const {
  const Life &One = Threads.at(Thread), &Two = Threads.at(Other);
  return Thread != Other && One.Begin < Two.End && Two.Begin < One.End;
}

/// First all uses of \p Thread are counted, as they may be of one line.
void SharedLines::forget(uint32_t Thread) {
  MEMFACET_CHECK(Threads.at(Thread).End != Never, "a thread that runs is kept");
  uint32_t First = Threads.at(Thread).FirstUse;
  for (uint32_t I = First; I != None; I = Uses[I].NextOfThread)
    addContested(Uses[I], Earlier);
  for (uint32_t I = First; I != None;) {
    uint32_t Next = Uses[I].NextOfThread;
    tellOthers(Uses[I]);
    remove(I);
    I = Next;
  }
  Threads.erase(Thread);
}

/// Those that are kept remember what \p Of has written.
void SharedLines::tellOthers(const Use &Of) {
  for (uint32_t I = Lines.at(Of.Line); I != None; I = Uses[I].Next)
    if (overlap(Of.Thread, Uses[I].Thread) && (Of.Written & Uses[I].Bytes) == 0)
      Uses[I].EarlierWrites += Of.Writes;
}

void SharedLines::remove(uint32_t Number) {
  const Use &Of = Uses[Number];
  auto It = Lines.find(Of.Line);
  uint32_t *Place = &It->second;
  while (*Place != Number)
    Place = &Uses[*Place].Next;
  *Place = Of.Next;
  if (It->second == None)
    Lines.erase(It);
  Recent &R = recent(Of.Line, Of.Thread);
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
  Earlier.clear();
  Recents.fill({});
  Sampled.clear();
}

SharedLines::Use *SharedLines::useOf(uint64_t Line, uint32_t Thread,
                                     uint32_t Structure) {
  Recent &R = recent(Line, Thread);
  bool Is = R.Use != None && R.Line == Line && Uses[R.Use].Thread == Thread &&
            Uses[R.Use].Structure == Structure;
  if (!Is)
    R = {Line, findUse(Line, Thread, Structure)};
  return R.Use == None ? nullptr : &Uses[R.Use];
}

/// None: there is no room for another line.
uint32_t SharedLines::findUse(uint64_t Line, uint32_t Thread,
                              uint32_t Structure) {
  auto It = Lines.find(Line);
  if (It == Lines.end()) {
    if (Lines.size() == MostLines)
      return None;
    It = Lines.try_emplace(Line, None).first;
  }
  for (uint32_t I = It->second; I != None; I = Uses[I].Next)
    if (Uses[I].Thread == Thread && Uses[I].Structure == Structure)
      return I;
  uint32_t &FirstUse = Threads.at(Thread).FirstUse;
  It->second = FirstUse = makeUse({.Line = Line,
                                   .Thread = Thread,
                                   .Structure = Structure,
                                   .Next = It->second,
                                   .NextOfThread = FirstUse});
  return It->second;
}

uint32_t SharedLines::makeUse(const Use &Of) {
  if (FreeUses.empty()) {
    Uses.push_back(Of);
    return uint32_t(Uses.size() - 1);
  }
  uint32_t Number = FreeUses.back();
  FreeUses.pop_back();
  Uses[Number] = Of;
  return Number;
}

void SharedLines::add(uint64_t Address, uint64_t Bytes, bool Write,
                      ThreadId Thread, uint32_t Structure) {
  if (Sampled.size() <= Structure)
    Sampled.resize(size_t(Structure) + 1);
  ++Sampled[Structure];
  uint64_t End = Address + std::min(Bytes, MostOfAccess * LineBytes);
  for (uint64_t At = Address; At < End;) {
    uint64_t Begin = At & ~(LineBytes - 1);
    uint64_t Behind = std::min(End, Begin + LineBytes);
    if (Use *U = useOf(At >> LineShift, Thread.Value, Structure)) {
      uint64_t From = (At - Begin) / Granule,
               To = (Behind - 1 - Begin) / Granule;
      uint64_t Bits = (~uint64_t(0) >> (Granules - 1 - (To - From))) << From;
      ++U->Accesses;
      U->Writes += Write;
      U->Bytes |= Bits;
      U->Written |= Write ? Bits : 0;
    }
    At = Behind;
  }
}

/// How many of \p Of's accesses may miss because of writes to other bytes of
/// the line.
uint64_t SharedLines::contested(const Use &Of) const {
  uint64_t Writes = Of.EarlierWrites;
  for (uint32_t I = Lines.at(Of.Line); I != None; I = Uses[I].Next) {
    const Use &Other = Uses[I];
    if ((Other.Written & Of.Bytes) == 0 && overlap(Other.Thread, Of.Thread))
      Writes += Other.Writes;
  }
  return std::min(Writes, Of.Accesses);
}

void SharedLines::addContested(const Use &Of, Sums &To) const {
  uint64_t Accesses = contested(Of);
  if (Accesses == 0)
    return;
  Sum &S = To[Of.Structure];
  S.Accesses += Accesses;
  S.Lines.insert(Of.Line);
  S.Threads.insert(Of.Thread);
}

std::vector<result::SharingHint> SharedLines::hints() const {
  Sums All = Earlier;
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
