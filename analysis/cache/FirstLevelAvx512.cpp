//===- cache/FirstLevelAvx512.cpp - eight ways at a time ------------------===//

#include "analysis/cache/FirstLevel.h"

#if defined(__x86_64__)
#include <algorithm>
#include <bit>
#include <cstring>
#include <immintrin.h>
#include <memory>

#pragma clang attribute push(__attribute__((target("avx512f,bmi,bmi2"))),      \
                             apply_to = function)
#include "analysis/cache/StampedSets.h"

namespace memfacet {
namespace {

struct Avx512Match {
  template <unsigned Vectors>
  static uint64_t match(const uint64_t *Words, uint64_t Word) {
    __m512i Wanted = _mm512_set1_epi64(int64_t(Word));
    uint64_t Hits = 0;
    for (unsigned I = 0; I != Vectors; ++I)
      Hits |= uint64_t(_mm512_cmpeq_epi64_mask(_mm512_load_si512(Words + I * 8),
                                               Wanted))
              << I * 8;
    return Hits;
  }

  template <unsigned Vectors> static uint32_t oldest(const uint64_t *Stamps) {
    __m512i Least = _mm512_load_si512(Stamps);
    for (unsigned I = 1; I != Vectors; ++I)
      Least = _mm512_min_epu64(Least, _mm512_load_si512(Stamps + I * 8));
    return uint32_t(std::countr_zero(
        match<Vectors>(Stamps, _mm512_reduce_min_epu64(Least))));
  }

  template <unsigned Vectors>
  static void put(uint64_t *Words, uint32_t Index, uint64_t Word) {
    uint64_t *Vector = Vectors == 1 ? Words : Words + Index / 8 * 8;
    _mm512_store_si512(Vector, _mm512_mask_set1_epi64(_mm512_load_si512(Vector),
                                                      __mmask8(1u << Index % 8),
                                                      int64_t(Word)));
  }
};

} // namespace

std::unique_ptr<FirstLevel> makeFirstLevelAvx512(const FirstLevelShape &S) {
  return makeStampedSets<Avx512Match>(S);
}

} // namespace memfacet
#pragma clang attribute pop

#else

namespace memfacet {
std::unique_ptr<FirstLevel> makeFirstLevelAvx512(const FirstLevelShape &S) {
  return makeFirstLevelScalar(S);
}
} // namespace memfacet

#endif
