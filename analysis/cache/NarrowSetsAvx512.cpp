//===- cache/NarrowSetsAvx512.cpp - eight ways at a time ------------------===//

#include "analysis/cache/NarrowSets.h"

#if defined(__x86_64__)
#include <bit>
#include <immintrin.h>

namespace memfacet {
namespace {

#define MEMFACET_AVX512 __attribute__((target("avx512f,bmi")))

/// Every vector of a set is stored at most once per touch, whole: a narrower
/// store in front of the next touch's load would stall it.
struct Avx512Search {
  MEMFACET_AVX512 static uint32_t lanesOf(__m512i Ways, CacheWord W) {
    // Bits of the line number that differ: none where the way holds the line.
    __m512i Differ = _mm512_xor_si512(Ways, _mm512_set1_epi64(int64_t(W)));
    return _mm512_testn_epi64_mask(Differ,
                                   _mm512_set1_epi64(int64_t(EmptyWord)));
  }

  /// Shifts the ways in front of \p Last by one place and puts \p W first.
  MEMFACET_AVX512 static void shift(CacheWord *Set, uint32_t Last,
                                    CacheWord W) {
    __m512i Carried = _mm512_set1_epi64(int64_t(W));
    for (;; Set += WordsPerVector, Last -= WordsPerVector) {
      __m512i Here = _mm512_load_si512(Set);
      __m512i Shifted = _mm512_alignr_epi64(Here, Carried, 7);
      if (Last < WordsPerVector) {
        auto Moved = __mmask8((2u << Last) - 1);
        _mm512_store_si512(Set, _mm512_mask_mov_epi64(Here, Moved, Shifted));
        return;
      }
      _mm512_store_si512(Set, Shifted);
      Carried = Here;
    }
  }

  /// touch where the set is one vector.
  MEMFACET_AVX512 static Touch touchOne(CacheWord *Set, uint32_t Ways,
                                        CacheWord W) {
    __m512i Here = _mm512_load_si512(Set);
    uint32_t Hits = lanesOf(Here, W);
    // Missing is as if the last way, which leaves, had been hit.
    uint32_t Last = Hits ? uint32_t(std::countr_zero(Hits)) : Ways - 1;
    CacheWord Old = Set[Last];
    CacheWord New = Hits && !isDirty(W) ? Old : W;
    __m512i Shifted =
        _mm512_alignr_epi64(Here, _mm512_set1_epi64(int64_t(New)), 7);
    auto Moved = __mmask8((2u << Last) - 1);
    _mm512_store_si512(Set, _mm512_mask_mov_epi64(Here, Moved, Shifted));
    return {Hits != 0, Hits ? EmptyWord : Old};
  }

  MEMFACET_AVX512 static Touch touch(CacheWord *Set, uint32_t Ways,
                                     CacheWord W) {
    if (Ways <= WordsPerVector)
      return touchOne(Set, Ways, W);
    CacheWord *Found = find(Set, Ways, W);
    if (!Found) {
      CacheWord Victim = Set[Ways - 1];
      shift(Set, Ways - 1, W);
      return {false, Victim};
    }
    shift(Set, uint32_t(Found - Set), isDirty(W) ? W : *Found);
    return {true, EmptyWord};
  }

  MEMFACET_AVX512 static CacheWord *find(CacheWord *Set, uint32_t Ways,
                                         CacheWord W) {
    for (uint32_t Base = 0; Base < Ways; Base += WordsPerVector)
      if (uint32_t Hits = lanesOf(_mm512_load_si512(Set + Base), W))
        return Set + Base + std::countr_zero(Hits);
    return nullptr;
  }
};

} // namespace

std::unique_ptr<LevelStore> makeAvx512Sets(uint64_t Sets, uint32_t Ways) {
  return std::make_unique<NarrowSets<Avx512Search>>(Sets, Ways);
}

} // namespace memfacet

#else

namespace memfacet {
std::unique_ptr<LevelStore> makeAvx512Sets(uint64_t Sets, uint32_t Ways) {
  return makeScalarSets(Sets, Ways);
}
} // namespace memfacet

#endif
