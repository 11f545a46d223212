//===- FrameExpander.cpp - the words of a coded frame ---------------------===//

#include "analysis/coding/FrameExpander.h"
#include "analysis/coding/BytePlanes.h"
#include <algorithm>

namespace memfacet {

/// Words of a row's records that are restored together.
static constexpr size_t ResidualTile = 2048;

Status FrameExpander::expand(std::span<const char> Coded, size_t Words,
                             ExpandedFrame &To) {
  if (Status S = Parts.unpack(Coded, Words); !S)
    return S;
  if (Status S = readDirectory(Words, To); !S)
    return S;
  if (Status S = readNumbers(Words - To.Pieces.size()); !S)
    return S;
  if (Status S = readPlanes(); !S)
    return S;
  To.Words.resize(Words - To.Pieces.size());
  return assemble(To.Words);
}

/// The row of each record, from those that are told.
Status FrameExpander::followExpected() {
  std::span<const uint8_t> Low = Parts.part(FramePart::Rows),
                           High = Parts.part(FramePart::RowsHigh);
  size_t Told = 0, Done = 0;
  uint16_t Before = 0;
  Expected.assign(Rows.size(), 0);
  auto Follow = [&](size_t Count) {
    for (size_t I = 0; I != Count; ++I)
      Numbers[Done + I] = Before = Expected[Before];
    Done += Count;
  };
  for (uint8_t Run : Parts.part(FramePart::Expected)) {
    bool Tells = Run != LongExpected;
    if (size_t(Run) + Tells > Numbers.size() - Done ||
        Told + Tells > Low.size())
      return makeError("a frame tells more than {} records", Numbers.size());
    Follow(Run);
    if (!Tells)
      continue;
    auto Row = uint16_t(Low[Told] | (High.empty() ? 0 : High[Told] << 8));
    ++Told;
    if (Row >= Rows.size())
      return makeError("a frame has no row {}", Row);
    Numbers[Done++] = Expected[Before] = Row;
    Before = Row;
  }
  if (Told != Low.size())
    return makeError("a frame tells {} rows of {}", Told, Low.size());
  Follow(Numbers.size() - Done);
  return {};
}

/// The row numbers, and that the records of these rows and the copies are
/// \p Words words.
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
  uint64_t Residuals[ResidualTile];
  size_t Tile = std::max<size_t>(1, ResidualTile / R.Slots);
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

} // namespace memfacet
