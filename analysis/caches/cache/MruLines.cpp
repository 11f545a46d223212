//===- MruLines.cpp - the choice of the code of MRU lines -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/MruLines.h"
#include "analysis/caches/cache/SetWords.h"
#include <bit>

namespace memfacet::caches {

MruShape::MruShape(const CacheLevel &Level, uint32_t LineBytes)
    : Sets(Level.sets(LineBytes)),
      LineShift(unsigned(std::countr_zero(LineBytes))) {}

std::unique_ptr<MruLines> makeMruLines(const CacheLevel &Level,
                                       uint32_t LineBytes, SearchKind Kind) {
  MruShape Shape(Level, LineBytes);
  return bestSearch(Kind, MaxNarrowWays) == SearchKind::Avx512
             ? makeMruLinesAvx512(Shape)
             : makeMruLinesScalar(Shape);
}

} // namespace memfacet::caches
