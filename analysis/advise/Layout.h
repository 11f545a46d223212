//===- Layout.h - where an element's bytes go -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elements of an object follow one another. A changed layout distributes
// the members of an element over one or more parts. A part is a memory of its
// own, with a stride of its own. A member stays whole; padding goes nowhere.
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
  uint64_t NewOffset = 0; ///< bytes from the element's beginning in that part
  /// Less than Bytes: a number that becomes narrower. An access to any of it is
  /// one to its beginning.
  uint64_t NewBytes = 0;
  bool operator==(const LayoutPiece &) const = default;
};

struct ElementLayout {
  static constexpr uint64_t NoLink = ~uint64_t(0);

  uint64_t ElementBytes = 1;       ///< as it was
  std::vector<uint64_t> Strides;   ///< bytes per element, by part
  std::vector<LayoutPiece> Pieces; ///< by From, apart from one another
  /// Where in part 0 the pointer to the element's other part stands: reading
  /// that part means reading the pointer first.
  uint64_t LinkOffset = NoLink;
  /// Of each part's beginning, bytes; 0: as it comes.
  uint64_t Align = 0;

  uint64_t elements(uint64_t ObjectBytes) const {
    return (ObjectBytes + ElementBytes - 1) / ElementBytes;
  }
  /// Of part \p Part of an object of \p ObjectBytes.
  uint64_t partBytes(size_t Part, uint64_t ObjectBytes) const {
    return elements(ObjectBytes) * Strides[Part];
  }
  /// Calls \p Visit(part, bytes from the part's beginning, bytes) for what an
  /// access of \p Bytes bytes at \p Offset of an object becomes, in order of
  /// the old addresses; neighbours are one.
  template <typename Visitor>
  void map(uint64_t Offset, uint64_t Bytes, Visitor Visit) const;
  /// What is wrong with it, or empty: pieces overlap, or leave their stride.
  std::string problem() const;
};

/// One part, in which an element is as it was.
ElementLayout sameLayout(uint64_t ElementBytes);
/// Elements at a distance of \p Stride, which is at least \p ElementBytes.
ElementLayout spacedLayout(uint64_t ElementBytes, uint64_t Stride,
                           uint64_t Align);
/// The units of each of \p Parts, in that order, one behind the other, as a
/// compiler lays them out. \p Linked: part 0 holds a pointer to part 1.
/// Units in no part go nowhere.
ElementLayout partedLayout(const ElementShape &Shape,
                           const std::vector<std::vector<size_t>> &Parts,
                           bool Linked);
/// \p Units (of 8 bytes) take 4.
ElementLayout shrunkLayout(const ElementShape &Shape,
                           const std::vector<size_t> &Units);
/// Each unit in a line of its own, in the old order.
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
    // What a narrower number leaves of its bytes may come again.
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
    auto It = std::upper_bound(Pieces.begin(), Pieces.end(), Low,
                               [](uint64_t Position, const LayoutPiece &P) {
                                 return Position < P.Offset;
                               });
    if (It != Pieces.begin() &&
        std::prev(It)->Offset + std::prev(It)->Bytes > Low)
      --It;
    for (; It != Pieces.end() && It->Offset < High; ++It) {
      uint64_t First = std::max(Low, It->Offset) - It->Offset;
      uint64_t Last = std::min(High, It->Offset + It->Bytes) - It->Offset;
      if (It->NewBytes < It->Bytes)
        First = 0, Last = std::min(Last, It->NewBytes);
      uint64_t NewBegin = Element * Strides[It->Part] + It->NewOffset;
      Add(It->Part, NewBegin + First, NewBegin + Last);
    }
  }
  Flush();
}

} // namespace memfacet::advise

#endif
