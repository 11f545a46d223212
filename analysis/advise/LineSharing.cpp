//===- LineSharing.cpp - lines that several threads write -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/LineSharing.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <bit>

namespace memfacet::advise {

LineSharing::LineSharing(uint32_t LineBytes)
    : LineShift(unsigned(std::countr_zero(LineBytes))) {
  MEMFACET_CHECK(std::has_single_bit(LineBytes) && LineShift >= WordShift,
                 "a line is a whole number of words");
}

bool LineSharing::UsedWords::has(uint64_t Word) const {
  if (Used.all())
    return true;
  for (int64_t Byte = int64_t(Word << WordShift);
       Byte != int64_t((Word + 1) << WordShift); ++Byte)
    if (Byte >= FirstInLine && Used.has(uint64_t(Byte - FirstInLine)))
      return true;
  return false;
}

void LineSharing::touchLine(Line &L, uint64_t Thread, uint32_t Structure,
                            const UsedWords &Words, bool Write) {
  if (!(L.Holders & Thread)) {
    if (L.Lost & Thread && Counting) {
      if (Structure >= ByStructure.size())
        ByStructure.resize(Structure + size_t(1));
      SharingCounts &C = ByStructure[Structure];
      ++C.Misses;
      bool True = false;
      for (uint64_t W = Words.First; W <= Words.Last && !L.Stale.empty(); ++W)
        True |= (L.Stale[W] & Thread) != 0 && Words.has(W);
      C.False += !True;
    }
    L.Holders |= Thread;
    L.Lost &= ~Thread;
    for (uint64_t &Word : L.Stale)
      Word &= ~Thread;
  }
  if (!Write)
    return;
  uint64_t OtherThreads = (L.Holders | L.Lost) & ~Thread;
  L.Holders = Thread;
  L.Lost = OtherThreads;
  if (OtherThreads == 0)
    return;
  L.Stale.resize((uint64_t(1) << LineShift) >> WordShift);
  for (uint64_t W = Words.First; W <= Words.Last; ++W)
    if (Words.has(W))
      L.Stale[W] |= OtherThreads;
}

void LineSharing::touchSingle(uint64_t First, uint64_t Last) {
  for (uint64_t Number = First; Number <= Last; ++Number) {
    uint64_t Group = Number >> GroupShift;
    if (Group != LastGroup) {
      LastGroupBits = &SingleThreadLines[Group];
      LastGroup = Group;
    }
    *LastGroupBits |= uint64_t(1) << Number % (uint64_t(1) << GroupShift);
  }
}

LineSharing::Line &LineSharing::lineAt(uint64_t Number) {
  auto [Entry, New] = Lines.try_emplace(Number);
  if (!New)
    return Entry->second;
  auto Group = SingleThreadLines.find(Number >> GroupShift);
  if (Group != SingleThreadLines.end() &&
      Group->second >> Number % (uint64_t(1) << GroupShift) & 1)
    Entry->second.Holders = uint64_t(1) << FirstThread.Value % 64;
  return Entry->second;
}

void LineSharing::touch(ThreadId Thread, uint32_t Structure, uint64_t Address,
                        uint64_t Bytes, bool Write, UsedBytes Used) {
  uint64_t Bit = uint64_t(1) << Thread.Value % 64;
  uint64_t Mask = (uint64_t(1) << LineShift) - 1;
  uint64_t End = Address + Bytes;
  if (!FirstThread.valid())
    FirstThread = Thread;
  HasSeveralThreads |= Thread != FirstThread;
  if (!HasSeveralThreads)
    return touchSingle(Address >> LineShift, (End - 1) >> LineShift);
  for (uint64_t Position = Address; Position < End;) {
    uint64_t Next = std::min((Position | Mask) + 1, End);
    UsedWords Words = {(Position & Mask) >> WordShift,
                       ((Next - 1) & Mask) >> WordShift, Used,
                       int64_t(Address) - int64_t(Position & ~Mask)};
    touchLine(lineAt(Position >> LineShift), Bit, Structure, Words, Write);
    Position = Next;
  }
}

} // namespace memfacet::advise
