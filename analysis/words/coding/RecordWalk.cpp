//===- RecordWalk.cpp - cuts the words of a frame into records ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/coding/RecordWalk.h"
#include "analysis/support/VectorClones.h"
#include "memfacet/Select.h"
#include <algorithm>
#include <cstring>

namespace memfacet::words {

/// Bounds memory, whatever a program loads and unloads.
static constexpr size_t MaxKnownColumns = size_t(1) << 20;

namespace {

using Row = RecordBuffers::Row;

/// What moving records needs. Pointers stay valid until a row enters the frame.
struct MoveState {
  Row *Rows;
  const RecordBuffers::Source *Sources;
  const RowDirectory &Directory;
  RepeatFinder &Repeats;
  const uint64_t *Lane;
  uint8_t *Starts; ///< one for each word of the lane
  uint16_t *NextRow;
  uint8_t *Expected;
  size_t Run, RunsBefore; ///< RunsBefore: sum of all runs that are stored
  Row *LastRow;
  size_t Distance = 0, Words = 0; ///< of a copy
};

[[gnu::always_inline]] inline void noteRow(uint16_t Number, MoveState &M) {
  M.RunsBefore += M.Run;
  for (; M.Run >= LongExpected; M.Run -= LongExpected)
    *M.Expected++ = LongExpected;
  *M.Expected++ = uint8_t(M.Run);
  *M.NextRow++ = Number;
  M.Run = 0;
}

/// Moves the slots of a record, which begin at \p Source, to the records of \p
/// R. Moves whole vectors, whatever the record's length: the next record
/// overwrites what is written too much.
[[gnu::always_inline]] inline void moveSlots(Row &R, const uint64_t *Source,
                                             const MoveState &M) {
  constexpr size_t Fixed = 4;
  size_t Slots = R.Slots;
  uint64_t *Target = R.Next;
  R.Next = Target + Slots;
  // The record itself may be a source.
  R.Latest = Source;
  std::memcpy(Target, Source, Fixed * sizeof(uint64_t));
  for (size_t I = Fixed; I < Slots; I += Fixed) [[unlikely]]
    std::memcpy(Target + I, Source + I, Fixed * sizeof(uint64_t));
  // Sources come in pairs: this makes the length of the loop easier to predict.
  const RecordBuffers::Source *S = M.Sources + R.FirstSource;
  for (uint32_t Pairs = R.SourcePairs; Pairs != 0; --Pairs, S += 2) {
    uint64_t First = M.Rows[S[0].Row].Latest[S[0].SourceSlot],
             Second = M.Rows[S[1].Row].Latest[S[1].SourceSlot];
    Target[S[0].Slot] = Source[S[0].Slot] - First;
    Target[S[1].Slot] = Source[S[1].Slot] - Second;
  }
}

/// Moves one record, at \p Position. Returns false if the record needs another
/// way, or is the first of a copy. With \p NearEnd, the end of the lane may cut
/// the record.
template <bool NearEnd>
[[gnu::always_inline]] inline bool
moveRecord(MoveState &M, const uint64_t *&Position, const uint64_t *End) {
  Row *R = M.Rows + M.LastRow->Expected;
  bool AsExpected = R->Header == *Position;
  if (!AsExpected) {
    // Where words repeat, the same rows were not expected the first time
    // either.
    if (M.Repeats.chooses(Position)) {
      size_t Distance;
      M.Words = M.Repeats.find(Position, End, Distance);
      if (M.Words != 0) {
        M.Distance = Distance;
        return false;
      }
    }
    R = M.Rows + M.Directory.find(*Position);
  }
  if (R->Next == R->End) [[unlikely]]
    return false;
  if constexpr (NearEnd)
    if (size_t(End - Position) <= R->Slots)
      return false;
  if (AsExpected) {
    ++M.Run;
  } else {
    noteRow(uint16_t(R->Number), M);
    M.LastRow->Expected = uint32_t(R - M.Rows);
  }
  M.LastRow = R;
  M.Starts[Position - M.Lane] = 1;
  moveSlots(*R, Position + 1, M);
  Position += 1 + R->Slots;
  return true;
}

} // namespace

/// Moves records of known rows that have room. Returns the position of the
/// first record that needs another way, or of a copy.
MEMFACET_VECTOR_CLONES
static const uint64_t *moveRecords(MoveState &State, const uint64_t *Position,
                                   const uint64_t *End) {
  static_assert(WordBuffer::ReadBeyond >= RecordBuffers::WriteBeyond);
  MoveState M = State;
  bool Moved = true;
  if (End - Position > ptrdiff_t(MaxRowSlots))
    for (const uint64_t *Safe = End - MaxRowSlots; Position < Safe && Moved;)
      Moved = moveRecord<false>(M, Position, End);
  while (Position != End && Moved)
    Moved = moveRecord<true>(M, Position, End);
  State.NextRow = M.NextRow;
  State.Expected = M.Expected;
  State.Run = M.Run;
  State.RunsBefore = M.RunsBefore;
  State.LastRow = M.LastRow;
  State.Distance = M.Distance;
  State.Words = M.Words;
  return Position;
}

/// Adds the rows that the directory has and Records has not.
void RecordWalk::makeRoom() {
  while (Records.rowCount() != Rows.rows()) {
    const CodedRow &R = Rows[uint32_t(Records.rowCount())];
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
  // Each byte of Expected is followed by a row or stands for several records.
  if (UnexpectedRows.size() < Frame.words()) {
    UnexpectedRows.resize(Frame.words());
    Expected.resize(Frame.words());
  }
  UnexpectedCount = ExpectedCount = RecordsCopied = Run = RunsBefore = 0;
  LastRow = 0;
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
  const uint64_t *Position = Lane, *End = Position + Words.size();
  while (Position != End)
    Position = move(Position, End);
}

const uint64_t *RecordWalk::move(const uint64_t *Position,
                                 const uint64_t *End) {
  MoveState M = {.Rows = Records.rows(),
                 .Sources = Records.sources(),
                 .Directory = Rows,
                 .Repeats = Repeats,
                 .Lane = Lane,
                 .Starts = Repeats.starts(),
                 .NextRow = UnexpectedRows.data() + UnexpectedCount,
                 .Expected = Expected.data() + ExpectedCount,
                 .Run = Run,
                 .RunsBefore = RunsBefore,
                 .LastRow = Records.rows() + LastRow};
  Position = moveRecords(M, Position, End);
  UnexpectedCount = size_t(M.NextRow - UnexpectedRows.data());
  ExpectedCount = size_t(M.Expected - Expected.data());
  Run = M.Run;
  RunsBefore = M.RunsBefore;
  LastRow = uint32_t(M.LastRow - Records.rows());
  if (M.Words != 0) {
    copy(M.Distance, M.Words);
    return Position + M.Words;
  }
  return Position == End ? Position : moveSlowly(Position, End);
}

void RecordWalk::copy(size_t Distance, size_t Words) {
  size_t Records = recordCount();
  Copies.push_back(
      {Records - std::exchange(RecordsCopied, Records), Distance, Words});
}

/// Makes the row or the room that was missing, or stores plain words.
const uint64_t *RecordWalk::moveSlowly(const uint64_t *Position,
                                       const uint64_t *End) {
  if (uint32_t Row = Rows.add(*Position))
    return enter(Row, Position, End);
  // The words of a long event are no headers.
  size_t Words =
      isEvent(*Position) && leastEventWords(eventKind(*Position)) != 0
          ? eventWords(*Position)
      : isSelected(*Position) ? SelectedWords
                              : 1;
  return plain(Position, End, std::max<size_t>(Words, 1));
}

const uint64_t *RecordWalk::enter(uint32_t Row, const uint64_t *Position,
                                  const uint64_t *End) {
  makeRoom();
  const RecordBuffers::Row &R = Records[Row];
  if (size_t(End - Position) <= R.Slots)
    return plain(Position, End, 1);
  bool IsNew = !R.Next;
  if (IsNew && !Rows.isCurrent(Row))
    Outdated = true;
  if (!Records.makeRoom(Row))
    return plain(Position, End, 1 + R.Slots);
  if (IsNew)
    enterSources(R);
  return Position;
}

/// Adds the sources of the row that entered the frame last.
void RecordWalk::enterSources(const RecordBuffers::Row &R) {
  bool Odd = false;
  for (uint32_t I = 0; I != R.Slots; ++I)
    if (uint32_t Source = Rules->source(R.FirstColumn + I)) {
      uint32_t SourceRow = Rows.rowOfColumn(Source);
      Records.addSource({SourceRow, uint16_t(I),
                         uint16_t(Source - Records[SourceRow].FirstColumn)});
      Odd = !Odd;
    }
  // Makes the number even: this source changes only the word after the record,
  // which may be anything.
  if (Odd)
    Records.addSource({0, uint16_t(R.Slots), 0});
}

void RecordWalk::noteRecord(uint32_t Row) {
  RecordBuffers::Row *All = Records.rows();
  if (All[LastRow].Expected == Row) {
    ++Run;
  } else {
    RunsBefore += Run;
    for (; Run >= LongExpected; Run -= LongExpected)
      Expected[ExpectedCount++] = LongExpected;
    Expected[ExpectedCount++] = uint8_t(std::exchange(Run, 0));
    UnexpectedRows[UnexpectedCount++] = uint16_t(All[Row].Number);
    All[LastRow].Expected = Row;
  }
  LastRow = Row;
}

const uint64_t *RecordWalk::plain(const uint64_t *Position, const uint64_t *End,
                                  size_t Count) {
  Count = std::min(Count, size_t(End - Position));
  std::fill_n(Repeats.starts() + (Position - Lane), Count, uint8_t(1));
  for (size_t I = 0; I != Count; ++I)
    noteRecord(0);
  uint8_t *Target = Plain->grow(Count * sizeof(uint64_t));
  std::copy_n(reinterpret_cast<const uint8_t *>(Position),
              Count * sizeof(uint64_t), Target);
  return Position + Count;
}

} // namespace memfacet::words
