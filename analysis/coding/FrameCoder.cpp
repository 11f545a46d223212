//===- coding/FrameCoder.cpp - codes the words of a frame -----------------===//

#include "analysis/coding/FrameCoder.h"
#include "analysis/coding/BytePlanes.h"
#include <algorithm>
#include <bit>

namespace memfacet {

/// So that memory is bounded, whatever a program loads and unloads.
static constexpr size_t MaxKnownColumns = size_t(1) << 20;
/// Words of a row's records that are looked at together, so that each column's
/// turn finds them in the first-level cache.
static constexpr size_t TileWords = 2048;

FrameCoder::FrameCoder(const RecordLength &Lengths) : Rows(Lengths), Last(1) {}

/// Rows are known to the directory first.
void FrameCoder::makeRoom() {
  while (Records.known() != Rows.rows()) {
    const CodedRow &R = Rows[uint32_t(Records.known())];
    Records.add(R.Slots, R.FirstColumn);
  }
  Last.resize(Rows.columns());
  Rules.makeRoom(Rows.columns());
}

void FrameCoder::begin(const FrameWords &Frame) {
  if (Outdated || Rows.columns() > MaxKnownColumns) {
    Rows.clear();
    Rules.clear();
    Records.clear();
    Last.assign(1, 0);
    Outdated = false;
  }
  for (const RecordBuffers::InFrame &R : Records.inFrame())
    std::fill_n(Last.data() + Records[R.Row].FirstColumn, Records[R.Row].Slots,
                0);
  Records.begin(Frame.words());
  Rules.learn(Frame, Rows);
  makeRoom();
  if (Numbers.size() < Frame.words())
    Numbers.resize(Frame.words());
  NumberCount = 0;
  Sources.clear();
  Kinds.clear();
  Firsts.clear();
}

Status FrameCoder::code(const FrameWords &Frame, std::vector<char> &To) {
  begin(Frame);
  for (const FrameWords::Lane &L : Frame.lanes())
    walk(L.Words);
  size_t Unlearned = 0;
  for (const RecordBuffers::InFrame &R : Records.inFrame()) {
    const RecordBuffers::Row &Row = Records[R.Row];
    for (uint32_t I = 0; I != Row.Slots; ++I)
      if (!Rules.isLearned(Row.FirstColumn + I))
        Unlearned += Records.records(R);
    codeRow(R);
  }
  Rules.noteUnlearned(Unlearned);
  uint8_t *Low = Parts.part(FramePart::Rows).grow(NumberCount);
  for (size_t I = 0; I != NumberCount; ++I)
    Low[I] = uint8_t(Numbers[I]);
  if (Records.inFrame().size() > 0xff) {
    uint8_t *High = Parts.part(FramePart::RowsHigh).grow(NumberCount);
    for (size_t I = 0; I != NumberCount; ++I)
      High[I] = uint8_t(Numbers[I] >> 8);
  }
  writeDirectory(Frame);
  return Parts.pack(To);
}

void FrameCoder::walk(std::span<const uint64_t> Words) {
  const uint64_t *At = Words.data(), *End = At + Words.size();
  while (At != End) {
    // What the loop uses stays where it is until rows are added.
    RecordBuffers::Row *Row = Records.rows();
    const uint32_t *Source = Rules.sources();
    uint64_t *Latest = Last.data();
    uint16_t *Number = Numbers.data() + NumberCount;
    while (At != End) {
      RecordBuffers::Row &R = Row[Rows.find(*At)];
      size_t Slots = R.Slots;
      if (R.Next == R.End || size_t(End - At) <= Slots) [[unlikely]]
        break;
      *Number++ = uint16_t(R.Number);
      uint64_t *To = R.Next;
      R.Next = To + Slots;
      size_t Column = R.FirstColumn;
      ++At;
      for (size_t I = 0; I != Slots; ++I) {
        uint64_t Word = At[I];
        To[I] = Word - Latest[Source[Column + I]];
        Latest[Column + I] = Word;
      }
      At += Slots;
    }
    NumberCount = size_t(Number - Numbers.data());
    if (At != End)
      At = walkSlowly(At, End);
  }
}

/// One record, or what is told as it is; or nothing but what was missing.
const uint64_t *FrameCoder::walkSlowly(const uint64_t *At,
                                       const uint64_t *End) {
  uint32_t Row = Rows.add(*At);
  if (Row == 0) {
    // The words of a long event are no headers.
    size_t Words = isEvent(*At) && leastEventWords(eventKind(*At)) != 0
                       ? eventWords(*At)
                       : 1;
    return plain(At, End, std::max<size_t>(Words, 1));
  }
  makeRoom();
  const RecordBuffers::Row &R = Records[Row];
  if (size_t(End - At) <= R.Slots)
    return plain(At, End, 1);
  if (!R.Next && !Rows.stillTrue(Row))
    Outdated = true;
  return Records.makeRoom(Row) ? At : plain(At, End, 1 + R.Slots);
}

const uint64_t *FrameCoder::plain(const uint64_t *At, const uint64_t *End,
                                  size_t Count) {
  Count = std::min(Count, size_t(End - At));
  std::fill_n(Numbers.data() + NumberCount, Count, uint16_t(0));
  NumberCount += Count;
  uint8_t *To = Parts.part(FramePart::Plain).grow(Count * sizeof(uint64_t));
  std::copy_n(reinterpret_cast<const uint8_t *>(At), Count * sizeof(uint64_t),
              To);
  return At + Count;
}

void FrameCoder::codeRow(const RecordBuffers::InFrame &R) {
  const RecordBuffers::Row &Row = Records[R.Row];
  size_t Count = Records.records(R), Slots = Row.Slots;
  if (Slots == 0)
    return;
  Columns.clear();
  for (uint32_t I = 0; I != Slots; ++I) {
    uint32_t Global = Row.FirstColumn + I;
    Columns.push_back({Rules.order(Global), R.Begin[I], R.Begin[I], 0, 0});
    Firsts.push_back(R.Begin[I]);
    Sources.push_back(sourceInFrame(Global));
  }
  if (Scratch.size() < Count * Slots)
    Scratch.resize(Count * Slots);
  size_t Tile = std::max<size_t>(1, TileWords / Slots);
  for (size_t At = 0; At < Count; At += Tile) {
    size_t Now = std::min(Tile, Count - At);
    residuals({R.Begin + At * Slots, Now * Slots}, Row.Slots, Count,
              Scratch.data() + At);
  }
  writePlanes(Scratch.data(), Count);
}

/// Calls \p Next for each difference of a column, in their order.
template <typename Function>
static uint64_t eachResidual(const uint64_t *From, size_t Count, size_t Slots,
                             uint64_t *To, Function Next) {
  uint64_t Any = 0;
  for (size_t I = 0; I != Count; ++I) {
    uint64_t Residual = zigzag(Next(From[I * Slots]));
    Any |= Residual;
    To[I] = Residual;
  }
  return Any;
}

/// Of each column of \p Records, to \p To and every \p Count words behind it.
void FrameCoder::residuals(std::span<const uint64_t> Records, uint32_t Slots,
                           size_t Count, uint64_t *To) {
  size_t Now = Records.size() / Slots;
  for (size_t I = 0; I != Slots; ++I) {
    Column &C = Columns[I];
    uint64_t First = C.First, Before = C.Before, Step = C.Step, Any = 0;
    const uint64_t *From = Records.data() + I;
    uint64_t *Mine = To + I * Count;
    if (C.Order == ColumnOrder::Value)
      Any = eachResidual(From, Now, Slots, Mine,
                         [&](uint64_t D) { return D - First; });
    else if (C.Order == ColumnOrder::Delta)
      Any = eachResidual(From, Now, Slots, Mine, [&](uint64_t D) {
        return D - std::exchange(Before, D);
      });
    else
      Any = eachResidual(From, Now, Slots, Mine, [&](uint64_t D) {
        uint64_t Change = D - std::exchange(Before, D);
        return Change - std::exchange(Step, Change);
      });
    C.Before = Before;
    C.Step = Step;
    C.Any |= Any;
  }
}

/// The planes of each of Columns, which have \p Count residuals each.
void FrameCoder::writePlanes(const uint64_t *Residuals, size_t Count) {
  for (const Column &C : Columns) {
    unsigned Planes = (unsigned(std::bit_width(C.Any)) + 7) / 8;
    Kinds.push_back(uint64_t(C.Order) | Planes << 2);
    for (unsigned P = 0; P != Planes; ++P)
      splitPlane({Residuals, Count}, P, Parts.plane(P).grow(Count));
    Residuals += Count;
  }
}

/// 1 + the number, in this frame, of the source of \p Column; 0: there is none.
uint64_t FrameCoder::sourceInFrame(uint32_t Column) const {
  uint32_t Source = Rules.sources()[Column];
  const RecordBuffers::Row &R = Records[Rows.rowOfColumn(Source)];
  // A row that is not in the frame has not told a word: 0 is what its columns
  // foretell.
  if (Source == 0 || !R.Next)
    return 0;
  return 1 + Records.inFrame()[R.Number - 1].FirstColumn +
         (Source - R.FirstColumn);
}

void FrameCoder::writeDirectory(const FrameWords &Frame) {
  const auto &Present = Records.inFrame();
  Directory.assign({Frame.lanes().size(), Frame.pieces().size(), Present.size(),
                    Records.columns()});
  for (const FrameWords::Lane &L : Frame.lanes())
    Directory.push_back(L.Thread.Value);
  for (const FramePiece &P : Frame.pieces())
    Directory.push_back(P.Lane);
  for (const FramePiece &P : Frame.pieces())
    Directory.push_back(P.Words);
  for (const RecordBuffers::InFrame &R : Present)
    Directory.push_back(Rows[R.Row].Header);
  for (const RecordBuffers::InFrame &R : Present)
    Directory.push_back(Rows[R.Row].Slots);
  for (const auto *List : {&Sources, &Kinds, &Firsts})
    Directory.insert(Directory.end(), List->begin(), List->end());
  uint8_t *To =
      Parts.part(FramePart::Directory).grow(Directory.size() * PlaneCount);
  for (unsigned P = 0; P != PlaneCount; ++P)
    splitPlane(Directory, P, To + P * Directory.size());
}

} // namespace memfacet
