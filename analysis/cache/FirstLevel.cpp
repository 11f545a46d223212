//===- cache/FirstLevel.cpp - the choice of a first level's representation ===//

#include "analysis/cache/FirstLevel.h"
#include "analysis/cache/SetWords.h"
#include "analysis/cache/WideFirstLevel.h"
#include <bit>

namespace memfacet {

FirstLevelShape::FirstLevelShape(const CacheLevel &Level, uint32_t LineBytes)
    : Sets(Level.sets(LineBytes)), Ways(Level.Ways),
      LineShift(unsigned(std::countr_zero(LineBytes))) {}

std::unique_ptr<FirstLevel>
makeFirstLevel(const CacheLevel &Level, uint32_t LineBytes, SearchKind Kind) {
  FirstLevelShape Shape(Level, LineBytes);
  if (Level.Ways > MaxNarrowWays)
    return std::make_unique<WideFirstLevel>(Shape);
  switch (bestSearch(Kind, Level.Ways)) {
  case SearchKind::Avx512:
    return makeFirstLevelAvx512(Shape);
  case SearchKind::Avx2:
    return makeFirstLevelAvx2(Shape);
  default:
    return makeFirstLevelScalar(Shape);
  }
}

} // namespace memfacet
