//===- FrameCoder.cpp - codes frames, several at a time -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/coding/FrameCoder.h"
#include "analysis/words/coding/BytePlanes.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <bit>

namespace memfacet::words {

/// Words of a column that are processed together.
static constexpr size_t TileWords = 1024;

FrameCoder::FrameCoder(const RecordLength &Lengths) : Walk(Lengths) {}

/// The most words, and the most pieces, of a frame.
static constexpr size_t MostInFrame = size_t(1) << 24;

Status FrameCoder::code(const FrameWords &Frame, std::vector<char> &Target) {
  MEMFACET_CHECK(Frame.words() <= MostInFrame &&
                     Frame.pieces().size() <= MostInFrame,
                 "numbers of words have as many bits");
  Sources.clear();
  Kinds.clear();
  Firsts.clear();
  Walk.walk(Frame, Rules, Parts.part(FramePart::Plain));
  size_t Unlearned = 0;
  for (const RecordBuffers::FrameRow &R : Walk.records().frameRows()) {
    const RecordBuffers::Row &Row = Walk.records()[R.Row];
    for (uint32_t I = 0; I != Row.Slots; ++I)
      if (!Rules.isLearned(Row.FirstColumn + I))
        Unlearned += Walk.records().records(R);
    codeRow(R);
  }
  Rules.noteUnlearned(Unlearned);
  writeOrder();
  writeDirectory(Frame);
  return Parts.pack(Target);
}

void FrameCoder::codeRow(const RecordBuffers::FrameRow &R) {
  size_t Count = Walk.records().records(R);
  if (Residuals.size() < Count)
    Residuals.resize(Count);
  for (uint32_t I = 0; I != Walk.records()[R.Row].Slots; ++I)
    findColumn(R, I, Count);
}

/// Adds the \p Count words of a column to the planes and to the directory.
void FrameCoder::findColumn(const RecordBuffers::FrameRow &R, uint32_t Slot,
                            size_t Count) {
  const RecordBuffers::Row &Row = Walk.records()[R.Row];
  uint32_t Column = Row.FirstColumn + Slot;
  ColumnOrder Order = Rules.order(Column);
  uint64_t First = R.Begin[Slot], Any = 0;
  // The first two are the last words of the tile before. Before the first tile,
  // they are First.
  uint64_t Tile[2 + TileWords] = {First, First};
  for (size_t Position = 0; Position < Count; Position += TileWords) {
    size_t TileSize = std::min(TileWords, Count - Position);
    gatherColumn(R.Begin + Position * Row.Slots + Slot, Row.Slots,
                 {Tile + 2, TileSize});
    Any |=
        findResiduals(Tile + 2, TileSize, Order, First, &Residuals[Position]);
    Tile[0] = Tile[TileSize];
    Tile[1] = Tile[TileSize + 1];
  }
  unsigned Planes = (unsigned(std::bit_width(Any)) + 7) / 8;
  for (unsigned P = 0; P != Planes; ++P)
    splitPlane({Residuals.data(), Count}, P, Parts.plane(P).grow(Count));
  Sources.push_back(sourceInFrame(Column));
  Kinds.push_back(uint64_t(Order) | Planes << 2);
  Firsts.push_back(First);
}

/// Returns 1 + the number of the source of \p Column in this frame; 0: there is
/// none.
uint64_t FrameCoder::sourceInFrame(uint32_t Column) const {
  uint32_t Source = Rules.source(Column);
  const RecordBuffers &All = Walk.records();
  const RecordBuffers::Row &R = All[Walk.directory().rowOfColumn(Source)];
  // A row that is not in the frame has no record, so that its columns predict
  // 0.
  if (Source == 0 || !R.Next)
    return 0;
  return 1 + All.frameRows()[R.Number - 1].FirstColumn +
         (Source - R.FirstColumn);
}

void FrameCoder::writeOrder() {
  std::span<const uint16_t> Unexpected = Walk.unexpectedRows();
  uint8_t *Low = Parts.part(FramePart::Rows).grow(Unexpected.size());
  for (size_t I = 0; I != Unexpected.size(); ++I)
    Low[I] = uint8_t(Unexpected[I]);
  if (Walk.records().frameRows().size() > 0xff) {
    uint8_t *High = Parts.part(FramePart::RowsHigh).grow(Unexpected.size());
    for (size_t I = 0; I != Unexpected.size(); ++I)
      High[I] = uint8_t(Unexpected[I] >> 8);
  }
  std::span<const uint8_t> Runs = Walk.expected();
  std::copy(Runs.begin(), Runs.end(),
            Parts.part(FramePart::Expected).grow(Runs.size()));
}

void FrameCoder::writeDirectory(const FrameWords &Frame) {
  const RecordBuffers &Records = Walk.records();
  const auto &Present = Records.frameRows();
  Directory.assign({Frame.lanes().size(), Frame.pieces().size(), Present.size(),
                    Records.columns(), Walk.copies().size(),
                    Walk.recordCount()});
  for (const FrameWords::Lane &L : Frame.lanes())
    Directory.push_back(L.Thread.Value);
  for (const FramePiece &P : Frame.pieces())
    Directory.push_back(P.Lane);
  for (const FramePiece &P : Frame.pieces())
    Directory.push_back(P.Words);
  for (const RecordBuffers::FrameRow &R : Present)
    Directory.push_back(Records[R.Row].Header);
  for (const RecordBuffers::FrameRow &R : Present)
    Directory.push_back(Records[R.Row].Slots);
  for (const auto *List : {&Sources, &Kinds, &Firsts})
    Directory.insert(Directory.end(), List->begin(), List->end());
  for (const RecordWalk::Copy &C : Walk.copies())
    Directory.push_back(C.Records);
  for (const RecordWalk::Copy &C : Walk.copies())
    Directory.push_back(C.Distance);
  for (const RecordWalk::Copy &C : Walk.copies())
    Directory.push_back(C.Words);
  uint8_t *Target =
      Parts.part(FramePart::Directory).grow(Directory.size() * PlaneCount);
  for (unsigned P = 0; P != PlaneCount; ++P)
    splitPlane(Directory, P, Target + P * Directory.size());
}

CodingThreads::CodingThreads(const RecordLength &Lengths, unsigned Threads,
                             Write WriteFrame)
    : WriteFrame(std::move(WriteFrame)),
      Frames(Threads ? Threads + FramesWaiting : 1) {
  for (unsigned I = 0; I != std::max(1u, Threads); ++I)
    Coders.push_back(std::make_unique<FrameCoder>(Lengths));
  for (unsigned I = 0; I != Threads; ++I)
    this->Threads.emplace_back([this, I] { run(I); });
}

CodingThreads::~CodingThreads() {
  {
    std::lock_guard Guard(Lock);
    Ending = true;
  }
  Filled.notify_all();
  for (std::thread &T : Threads)
    T.join();
}

/// Codes every frame whose number is \p Thread, modulo the threads.
void CodingThreads::run(size_t Thread) {
  for (uint64_t Number = Thread;; Number += Threads.size()) {
    std::unique_lock Guard(Lock);
    Filled.wait(Guard, [&] { return Submitted > Number || Ending; });
    if (Ending)
      return;
    Guard.unlock();
    Frame &F = at(Number);
    F.Result = Coders[Thread]->code(F.Words, F.Coded);
    Guard.lock();
    F.Ready = true;
    Guard.unlock();
    Coded.notify_one();
  }
}

/// Writes the frames before \p Number, and after them those that are ready.
Status CodingThreads::writeUntil(uint64_t Number) {
  for (; Written != Submitted; ++Written) {
    Frame &F = at(Written);
    {
      std::unique_lock Guard(Lock);
      if (!F.Ready && Written >= Number)
        break;
      Coded.wait(Guard, [&] { return F.Ready; });
      F.Ready = false;
    }
    if (!F.Result)
      return F.Result;
    if (Status S = WriteFrame(F.Words, F.Coded); !S)
      return S;
    F.Words.clear();
    F.Coded.clear();
  }
  return {};
}

Status CodingThreads::submit() {
  if (Threads.empty()) {
    Frame &F = Frames[0];
    F.Result = Coders[0]->code(F.Words, F.Coded);
    F.Ready = true;
    ++Submitted;
  } else {
    {
      std::lock_guard Guard(Lock);
      ++Submitted;
    }
    Filled.notify_all();
  }
  bool Full = Submitted >= Frames.size();
  return writeUntil(Full ? Submitted - Frames.size() + 1 : 0);
}

Status CodingThreads::settle() { return writeUntil(Submitted); }

} // namespace memfacet::words
