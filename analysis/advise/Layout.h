//===- Layout.h - the places of an element's bytes ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elements of an object follow one another. A changed layout distributes
// the members of an element over one or more parts. A part is a piece of memory
// with a stride of its own. A member stays whole. Padding has no place in a
// part.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_ADVISE_LAYOUT_H
#define MEMFACET_ADVISE_LAYOUT_H

#include "analysis/advise/ElementShape.h"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace memfacet::advise {

/// Neighbouring bytes of an element that stay neighbours.
struct LayoutPiece {
  uint64_t Offset = 0, Bytes = 0;
  uint32_t Part = 0;
  /// Offset from the beginning of the element in that part.
  uint64_t NewOffset = 0;
  /// Less than Bytes if a number becomes narrower. An access to any part of it
  /// becomes one to its beginning.
  uint64_t NewBytes = 0;
  bool operator==(const LayoutPiece &) const = default;
};

struct ElementLayout {
  static constexpr uint64_t NoLink = ~uint64_t(0);

  uint64_t ElementBytes = 1;       ///< size of the old element
  std::vector<uint64_t> Strides;   ///< bytes per element, by part
  std::vector<LayoutPiece> Pieces; ///< by Offset, without overlaps
  /// The offset in part 0 of the pointer to the element's other part. An access
  /// to that part reads the pointer first.
  uint64_t LinkOffset = NoLink;
  /// Alignment of the beginning of each part in bytes; 0: any.
  uint64_t Align = 0;

  uint64_t elements(uint64_t ObjectBytes) const {
    return (ObjectBytes + ElementBytes - 1) / ElementBytes;
  }
  /// Returns the bytes of part \p Part of an object of \p ObjectBytes.
  uint64_t partBytes(size_t Part, uint64_t ObjectBytes) const {
    return elements(ObjectBytes) * Strides[Part];
  }
  /// Calls \p Visit(part, offset in the part, bytes) for each access that an
  /// access of \p Bytes bytes at \p Offset of an object becomes, in the order
  /// of the old addresses. Neighbours are merged.
  template <typename Visitor>
  void map(uint64_t Offset, uint64_t Bytes, Visitor Visit) const;
  /// Returns what is wrong with the layout, or empty: pieces overlap, or leave
  /// their stride.
  std::string problem() const;
};

/// Returns a layout of one part with unchanged elements.
ElementLayout sameLayout(uint64_t ElementBytes);
/// Returns a layout of elements at a distance of \p Stride, which is at least
/// \p ElementBytes.
ElementLayout spacedLayout(uint64_t ElementBytes, uint64_t Stride,
                           uint64_t Align);
/// Returns a layout with the units of each of \p Parts, in that order, one
/// after the other, as a compiler lays them out. \p Linked: part 0 holds a
/// pointer to part 1. Units in no part have no place.
ElementLayout partedLayout(const ElementShape &Shape,
                           const std::vector<std::vector<size_t>> &Parts,
                           bool Linked);
/// Returns a layout in which \p Units (of 8 bytes) take 4 bytes.
ElementLayout shrunkLayout(const ElementShape &Shape,
                           const std::vector<size_t> &Units);
/// Returns a layout with each unit in a line of its own, in the old order.
ElementLayout separatedLayout(const ElementShape &Shape, uint64_t LineBytes);

template <typename Visitor>
void ElementLayout::map(uint64_t Offset, uint64_t Bytes, Visitor Visit) const {
  uint32_t LastPart = ~uint32_t(0);
  uint64_t LastBegin = 0, LastEnd = 0;
  auto Flush = [&] {
    if (LastPart != ~uint32_t(0))
      Visit(LastPart, LastBegin, LastEnd - LastBegin);
    LastPart = ~uint32_t(0);
  };
  auto Add = [&](uint32_t Part, uint64_t Begin, uint64_t End) {
    // Bytes of a narrower number may occur twice.
    if (Part == LastPart && Begin >= LastBegin && Begin <= LastEnd) {
      LastEnd = std::max(LastEnd, End);
      return;
    }
    Flush();
    LastPart = Part, LastBegin = Begin, LastEnd = End;
  };
  uint64_t End = Offset + Bytes;
  uint64_t Element = Offset / ElementBytes;
  uint64_t Begin = Element * ElementBytes;
  for (; Begin < End; Begin += ElementBytes, ++Element) {
    uint64_t Low = Offset > Begin ? Offset - Begin : 0;
    uint64_t High = std::min(End - Begin, ElementBytes);
    auto Piece = std::upper_bound(Pieces.begin(), Pieces.end(), Low,
                                  [](uint64_t Position, const LayoutPiece &P) {
                                    return Position < P.Offset;
                                  });
    if (Piece != Pieces.begin() &&
        std::prev(Piece)->Offset + std::prev(Piece)->Bytes > Low)
      --Piece;
    for (; Piece != Pieces.end() && Piece->Offset < High; ++Piece) {
      uint64_t First = std::max(Low, Piece->Offset) - Piece->Offset;
      uint64_t Last =
          std::min(High, Piece->Offset + Piece->Bytes) - Piece->Offset;
      if (Piece->NewBytes < Piece->Bytes)
        First = 0, Last = std::min(Last, Piece->NewBytes);
      uint64_t NewBegin = Element * Strides[Piece->Part] + Piece->NewOffset;
      Add(Piece->Part, NewBegin + First, NewBegin + Last);
    }
  }
  Flush();
}

} // namespace memfacet::advise

#endif
