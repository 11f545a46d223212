//===- RandomShapes.h - elements and layouts, made up ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_UNIT_ADVISE_RANDOMSHAPES_H
#define MEMFACET_TEST_UNIT_ADVISE_RANDOMSHAPES_H

#include "analysis/advise/Layout.h"
#include "test/support/Wings.h"
#include <random>

namespace memfacet::test {

/// Members of 1, 2, 4 or 8 bytes and arrays of them, aligned, with padding.
inline ElementShape randomShape(std::mt19937_64 &Random) {
  ElementShape Shape;
  Shape.Record = "struct made";
  uint64_t Offset = 0, Largest = 1;
  size_t Units = 1 + Random() % 9;
  for (size_t I = 0; I != Units; ++I) {
    uint64_t Align = uint64_t(1) << Random() % 4;
    uint64_t Bytes = Align * (Random() % 4 == 0 ? 1 + Random() % 12 : 1);
    Offset = (Offset + Align - 1) / Align * Align + Random() % 2 * Align;
    Shape.Units.push_back({"m" + std::to_string(I),
                           Align == 8 ? "long" : "char", Offset, Bytes, Align});
    Offset += Bytes;
    Largest = std::max(Largest, Align);
  }
  Shape.Bytes = (Offset + Largest - 1) / Largest * Largest;
  return Shape;
}

/// A layout of any of the makers.
inline ElementLayout randomLayout(std::mt19937_64 &Random,
                                  const ElementShape &Shape) {
  std::vector<std::vector<size_t>> Parts(1 + Random() % 3);
  std::vector<size_t> Wide;
  for (size_t I = 0; I != Shape.Units.size(); ++I) {
    std::vector<size_t> &Part = Parts[Random() % Parts.size()];
    Part.insert(Part.begin() + ptrdiff_t(Random() % (Part.size() + 1)), I);
    if (Shape.Units[I].Type == "long" && Random() % 2)
      Wide.push_back(I);
  }
  switch (Random() % 5) {
  case 0:
    return sameLayout(Shape.Bytes);
  case 1:
    return spacedLayout(Shape.Bytes, Shape.Bytes + Random() % 100,
                        Random() % 2 * 64);
  case 2:
    return shrunkLayout(Shape, Wide);
  case 3:
    return separatedLayout(Shape, 64);
  default:
    return partedLayout(Shape, Parts, Parts.size() == 2 && Random() % 2);
  }
}

} // namespace memfacet::test

#endif
