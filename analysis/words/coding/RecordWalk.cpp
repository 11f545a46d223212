//===- RecordWalk.cpp - cuts the words of a frame into records ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/coding/RecordWalk.h"
#include "analysis/support/VectorClones.h"
#include "memfacet/Select.h"
#include <algorithm>
#include <cstring>

namespace memfacet::words {

/// So that memory is bounded, whatever a program loads and unloads.
static constexpr size_t MaxKnownColumns = size_t(1) << 20;

namespace {

using Row = RecordBuffers::Row;

/// What moving records needs; pointers stay valid until a row enters the frame.
struct Moving {
  Row *Rows;
  const RecordBuffers::Source *Sources;
  const RowDirectory &Directory;
  RepeatFinder &Repeats;
  const uint64_t *Lane;
  uint8_t *Starts; ///< of the lane's words
  uint16_t *Told;
  uint8_t *Expected;
  size_t Run, RunsBefore; ///< RunsBefore: all those that are told
  Row *Before;
  size_t Distance = 0, Words = 0; ///< of a copy
};

[[gnu::always_inline]] inline void tellRow(uint16_t Number, Moving &M) {
  M.RunsBefore += M.Run;
  for (; M.Run >= LongExpected; M.Run -= LongExpected)
    *M.Expected++ = LongExpected;
  *M.Expected++ = uint8_t(M.Run);
  *M.Told++ = Number;
  M.Run = 0;
}

/// The slots of \p R, from \p From on, to its records. Moves whole vectors,
/// whatever the record's length: what is written too much, the next record
/// overwrites.
[[gnu::always_inline]] inline void moveSlots(Row &R, const uint64_t *From,
                                             const Moving &M) {
  constexpr size_t Fixed = 4;
  size_t Slots = R.Slots;
  uint64_t *To = R.Next;
  R.Next = To + Slots;
  // The record itself may be a source.
  R.Latest = From;
  std::memcpy(To, From, Fixed * sizeof(uint64_t));
  for (size_t I = Fixed; I < Slots; I += Fixed) [[unlikely]]
    std::memcpy(To + I, From + I, Fixed * sizeof(uint64_t));
  // They come in pairs, which is easier to foresee.
  const RecordBuffers::Source *S = M.Sources + R.FirstSource;
  for (uint32_t Pairs = R.SourcePairs; Pairs != 0; --Pairs, S += 2) {
    uint64_t First = M.Rows[S[0].Row].Latest[S[0].Of],
             Second = M.Rows[S[1].Row].Latest[S[1].Of];
    To[S[0].Slot] = From[S[0].Slot] - First;
    To[S[1].Slot] = From[S[1].Slot] - Second;
  }
}

/// One record, at \p At. False: it needs another way, or is the first of a
/// copy. What is \p Near the end of its lane may not be whole.
template <bool Near>
[[gnu::always_inline]] inline bool moveRecord(Moving &M, const uint64_t *&At,
                                              const uint64_t *End) {
  Row *R = M.Rows + M.Before->Expected;
  bool AsExpected = R->Header == *At;
  if (!AsExpected) {
    // Where something repeats, the same rows were not expected before.
    if (M.Repeats.chooses(At)) {
      size_t Distance;
      M.Words = M.Repeats.find(At, End, Distance);
      if (M.Words != 0) {
        M.Distance = Distance;
        return false;
      }
    }
    R = M.Rows + M.Directory.find(*At);
  }
  if (R->Next == R->End) [[unlikely]]
    return false;
  if constexpr (Near)
    if (size_t(End - At) <= R->Slots)
      return false;
  if (AsExpected) {
    ++M.Run;
  } else {
    tellRow(uint16_t(R->Number), M);
    M.Before->Expected = uint32_t(R - M.Rows);
  }
  M.Before = R;
  M.Starts[At - M.Lane] = 1;
  moveSlots(*R, At + 1, M);
  At += 1 + R->Slots;
  return true;
}

} // namespace

/// Moves records of known rows that have room. Returns where there is another
/// one, or a copy.
MEMFACET_VECTOR_CLONES
static const uint64_t *moveRecords(Moving &To, const uint64_t *At,
                                   const uint64_t *End) {
  static_assert(WordBuffer::ReadBeyond >= RecordBuffers::WriteBeyond);
  Moving M = To;
  bool Goes = true;
  if (End - At > ptrdiff_t(MaxRowSlots))
    for (const uint64_t *Safe = End - MaxRowSlots; At < Safe && Goes;)
      Goes = moveRecord<false>(M, At, End);
  while (At != End && Goes)
    Goes = moveRecord<true>(M, At, End);
  To.Told = M.Told;
  To.Expected = M.Expected;
  To.Run = M.Run;
  To.RunsBefore = M.RunsBefore;
  To.Before = M.Before;
  To.Distance = M.Distance;
  To.Words = M.Words;
  return At;
}

/// Rows are known to the directory first.
void RecordWalk::makeRoom() {
  while (Records.known() != Rows.rows()) {
    const CodedRow &R = Rows[uint32_t(Records.known())];
    Records.add(R.Header, R.Slots, R.FirstColumn);
  }
  Rules->makeRoom(Rows.columns());
}

void RecordWalk::begin(const FrameWords &Frame, ColumnRules &TheRules) {
  Rules = &TheRules;
  if (Outdated || Rows.columns() > MaxKnownColumns) {
    Rows.clear();
    Rules->clear();
    Records.clear();
    Outdated = false;
  }
  Records.begin(Frame.words());
  Repeats.beginFrame(Frame.words());
  Rules->learn(Frame, Rows);
  makeRoom();
  // Each byte of Expected is followed by a row or stands for several.
  if (Told.size() < Frame.words()) {
    Told.resize(Frame.words());
    Expected.resize(Frame.words());
  }
  ToldCount = ExpectedCount = RecordsCopied = Run = RunsBefore = 0;
  Before = 0;
  Copies.clear();
}

void RecordWalk::walk(const FrameWords &Frame, ColumnRules &TheRules,
                      ByteBuffer &ThePlain) {
  begin(Frame, TheRules);
  Plain = &ThePlain;
  for (const FrameWords::Lane &L : Frame.lanes())
    walkLane(L.Words);
}

void RecordWalk::walkLane(const WordBuffer &Words) {
  Lane = Words.data();
  Repeats.begin(Lane, Words.size());
  const uint64_t *At = Lane, *End = At + Words.size();
  while (At != End)
    At = move(At, End);
}

const uint64_t *RecordWalk::move(const uint64_t *At, const uint64_t *End) {
  Moving M = {.Rows = Records.rows(),
              .Sources = Records.sources(),
              .Directory = Rows,
              .Repeats = Repeats,
              .Lane = Lane,
              .Starts = Repeats.starts(),
              .Told = Told.data() + ToldCount,
              .Expected = Expected.data() + ExpectedCount,
              .Run = Run,
              .RunsBefore = RunsBefore,
              .Before = Records.rows() + Before};
  At = moveRecords(M, At, End);
  ToldCount = size_t(M.Told - Told.data());
  ExpectedCount = size_t(M.Expected - Expected.data());
  Run = M.Run;
  RunsBefore = M.RunsBefore;
  Before = uint32_t(M.Before - Records.rows());
  if (M.Words != 0) {
    copy(M.Distance, M.Words);
    return At + M.Words;
  }
  return At == End ? At : moveSlowly(At, End);
}

void RecordWalk::copy(size_t Distance, size_t Words) {
  size_t Records = recordCount();
  Copies.push_back(
      {Records - std::exchange(RecordsCopied, Records), Distance, Words});
}

/// What is told as it is, or nothing but what was missing.
const uint64_t *RecordWalk::moveSlowly(const uint64_t *At,
                                       const uint64_t *End) {
  if (uint32_t Row = Rows.add(*At))
    return enter(Row, At, End);
  // The words of a long event are no headers.
  size_t Words = isEvent(*At) && leastEventWords(eventKind(*At)) != 0
                     ? eventWords(*At)
                 : isSelected(*At) ? SelectedWords
                                   : 1;
  return plain(At, End, std::max<size_t>(Words, 1));
}

const uint64_t *RecordWalk::enter(uint32_t Row, const uint64_t *At,
                                  const uint64_t *End) {
  makeRoom();
  const RecordBuffers::Row &R = Records[Row];
  if (size_t(End - At) <= R.Slots)
    return plain(At, End, 1);
  bool IsNew = !R.Next;
  if (IsNew && !Rows.stillTrue(Row))
    Outdated = true;
  if (!Records.makeRoom(Row))
    return plain(At, End, 1 + R.Slots);
  if (IsNew)
    enterSources(R);
  return At;
}

/// Of the row that entered the frame last.
void RecordWalk::enterSources(const RecordBuffers::Row &R) {
  bool Odd = false;
  for (uint32_t I = 0; I != R.Slots; ++I)
    if (uint32_t Source = Rules->source(R.FirstColumn + I)) {
      uint32_t Of = Rows.rowOfColumn(Source);
      Records.addSource(
          {Of, uint16_t(I), uint16_t(Source - Records[Of].FirstColumn)});
      Odd = !Odd;
    }
  // The word behind the record may be anything.
  if (Odd)
    Records.addSource({0, uint16_t(R.Slots), 0});
}

void RecordWalk::tell(uint32_t Row) {
  RecordBuffers::Row *All = Records.rows();
  if (All[Before].Expected == Row) {
    ++Run;
  } else {
    RunsBefore += Run;
    for (; Run >= LongExpected; Run -= LongExpected)
      Expected[ExpectedCount++] = LongExpected;
    Expected[ExpectedCount++] = uint8_t(std::exchange(Run, 0));
    Told[ToldCount++] = uint16_t(All[Row].Number);
    All[Before].Expected = Row;
  }
  Before = Row;
}

const uint64_t *RecordWalk::plain(const uint64_t *At, const uint64_t *End,
                                  size_t Count) {
  Count = std::min(Count, size_t(End - At));
  std::fill_n(Repeats.starts() + (At - Lane), Count, uint8_t(1));
  for (size_t I = 0; I != Count; ++I)
    tell(0);
  uint8_t *To = Plain->grow(Count * sizeof(uint64_t));
  std::copy_n(reinterpret_cast<const uint8_t *>(At), Count * sizeof(uint64_t),
              To);
  return At + Count;
}

} // namespace memfacet::words
