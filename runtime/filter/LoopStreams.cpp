//===- LoopStreams.cpp - the streams of a loop ----------------------------===//

#include "runtime/filter/Lines.h"
#include "runtime/filter/LoopAhead.h"

namespace memfacet {

namespace {

constexpr uint32_t reciprocalOf(int64_t Bytes) {
  uint64_t Its = magnitude(Bytes);
  return Its == 0 || Its >= FilterLineBytes ? 0 : uint32_t(65535 / Its + 1);
}

/// After so many iterations an address is at the same place in a line.
constexpr uint32_t periodOf(int64_t Bytes) {
  uint32_t Place = uint32_t(Bytes) % FilterLineBytes;
  return Place == 0 ? 1 : uint32_t(FilterLineBytes) >> __builtin_ctz(Place);
}

} // namespace

/// Whether 2^Shift accesses from \p Number on are those of an unrolled loop:
/// each is as far from the one before as the first one of the next iteration is
/// from the last one.
bool LoopAhead::areNeighbours(uint32_t Number, uint32_t Shift) const {
  const FilterStride &First = Strides[Number];
  const Site &Its = Sites[Number];
  if (Number + (1u << Shift) > Count || isDirect(&Its))
    return false;
  for (uint32_t I = 1; I != 1u << Shift; ++I) {
    const FilterStride &Next = Strides[Number + I];
    const Site &Other = Sites[Number + I];
    if (Next.Bytes != First.Bytes || Other.Size != Its.Size ||
        Other.Kind != Its.Kind || isDirect(&Other) ||
        Next.Address - First.Address != (First.Bytes >> Shift) * I)
      return false;
  }
  return First.Bytes != 0 && First.Bytes < 4 * FilterLineBytes &&
         First.Bytes % (1u << Shift) == 0;
}

void LoopAhead::prepareStream(LoopStream &S, uint32_t Number) {
  const Site &Its = Sites[Number];
  S.First = uint16_t(Number);
  S.Shift = areNeighbours(Number, 2) ? 2 : areNeighbours(Number, 1) ? 1 : 0;
  S.Address = Strides[Number].Address;
  S.Bytes = int64_t(Strides[Number].Bytes) >> S.Shift;
  S.Size = Its.Size;
  S.Direct = isDirect(&Its);
  S.Write = writes(&Its);
  S.Unit = S.Direct ? 0 : S.Write ? FilteredStore : FilteredLoad;
  S.Reciprocal = reciprocalOf(S.Bytes);
  S.StraddledAt = 0;
  uint32_t Its64 = periodOf(int64_t(Strides[Number].Bytes));
  Period = Its64 > Period ? Its64 : Period;
}

void LoopAhead::prepare() {
  for (uint32_t Number = 0; Number < Count;) {
    LoopStream &S = Streams[StreamCount++];
    prepareStream(S, Number);
    for (uint32_t I = 0; I != 1u << S.Shift; ++I)
      Straddling[Number++].Count = 0;
  }
}

} // namespace memfacet
