//===- cache/FirstLevelAvx2.cpp - four ways at a time ---------------------===//

#include "analysis/cache/FirstLevel.h"

#if defined(__x86_64__)
#include <algorithm>
#include <bit>
#include <cstring>
#include <immintrin.h>
#include <memory>

#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2"))),         \
                             apply_to = function)
#include "analysis/cache/StampedSets.h"

namespace memfacet {
namespace {

struct Avx2Match {
  static const __m256i *vector(const uint64_t *Words) {
    return reinterpret_cast<const __m256i *>(Words);
  }

  template <unsigned Vectors>
  static uint64_t match(const uint64_t *Words, uint64_t Word) {
    __m256i Wanted = _mm256_set1_epi64x(int64_t(Word));
    uint64_t Hits = 0;
    for (unsigned I = 0; I != Vectors * 2; ++I) {
      __m256i Equal =
          _mm256_cmpeq_epi64(_mm256_load_si256(vector(Words + I * 4)), Wanted);
      Hits |= uint64_t(_mm256_movemask_pd(_mm256_castsi256_pd(Equal))) << I * 4;
    }
    return Hits;
  }

  template <unsigned Vectors> static uint32_t oldest(const uint64_t *Stamps) {
    return uint32_t(std::min_element(Stamps, Stamps + Vectors * 8) - Stamps);
  }

  template <unsigned Vectors>
  static void put(uint64_t *Words, uint32_t Index, uint64_t Word) {
    uint64_t *At = Words + Index / 4 * 4;
    __m256i Lane = _mm256_cmpeq_epi64(_mm256_setr_epi64x(0, 1, 2, 3),
                                      _mm256_set1_epi64x(Index % 4));
    __m256i Mixed = _mm256_blendv_epi8(_mm256_load_si256(vector(At)),
                                       _mm256_set1_epi64x(int64_t(Word)), Lane);
    _mm256_store_si256(reinterpret_cast<__m256i *>(At), Mixed);
  }
};

} // namespace

std::unique_ptr<FirstLevel> makeFirstLevelAvx2(const FirstLevelShape &S) {
  return makeStampedSets<Avx2Match>(S);
}

} // namespace memfacet
#pragma clang attribute pop

#else

namespace memfacet {
std::unique_ptr<FirstLevel> makeFirstLevelAvx2(const FirstLevelShape &S) {
  return makeFirstLevelScalar(S);
}
} // namespace memfacet

#endif
