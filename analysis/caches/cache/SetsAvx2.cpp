//===- SetsAvx2.cpp - searches four ways at a time ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/LevelStore.h"
#include "analysis/caches/cache/MruLines.h"
#include "analysis/caches/cache/SetWords.h"

#if defined(__x86_64__)
#include <algorithm>
#include <bit>
#include <immintrin.h>
#include <memory>
#include <utility>
#include <vector>

#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2"))),         \
                             apply_to = function)
#include "analysis/caches/cache/MruLoops.h"
#include "analysis/caches/cache/NarrowSets.h"

namespace memfacet::caches {
namespace {

struct Avx2Search {
  static constexpr bool WholeVectors = true;

  static constexpr uint32_t Lanes = 4;

  static uint32_t lanesOf(__m256i Ways, CacheWord W) {
    __m256i Differ = _mm256_srli_epi64(
        _mm256_xor_si256(Ways, _mm256_set1_epi64x(int64_t(W))),
        LineShiftInWord);
    __m256i Equal = _mm256_cmpeq_epi64(Differ, _mm256_setzero_si256());
    return uint32_t(_mm256_movemask_pd(_mm256_castsi256_pd(Equal)));
  }

  template <unsigned Vectors>
  static Touch touch(CacheWord *Set, uint32_t Ways, WordChange First,
                     CacheWord W) {
    const __m256i LaneNumbers = _mm256_setr_epi64x(0, 1, 2, 3);
    Set[0] = First(Set[0]);
    CacheWord Victim = Set[Ways - 1];
    CacheWord Carried = W;
    for (uint32_t Base = 0; Base < Ways; Base += Lanes) {
      auto *Vector = reinterpret_cast<__m256i *>(Set + Base);
      __m256i Current = _mm256_load_si256(Vector);
      uint32_t Hits = lanesOf(Current, W);
      uint32_t Last = Hits ? uint32_t(std::countr_zero(Hits))
                           : std::min(Lanes, Ways - Base) - 1;
      CacheWord Old = Set[Base + Last];
      __m256i Shifted = _mm256_permute4x64_epi64(Current, 0x90);
      Shifted =
          _mm256_blend_epi32(Shifted, _mm256_set1_epi64x(int64_t(Carried)), 3);
      // Lanes after Last stay.
      __m256i Stay = _mm256_cmpgt_epi64(LaneNumbers, _mm256_set1_epi64x(Last));
      _mm256_store_si256(Vector, _mm256_blendv_epi8(Shifted, Current, Stay));
      if (Hits) {
        if (!isDirty(W))
          Set[0] = Old;
        return {true, EmptyWord};
      }
      Carried = Old;
    }
    return {false, Victim};
  }

  template <unsigned Vectors>
  static CacheWord *find(CacheWord *Set, uint32_t Ways, CacheWord W) {
    for (uint32_t Base = 0; Base < Ways; Base += Lanes) {
      auto *Vector = reinterpret_cast<const __m256i *>(Set + Base);
      if (uint32_t Hits = lanesOf(_mm256_load_si256(Vector), W))
        return Set + Base + std::countr_zero(Hits);
    }
    return nullptr;
  }
};

} // namespace

std::unique_ptr<LevelStore> makeAvx2Sets(uint64_t Sets, uint32_t Ways) {
  return makeNarrowSets<Avx2Search>(Sets, Ways);
}
std::unique_ptr<MruLines> makeMruLinesAvx2(const MruShape &S) {
  return std::make_unique<MruLoops<Avx2Search>>(S);
}

} // namespace memfacet::caches
#pragma clang attribute pop

#else

namespace memfacet::caches {
std::unique_ptr<LevelStore> makeAvx2Sets(uint64_t Sets, uint32_t Ways) {
  return makeScalarSets(Sets, Ways);
}
std::unique_ptr<MruLines> makeMruLinesAvx2(const MruShape &S) {
  return makeMruLinesScalar(S);
}
} // namespace memfacet::caches

#endif
