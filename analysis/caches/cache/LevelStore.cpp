//===- LevelStore.cpp - the choice of a cache's representation ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/LevelStore.h"
#include "analysis/caches/cache/SetWords.h"
#include "analysis/caches/cache/WideSets.h"
#include <bit>

namespace memfacet::caches {

LevelStore::LevelStore(uint64_t Sets)
    : Place{Sets, std::has_single_bit(Sets)} {}

bool canSearch(SearchKind Kind) {
#if defined(__x86_64__)
  if (Kind == SearchKind::Avx512)
    return __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("bmi2");
#endif
  return Kind == SearchKind::Best || Kind == SearchKind::Scalar;
}

SearchKind bestSearch(SearchKind Kind, uint32_t Ways) {
  // Only sets of more than 4 ways are padded to whole vectors, and are faster
  // with vectors.
  bool IsWanted = Kind == SearchKind::Best || Kind == SearchKind::Avx512;
  return Ways > 4 && IsWanted && canSearch(SearchKind::Avx512)
             ? SearchKind::Avx512
             : SearchKind::Scalar;
}

std::unique_ptr<LevelStore>
makeLevelStore(const CacheLevel &Level, uint32_t LineBytes, SearchKind Kind) {
  uint64_t Sets = Level.sets(LineBytes);
  if (Level.Ways > MaxNarrowWays)
    return std::make_unique<WideSets>(Sets, Level.Ways);
  return bestSearch(Kind, Level.Ways) == SearchKind::Avx512
             ? makeAvx512Sets(Sets, Level.Ways)
             : makeScalarSets(Sets, Level.Ways);
}

} // namespace memfacet::caches
