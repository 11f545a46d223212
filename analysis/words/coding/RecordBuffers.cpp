//===- RecordBuffers.cpp - the records of a frame, row by row -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/coding/RecordBuffers.h"
#include "analysis/words/coding/CodedFrame.h"
#include "memfacet/Check.h"
#include <algorithm>

namespace memfacet::words {

/// Records that a row has room for at first, if there is no guess.
static constexpr size_t FirstRecords = 4;
RecordBuffers::RecordBuffers() : Rows(1) { Rows[0].Latest = ZeroRecord; }

void RecordBuffers::begin(size_t Words) {
  for (const FrameRow &R : Present) {
    Row &Each = Rows[R.Row];
    // Rows come and go with a program's phases.
    Each.UsualRecords = std::max(records(R), Each.UsualRecords / 2);
    Each.Next = Each.End = nullptr;
    Each.Latest = ZeroRecord;
    Each.Expected = 0;
  }
  Rows[0].Expected = 0;
  Present.clear();
  Sources.clear();
  ColumnCount = 0;
  Used = 0;
  // Each row's last buffer is at most the guess, FirstRecords or twice what the
  // row needs; all its buffers before together are smaller. Each has
  // WriteBeyond words more.
  GuessesLeft = 2 * Words;
  size_t Most =
      2 * ((FirstRecords + 2 + WriteBeyond) * Words + GuessesLeft) + 4096;
  if (Most <= MemoryWords)
    return;
  // Huge pages: each record goes to another page than the last one.
  Memory.emplace(Most * sizeof(uint64_t), LazyMemory::Pages::Huge);
  MemoryWords = Most;
}

void RecordBuffers::clear() {
  Rows.resize(1);
  Present.clear();
}

void RecordBuffers::add(uint64_t Header, uint32_t Slots, uint32_t FirstColumn) {
  MEMFACET_CHECK(Slots <= MaxRowSlots, "records of more slots are plain words");
  Row New;
  New.Header = Header;
  New.Latest = ZeroRecord;
  New.Slots = Slots;
  New.FirstColumn = FirstColumn;
  Rows.push_back(New);
}

uint32_t RecordBuffers::records(const FrameRow &R) const {
  const Row &Each = Rows[R.Row];
  return Each.Slots ? uint32_t(Each.Next - R.Begin) / Each.Slots : 0;
}

uint64_t *RecordBuffers::allocate(size_t Words) {
  uint64_t *Begin = static_cast<uint64_t *>(Memory->data()) + Used;
  Used += Words + WriteBeyond;
  MEMFACET_CHECK(Used <= MemoryWords, "begin has made room for all buffers");
  return Begin;
}

void RecordBuffers::addSource(const Source &S) {
  MEMFACET_CHECK(!Present.empty(),
                 "the row of the source has entered the frame");
  Sources.push_back(S);
  Row &R = Rows[Present.back().Row];
  R.SourcePairs = uint32_t(Sources.size() - R.FirstSource) / 2;
}

bool RecordBuffers::enter(uint32_t Number) {
  if (Present.size() == MaxFrameRows)
    return false;
  Row &R = Rows[Number];
  size_t Guess = R.UsualRecords + R.UsualRecords / 8;
  if (Guess * R.Slots > GuessesLeft)
    Guess = 0;
  GuessesLeft -= Guess * R.Slots;
  // Without slots, a record needs no room, but Next and End must differ.
  size_t Words = std::max<size_t>(1, std::max(FirstRecords, Guess) * R.Slots);
  R.Next = allocate(Words);
  R.End = R.Next + Words;
  Present.push_back({Number, R.Next, ColumnCount});
  ColumnCount += R.Slots;
  R.Number = uint32_t(Present.size());
  R.FirstSource = uint32_t(Sources.size());
  R.SourcePairs = 0;
  return true;
}

bool RecordBuffers::makeRoom(uint32_t Number) {
  Row &R = Rows[Number];
  if (!R.Next)
    return enter(Number);
  FrameRow &Entry = Present[R.Number - 1];
  auto Capacity = size_t(R.End - Entry.Begin);
  uint64_t *Larger = allocate(2 * Capacity);
  R.Next = std::copy(Entry.Begin, R.Next, Larger);
  R.End = Larger + 2 * Capacity;
  Entry.Begin = Larger;
  return true;
}

} // namespace memfacet::words
