//===- Fronts.cpp - the choice of the fronts' code ------------------------===//

#include "analysis/cache/Fronts.h"
#include "analysis/cache/SetWords.h"
#include <bit>

namespace memfacet {

FrontShape::FrontShape(const CacheLevel &Level, uint32_t LineBytes)
    : Sets(Level.sets(LineBytes)),
      LineShift(unsigned(std::countr_zero(LineBytes))) {}

std::unique_ptr<Fronts> makeFronts(const CacheLevel &Level, uint32_t LineBytes,
                                   SearchKind Kind) {
  FrontShape Shape(Level, LineBytes);
  switch (bestSearch(Kind, MaxNarrowWays)) {
  case SearchKind::Avx512:
    return makeFrontsAvx512(Shape);
  case SearchKind::Avx2:
    return makeFrontsAvx2(Shape);
  default:
    return makeFrontsScalar(Shape);
  }
}

} // namespace memfacet
