//===- coding/FrameExpander.cpp - the words of a coded frame --------------===//

#include "analysis/coding/FrameExpander.h"
#include "analysis/coding/BytePlanes.h"
#include <algorithm>
#include <cstring>

namespace memfacet {

/// Words of a row's records that are restored together; see FrameCoder.
static constexpr size_t TileWords = 2048;

Status FrameExpander::expand(std::span<const char> Coded, size_t Words,
                             ExpandedFrame &To) {
  if (Status S = Parts.unpack(Coded, Words); !S)
    return S;
  if (Status S = readDirectory(Words, To); !S)
    return S;
  if (Status S = readNumbers(Words - To.Pieces.size()); !S)
    return S;
  if (Status S = readColumns(); !S)
    return S;
  To.Words.resize(Words - To.Pieces.size());
  assemble(To.Words.data());
  return {};
}

Status FrameExpander::readDirectory(size_t Words, ExpandedFrame &To) {
  std::span<const uint8_t> Bytes = Parts.part(FramePart::Directory);
  size_t Length = Bytes.size() / PlaneCount;
  if (Bytes.size() % PlaneCount != 0 || Length < DirectoryCounts)
    return makeError("a frame's directory of {} bytes", Bytes.size());
  const uint8_t *Planes[PlaneCount];
  for (unsigned P = 0; P != PlaneCount; ++P)
    Planes[P] = Bytes.data() + P * Length;
  Directory.resize(Length);
  joinPlanes(Planes, PlaneCount, Directory);
  size_t Lanes = Directory[0], Pieces = Directory[1], RowCount = Directory[2],
         ColumnCount = Directory[3];
  // Each of them is small, so that their sum is.
  if (Lanes > Words || Pieces > Words || RowCount > MaxFrameRows ||
      ColumnCount > Words ||
      Length !=
          DirectoryCounts + Lanes + 2 * Pieces + 2 * RowCount + 3 * ColumnCount)
    return makeError("a frame's directory of {} words for {} lanes, {} pieces, "
                     "{} rows and {} columns",
                     Length, Lanes, Pieces, RowCount, ColumnCount);
  std::span<const uint64_t> Lists =
      std::span<const uint64_t>(Directory).subspan(DirectoryCounts);
  size_t OfPieces = Lanes + 2 * Pieces;
  if (Status S = readPieces(Lists.first(OfPieces), Lanes, Pieces, To); !S)
    return S;
  size_t Sum = 0;
  for (const FramePiece &P : To.Pieces)
    Sum += P.Words;
  if (Sum != Words - Pieces)
    return makeError("a frame's pieces have {} words instead of {}", Sum,
                     Words - Pieces);
  return readRows(Lists.subspan(OfPieces), RowCount, ColumnCount);
}

Status FrameExpander::readPieces(std::span<const uint64_t> Lists, size_t Lanes,
                                 size_t Pieces, ExpandedFrame &To) {
  To.Lanes.clear();
  To.Pieces.clear();
  std::span<const uint64_t> LaneOf = Lists.subspan(Lanes, Pieces),
                            WordsOf = Lists.subspan(Lanes + Pieces);
  for (uint64_t Thread : Lists.first(Lanes))
    To.Lanes.push_back({ThreadId(uint32_t(Thread)), 0});
  for (size_t I = 0; I != Pieces; ++I) {
    if (LaneOf[I] >= Lanes || WordsOf[I] > UINT32_MAX)
      return makeError("a frame's piece of {} words in lane {} of {}",
                       WordsOf[I], LaneOf[I], Lanes);
    To.Pieces.push_back({uint32_t(LaneOf[I]), uint32_t(WordsOf[I])});
    To.Lanes[LaneOf[I]].Begin += WordsOf[I];
  }
  size_t Begin = 0;
  for (ExpandedFrame::Lane &L : To.Lanes)
    Begin += std::exchange(L.Begin, Begin);
  return {};
}

Status FrameExpander::readRows(std::span<const uint64_t> Lists, size_t RowCount,
                               size_t ColumnCount) {
  std::span<const uint64_t> Headers = Lists.first(RowCount),
                            Slots = Lists.subspan(RowCount, RowCount);
  Lists = Lists.subspan(2 * RowCount);
  Rows.assign(1, {});
  size_t Next = 0;
  for (size_t I = 0; I != RowCount; ++I) {
    if (Slots[I] > MaxRowSlots || Slots[I] > ColumnCount - Next)
      return makeError("a frame's row of {} slots", Slots[I]);
    Rows.push_back(
        {Headers[I], nullptr, uint32_t(Slots[I]), uint32_t(1 + Next)});
    Next += Slots[I];
  }
  if (Next != ColumnCount)
    return makeError("a frame's rows have {} columns, not {}", Next,
                     ColumnCount);
  Columns.resize(1 + ColumnCount);
  Sources.assign(1 + ColumnCount, 0);
  Last.assign(1 + ColumnCount, 0);
  for (size_t I = 0; I != ColumnCount; ++I) {
    uint64_t Source = Lists[I], Kind = Lists[ColumnCount + I];
    if (Source > ColumnCount || (Kind & 3) > uint64_t(ColumnOrder::Change) ||
        Kind >> 2 > PlaneCount)
      return makeError("a frame's column has source {} and kind {}", Source,
                       Kind);
    Sources[1 + I] = uint32_t(Source);
    Columns[1 + I] = {ColumnOrder(Kind & 3), unsigned(Kind >> 2),
                      Lists[2 * ColumnCount + I], 0};
  }
  return {};
}

/// The row numbers, and that the records of these rows are \p Words words.
Status FrameExpander::readNumbers(size_t Words) {
  std::span<const uint8_t> Low = Parts.part(FramePart::Rows),
                           High = Parts.part(FramePart::RowsHigh);
  if (!High.empty() && High.size() != Low.size())
    return makeError("a frame has {} and {} row numbers", Low.size(),
                     High.size());
  Numbers.resize(Low.size());
  for (size_t I = 0; I != Low.size(); ++I)
    Numbers[I] = Low[I];
  for (size_t I = 0; I != High.size(); ++I)
    Numbers[I] = uint16_t(Numbers[I] | High[I] << 8);
  Records.assign(size_t(MaxFrameRows) + 1, 0);
  for (uint16_t Number : Numbers)
    ++Records[Number];
  for (size_t Row = Rows.size(); Row <= MaxFrameRows; ++Row)
    if (Records[Row] != 0)
      return makeError("a frame has no row {}", Row);
  size_t Sum = 0;
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

Status FrameExpander::readColumns() {
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
  if (Differences.size() < Words)
    Differences.resize(Words);
  PlaneUsed = {};
  uint64_t *To = Differences.data();
  for (size_t I = 1; I != Rows.size(); ++I) {
    Rows[I].Next = To;
    if (Rows[I].Slots != 0)
      readRow(Rows[I], Records[I], To);
    To += size_t(Records[I]) * Rows[I].Slots;
  }
  return {};
}

void FrameExpander::readRow(const Row &R, size_t Count, uint64_t *To) {
  uint64_t Residuals[TileWords];
  size_t Tile = std::max<size_t>(1, TileWords / R.Slots);
  std::array<size_t, PlaneCount> Begin = PlaneUsed;
  for (size_t At = 0; At < Count; At += Tile) {
    size_t Now = std::min(Tile, Count - At);
    PlaneUsed = Begin;
    for (uint32_t S = 0; S != R.Slots; ++S) {
      const uint8_t *From[PlaneCount];
      unsigned Planes = Columns[R.FirstColumn + S].Planes;
      for (unsigned P = 0; P != Planes; ++P) {
        From[P] = Parts.plane(P).data() + PlaneUsed[P] + At;
        PlaneUsed[P] += Count;
      }
      joinPlanes(From, Planes, {Residuals, Now});
      restore(R, S, {Residuals, Now}, To + At * R.Slots + S);
    }
  }
}

/// Every Slots words of \p To.
void FrameExpander::restore(const Row &R, uint32_t Slot,
                            std::span<const uint64_t> Residuals, uint64_t *To) {
  Column &C = Columns[R.FirstColumn + Slot];
  size_t Slots = R.Slots;
  uint64_t Difference = C.Difference, Step = C.Step;
  if (C.Order == ColumnOrder::Value) {
    for (uint64_t Residual : Residuals) {
      *To = Difference + fromZigzag(Residual);
      To += Slots;
    }
  } else if (C.Order == ColumnOrder::Delta) {
    for (uint64_t Residual : Residuals) {
      Difference += fromZigzag(Residual);
      *To = Difference;
      To += Slots;
    }
  } else {
    for (uint64_t Residual : Residuals) {
      Step += fromZigzag(Residual);
      Difference += Step;
      *To = Difference;
      To += Slots;
    }
  }
  C.Difference = Difference;
  C.Step = Step;
}

void FrameExpander::assemble(uint64_t *To) {
  Row *Each = Rows.data();
  const uint32_t *Source = Sources.data();
  uint64_t *Latest = Last.data();
  const uint8_t *Plain = Parts.part(FramePart::Plain).data();
  for (uint16_t Number : Numbers) {
    if (Number == 0) [[unlikely]] {
      std::memcpy(To++, Plain, sizeof(uint64_t));
      Plain += sizeof(uint64_t);
      continue;
    }
    Row &R = Each[Number];
    const uint64_t *From = R.Next;
    size_t Slots = R.Slots, Column = R.FirstColumn;
    R.Next = From + Slots;
    *To++ = R.Header;
    for (size_t I = 0; I != Slots; ++I) {
      uint64_t Word = Latest[Source[Column + I]] + From[I];
      Latest[Column + I] = Word;
      To[I] = Word;
    }
    To += Slots;
  }
}

} // namespace memfacet
