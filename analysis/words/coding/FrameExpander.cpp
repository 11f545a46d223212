//===- FrameExpander.cpp - the words of a coded frame ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/coding/FrameExpander.h"
#include "analysis/words/coding/BytePlanes.h"
#include <algorithm>

namespace memfacet::words {

struct FrameExpander::Lists {
  using List = std::span<const uint64_t>;
  List Threads, PieceLanes, PieceWords, Headers, Slots, Sources, Kinds, Firsts,
      CopyRecords, CopyDistances, CopyWords;
};

Status FrameExpander::readDirectory(size_t Words, ExpandedFrame &Frame) {
  std::span<const uint8_t> Bytes = Parts.part(FramePart::Directory);
  size_t Length = Bytes.size() / PlaneCount;
  if (Bytes.size() % PlaneCount != 0 || Length < DirectoryCounts)
    return makeError("a frame's directory of {} bytes", Bytes.size());
  const uint8_t *Planes[PlaneCount];
  for (unsigned P = 0; P != PlaneCount; ++P)
    Planes[P] = Bytes.data() + P * Length;
  Directory.resize(Length);
  joinPlanes(Planes, PlaneCount, Directory);
  size_t LaneCount = Directory[0], PieceCount = Directory[1],
         RowCount = Directory[2], ColumnCount = Directory[3],
         CopyCount = Directory[4], RecordCount = Directory[5];
  // Each count is small, so that their sum does not overflow.
  if (LaneCount > Words || PieceCount > Words || RowCount > MaxFrameRows ||
      ColumnCount > Words || CopyCount > Words || RecordCount > Words ||
      Length != DirectoryCounts + LaneCount + 2 * PieceCount + 2 * RowCount +
                    3 * ColumnCount + 3 * CopyCount)
    return makeError("a frame's directory of {} words for {} lanes, {} pieces, "
                     "{} rows, {} columns, {} copies and {} records",
                     Length, LaneCount, PieceCount, RowCount, ColumnCount,
                     CopyCount, RecordCount);
  Numbers.resize(RecordCount);
  size_t Used = DirectoryCounts;
  auto Next = [&](size_t Count) {
    Used += Count;
    return Lists::List(Directory).subspan(Used - Count, Count);
  };
  // The elements of a braced list are evaluated in order, which is that of the
  // directory.
  Lists L = {Next(LaneCount),   Next(PieceCount),  Next(PieceCount),
             Next(RowCount),    Next(RowCount),    Next(ColumnCount),
             Next(ColumnCount), Next(ColumnCount), Next(CopyCount),
             Next(CopyCount),   Next(CopyCount)};
  if (Status S = readPieces(L, Frame); !S)
    return S;
  size_t Sum = 0;
  for (const FramePiece &P : Frame.Pieces)
    Sum += P.Words;
  if (Sum != Words - PieceCount)
    return makeError("a frame's pieces have {} words instead of {}", Sum,
                     Words - PieceCount);
  if (Status S = readRows(L); !S)
    return S;
  return readCopies(L);
}

Status FrameExpander::readPieces(const Lists &L, ExpandedFrame &Frame) {
  Frame.Lanes.clear();
  Frame.Pieces.clear();
  size_t LaneCount = L.Threads.size();
  for (uint64_t Thread : L.Threads)
    Frame.Lanes.push_back({ThreadId(uint32_t(Thread)), 0});
  for (size_t I = 0; I != L.PieceLanes.size(); ++I) {
    if (L.PieceLanes[I] >= LaneCount || L.PieceWords[I] > UINT32_MAX)
      return makeError("a frame's piece of {} words in lane {} of {}",
                       L.PieceWords[I], L.PieceLanes[I], LaneCount);
    Frame.Pieces.push_back(
        {uint32_t(L.PieceLanes[I]), uint32_t(L.PieceWords[I])});
    Frame.Lanes[L.PieceLanes[I]].Begin += L.PieceWords[I];
  }
  size_t Begin = 0;
  for (ExpandedFrame::Lane &Each : Frame.Lanes)
    Begin += std::exchange(Each.Begin, Begin);
  return {};
}

Status FrameExpander::readRows(const Lists &L) {
  Rows.assign(1, {});
  RowOf.assign(1, 0);
  size_t ColumnCount = L.Sources.size();
  for (size_t I = 0; I != L.Headers.size(); ++I) {
    if (L.Slots[I] > MaxRowSlots || L.Slots[I] > 1 + ColumnCount - RowOf.size())
      return makeError("a frame's row of {} slots", L.Slots[I]);
    Rows.push_back({L.Headers[I], nullptr, ZeroRecord, uint32_t(L.Slots[I]),
                    uint32_t(RowOf.size()), 0, 0});
    RowOf.insert(RowOf.end(), L.Slots[I], uint32_t(1 + I));
  }
  if (RowOf.size() != 1 + ColumnCount)
    return makeError("a frame's rows have {} columns, not {}", RowOf.size() - 1,
                     ColumnCount);
  return readColumns(L);
}

Status FrameExpander::readColumns(const Lists &L) {
  Columns.assign(1, {});
  Sources.clear();
  for (uint32_t R = 1; R != Rows.size(); ++R) {
    Rows[R].FirstSource = uint32_t(Sources.size());
    for (uint32_t Slot = 0; Slot != Rows[R].Slots; ++Slot) {
      size_t Index = Columns.size() - 1;
      uint64_t Kind = L.Kinds[Index];
      if ((Kind & 3) > uint64_t(ColumnOrder::Change) || Kind >> 2 > PlaneCount)
        return makeError("a frame's column is of kind {}", Kind);
      if (Status S = readSource(R, Slot, L.Sources[Index]); !S)
        return S;
      Columns.push_back(
          {ColumnOrder(Kind & 3), unsigned(Kind >> 2), L.Firsts[Index], 0});
    }
    Rows[R].Sources = uint32_t(Sources.size()) - Rows[R].FirstSource;
  }
  return {};
}

Status FrameExpander::readSource(uint32_t Row, uint32_t Slot, uint64_t Source) {
  if (Source == 0)
    return {};
  uint32_t Own = Rows[Row].FirstColumn + Slot;
  bool Known = Source < RowOf.size();
  if (!Known || (Source >= Own && RowOf[Source] == Row))
    return makeError("column {} of a frame has source {}", Own, Source);
  uint32_t SourceRow = RowOf[Source];
  Sources.push_back({SourceRow, uint16_t(Slot),
                     uint16_t(Source - Rows[SourceRow].FirstColumn)});
  return {};
}

Status FrameExpander::readCopies(const Lists &L) {
  Copies.clear();
  CopiedWords = 0;
  size_t RecordsLeft = Numbers.size(), Most = UINT32_MAX;
  for (size_t I = 0; I != L.CopyWords.size(); ++I) {
    Copy C = {L.CopyRecords[I], L.CopyDistances[I], L.CopyWords[I]};
    if (C.Records > RecordsLeft || C.Words > C.Distance || C.Distance > Most)
      return makeError("a frame copies {} words from {} back, after {} records",
                       C.Words, C.Distance, C.Records);
    RecordsLeft -= C.Records;
    CopiedWords += C.Words;
    Copies.push_back(C);
  }
  return {};
}

/// Words of a row's records that are restored together.
static constexpr size_t ResidualTile = 2048;

Status FrameExpander::expand(std::span<const char> Coded, size_t Words,
                             ExpandedFrame &Frame) {
  if (Status S = Parts.unpack(Coded, Words); !S)
    return S;
  if (Status S = readDirectory(Words, Frame); !S)
    return S;
  if (Status S = readNumbers(Words - Frame.Pieces.size()); !S)
    return S;
  if (Status S = readPlanes(); !S)
    return S;
  Frame.Words.resize(Words - Frame.Pieces.size());
  return assemble(Frame.Words);
}

/// Finds the row of each record from the stored rows.
Status FrameExpander::followExpected() {
  std::span<const uint8_t> Low = Parts.part(FramePart::Rows),
                           High = Parts.part(FramePart::RowsHigh);
  size_t RowsRead = 0, Position = 0;
  uint16_t LastRow = 0;
  Expected.assign(Rows.size(), 0);
  auto Follow = [&](size_t Count) {
    for (size_t I = 0; I != Count; ++I)
      Numbers[Position + I] = LastRow = Expected[LastRow];
    Position += Count;
  };
  for (uint8_t Run : Parts.part(FramePart::Expected)) {
    bool HasRow = Run != LongExpected;
    if (size_t(Run) + HasRow > Numbers.size() - Position ||
        RowsRead + HasRow > Low.size())
      return makeError("a frame tells more than {} records", Numbers.size());
    Follow(Run);
    if (!HasRow)
      continue;
    auto Row =
        uint16_t(Low[RowsRead] | (High.empty() ? 0 : High[RowsRead] << 8));
    ++RowsRead;
    if (Row >= Rows.size())
      return makeError("a frame has no row {}", Row);
    Numbers[Position++] = Expected[LastRow] = Row;
    LastRow = Row;
  }
  if (RowsRead != Low.size())
    return makeError("a frame tells {} rows of {}", RowsRead, Low.size());
  Follow(Numbers.size() - Position);
  return {};
}

/// Finds the row numbers. Checks that the records of these rows and the copies
/// have \p Words words.
Status FrameExpander::readNumbers(size_t Words) {
  std::span<const uint8_t> Low = Parts.part(FramePart::Rows),
                           High = Parts.part(FramePart::RowsHigh);
  if (!High.empty() && High.size() != Low.size())
    return makeError("a frame has {} and {} row numbers", Low.size(),
                     High.size());
  if (Status S = followExpected(); !S)
    return S;
  Records.assign(Rows.size(), 0);
  for (uint16_t Number : Numbers)
    ++Records[Number];
  size_t Sum = CopiedWords;
  for (size_t Row = 0; Row != Rows.size(); ++Row)
    Sum += size_t(Records[Row]) * (1 + Rows[Row].Slots);
  if (Sum != Words)
    return makeError("a frame's records have {} words instead of {}", Sum,
                     Words);
  size_t Plain = Parts.part(FramePart::Plain).size();
  if (Plain != Records[0] * sizeof(uint64_t))
    return makeError("a frame has {} bytes for {} plain words", Plain,
                     Records[0]);
  return {};
}

Status FrameExpander::readPlanes() {
  std::array<size_t, PlaneCount> Needed = {};
  size_t Words = 0;
  for (size_t I = 1; I != Rows.size(); ++I) {
    Words += size_t(Records[I]) * Rows[I].Slots;
    for (uint32_t S = 0; S != Rows[I].Slots; ++S)
      for (unsigned P = 0; P != Columns[Rows[I].FirstColumn + S].Planes; ++P)
        Needed[P] += Records[I];
  }
  for (unsigned P = 0; P != PlaneCount; ++P)
    if (Needed[P] != Parts.plane(P).size())
      return makeError("plane {} of a frame has {} bytes instead of {}", P,
                       Parts.plane(P).size(), Needed[P]);
  if (Differences.size() < Words + WordBuffer::ReadBeyond)
    Differences.resize(Words + WordBuffer::ReadBeyond);
  PlaneUsed = {};
  uint64_t *Target = Differences.data();
  for (size_t I = 1; I != Rows.size(); ++I) {
    Rows[I].Next = Target;
    if (Rows[I].Slots != 0)
      readRow(Rows[I], Records[I], Target);
    Target += size_t(Records[I]) * Rows[I].Slots;
  }
  return {};
}

void FrameExpander::readRow(const Row &R, size_t Count, uint64_t *Target) {
  uint64_t Residuals[ResidualTile];
  size_t Tile = std::max<size_t>(1, ResidualTile / R.Slots);
  std::array<size_t, PlaneCount> Begin = PlaneUsed;
  for (size_t Position = 0; Position < Count; Position += Tile) {
    size_t TileRecords = std::min(Tile, Count - Position);
    PlaneUsed = Begin;
    for (uint32_t S = 0; S != R.Slots; ++S) {
      const uint8_t *PlaneData[PlaneCount];
      unsigned Planes = Columns[R.FirstColumn + S].Planes;
      for (unsigned P = 0; P != Planes; ++P) {
        PlaneData[P] = Parts.plane(P).data() + PlaneUsed[P] + Position;
        PlaneUsed[P] += Count;
      }
      joinPlanes(PlaneData, Planes, {Residuals, TileRecords});
      restore(R, S, {Residuals, TileRecords}, Target + Position * R.Slots + S);
    }
  }
}

/// Restores the differences of a column, in every Slots-th word of \p Target.
void FrameExpander::restore(const Row &R, uint32_t Slot,
                            std::span<const uint64_t> Residuals,
                            uint64_t *Target) {
  Column &C = Columns[R.FirstColumn + Slot];
  size_t Slots = R.Slots;
  uint64_t Difference = C.Difference, Step = C.Step;
  if (C.Order == ColumnOrder::Value) {
    for (uint64_t Residual : Residuals) {
      *Target = Difference + unzigzag(Residual);
      Target += Slots;
    }
  } else if (C.Order == ColumnOrder::Delta) {
    for (uint64_t Residual : Residuals) {
      Difference += unzigzag(Residual);
      *Target = Difference;
      Target += Slots;
    }
  } else {
    for (uint64_t Residual : Residuals) {
      Step += unzigzag(Residual);
      Difference += Step;
      *Target = Difference;
      Target += Slots;
    }
  }
  C.Difference = Difference;
  C.Step = Step;
}

} // namespace memfacet::words
