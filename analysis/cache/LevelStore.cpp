//===- cache/LevelStore.cpp - the choice of a cache's representation ------===//

#include "analysis/cache/LevelStore.h"
#include "analysis/cache/NarrowSets.h"
#include "analysis/cache/WideSets.h"
#include <bit>

namespace memfacet {

LevelStore::LevelStore(uint64_t Sets)
    : Sets(Sets), PowerOfTwo(std::has_single_bit(Sets)) {}

bool canSearch(SearchKind Kind) {
#if defined(__x86_64__)
  if (Kind == SearchKind::Avx2)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
  if (Kind == SearchKind::Avx512)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("bmi2");
#endif
  return Kind == SearchKind::Best || Kind == SearchKind::Scalar;
}

SearchKind bestSearch(SearchKind Kind) {
  for (SearchKind Each : {SearchKind::Avx512, SearchKind::Avx2})
    if ((Kind == SearchKind::Best || Kind == Each) && canSearch(Each))
      return Each;
  return SearchKind::Scalar;
}

std::unique_ptr<LevelStore>
makeLevelStore(const CacheLevel &Level, uint32_t LineBytes, SearchKind Kind) {
  uint64_t Sets = Level.sets(LineBytes);
  if (Level.Ways > MaxNarrowWays)
    return std::make_unique<WideSets>(Sets, Level.Ways);
  // Vectors need whole ones per set, and pay only there.
  SearchKind Search = Level.Ways > 4 ? bestSearch(Kind) : SearchKind::Scalar;
  if (Search == SearchKind::Avx512)
    return makeAvx512Sets(Sets, Level.Ways);
  if (Search == SearchKind::Avx2)
    return makeAvx2Sets(Sets, Level.Ways);
  return makeScalarSets(Sets, Level.Ways);
}

} // namespace memfacet
