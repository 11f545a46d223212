//===- Layout.cpp - the places of an element's bytes ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Layout.h"
#include <fmt/format.h>

namespace memfacet::advise {

static constexpr uint64_t PointerBytes = 8;
/// The bytes of a number that shrunkLayout makes narrower.
static constexpr uint64_t WideBytes = 8;

std::string ElementLayout::problem() const {
  uint64_t OldEnd = 0;
  for (const LayoutPiece &P : Pieces) {
    if (P.Offset < OldEnd || P.Offset + P.Bytes > ElementBytes)
      return fmt::format("piece at {} is out of order", P.Offset);
    OldEnd = P.Offset + P.Bytes;
    if (P.Part >= Strides.size() || P.NewOffset + P.NewBytes > Strides[P.Part])
      return fmt::format("piece at {} leaves its part", P.Offset);
    for (const LayoutPiece &Q : Pieces)
      if (&P != &Q && P.Part == Q.Part &&
          P.NewOffset < Q.NewOffset + Q.NewBytes &&
          Q.NewOffset < P.NewOffset + P.NewBytes)
        return fmt::format("pieces at {} and {} overlap", P.Offset, Q.Offset);
    if (LinkOffset != NoLink && P.Part == 0 &&
        P.NewOffset < LinkOffset + PointerBytes &&
        LinkOffset < P.NewOffset + P.NewBytes)
      return fmt::format("piece at {} lies on the pointer", P.Offset);
  }
  return {};
}

ElementLayout sameLayout(uint64_t ElementBytes) {
  return spacedLayout(ElementBytes, ElementBytes, 0);
}

ElementLayout spacedLayout(uint64_t ElementBytes, uint64_t Stride,
                           uint64_t Align) {
  ElementLayout L;
  L.ElementBytes = ElementBytes;
  L.Strides = {Stride};
  L.Pieces = {{0, ElementBytes, 0, 0, ElementBytes}};
  L.Align = Align;
  return L;
}

namespace {
/// Places members one after the other, as a compiler does.
class PartBuilder {
public:
  /// Returns the offset of a member of \p Bytes.
  uint64_t put(uint64_t Bytes, uint64_t Align) {
    uint64_t Position = roundUp(Next, Align);
    Next = Position + Bytes;
    Largest = std::max(Largest, Align);
    return Position;
  }
  uint64_t stride() const {
    return std::max<uint64_t>(roundUp(Next, Largest), 1);
  }

private:
  uint64_t Next = 0, Largest = 1;
};
} // namespace

static void sortPieces(ElementLayout &L) {
  std::ranges::sort(L.Pieces, {}, &LayoutPiece::Offset);
}

ElementLayout partedLayout(const ElementShape &Shape,
                           const std::vector<std::vector<size_t>> &Parts,
                           bool Linked) {
  ElementLayout L;
  L.ElementBytes = Shape.Bytes;
  for (uint32_t Part = 0; Part != Parts.size(); ++Part) {
    PartBuilder Builder;
    for (size_t I : Parts[Part]) {
      const ElementUnit &U = Shape.Units[I];
      L.Pieces.push_back(
          {U.Begin, U.Bytes, Part, Builder.put(U.Bytes, U.Align), U.Bytes});
    }
    if (Part == 0 && Linked)
      L.LinkOffset = Builder.put(PointerBytes, PointerBytes);
    L.Strides.push_back(Builder.stride());
  }
  sortPieces(L);
  return L;
}

ElementLayout shrunkLayout(const ElementShape &Shape,
                           const std::vector<size_t> &Units) {
  ElementLayout L;
  L.ElementBytes = Shape.Bytes;
  PartBuilder Builder;
  for (size_t I = 0; I != Shape.Units.size(); ++I) {
    const ElementUnit &U = Shape.Units[I];
    if (std::ranges::find(Units, I) == Units.end()) {
      L.Pieces.push_back(
          {U.Begin, U.Bytes, 0, Builder.put(U.Bytes, U.Align), U.Bytes});
      continue;
    }
    // Each number of an array by itself.
    for (uint64_t Offset = U.Begin; Offset < U.end(); Offset += WideBytes)
      L.Pieces.push_back({Offset, WideBytes, 0,
                          Builder.put(WideBytes / 2, WideBytes / 2),
                          WideBytes / 2});
  }
  L.Strides = {Builder.stride()};
  return L;
}

ElementLayout separatedLayout(const ElementShape &Shape, uint64_t LineBytes) {
  ElementLayout L;
  L.ElementBytes = Shape.Bytes;
  uint64_t Position = 0;
  for (const ElementUnit &U : Shape.Units) {
    L.Pieces.push_back({U.Begin, U.Bytes, 0, Position, U.Bytes});
    Position += roundUp(U.Bytes, LineBytes);
  }
  L.Strides = {std::max(Position, LineBytes)};
  L.Align = LineBytes;
  return L;
}

} // namespace memfacet::advise
