//===- SetsAvx512.cpp - eight ways at a time ------------------------------===//

#include "analysis/cache/LevelStore.h"
#include "analysis/cache/MruLines.h"
#include "analysis/cache/SetWords.h"

#if defined(__x86_64__)
#include <algorithm>
#include <bit>
#include <immintrin.h>
#include <memory>
#include <utility>
#include <vector>

#pragma clang attribute push(__attribute__((target("avx512f,bmi,bmi2"))),      \
                             apply_to = function)
#include "analysis/cache/MruLoops.h"
#include "analysis/cache/NarrowSets.h"

namespace memfacet {
namespace {

/// Row I: way I becomes the first one, those before it move on by one.
struct Orders {
  alignas(64) uint64_t Way[WordsPerVector][WordsPerVector];
  constexpr Orders() : Way() {
    for (unsigned I = 0; I != WordsPerVector; ++I)
      for (unsigned To = 0; To != WordsPerVector; ++To)
        Way[I][To] = To == 0 ? I : To <= I ? To - 1 : To;
  }
};
constexpr Orders Order;

/// Every vector of a set is stored at most once per touch, whole: a narrower
/// store in front of the next touch's load would stall it.
struct Avx512Search {
  static constexpr bool WholeVectors = true;

  template <unsigned Vectors>
  static uint64_t match(const __m512i *Words, CacheWord W) {
    // Bits of the line number that differ: none where the way holds the line.
    __m512i LineBits = _mm512_set1_epi64(int64_t(EmptyWord));
    __m512i Wanted = _mm512_set1_epi64(int64_t(W));
    uint64_t Hits = 0;
    for (unsigned I = 0; I != Vectors; ++I)
      Hits |= uint64_t(_mm512_testn_epi64_mask(
                  _mm512_xor_si512(Words[I], Wanted), LineBits))
              << I * WordsPerVector;
    return Hits;
  }

  /// A set of one vector.
  using Kept = __m512i;
  static Kept load(const CacheWord *Set) { return _mm512_load_si512(Set); }
  static void store(CacheWord *Set, Kept Words) {
    _mm512_store_si512(Set, Words);
  }
  /// touch of a set of one vector: nothing leaves the vectors that the next
  /// touch waits for, but where the way is.
  static Touch touchKept(Kept &Set, uint32_t Ways, WordChange First,
                         CacheWord W) {
    __m512i Words[1] = {Set};
    uint64_t Hits = match<1>(Words, W);
    // Missing is as if the last way, which leaves, had been hit.
    auto Way = unsigned(std::countr_zero(Hits | uint64_t(1) << (Ways - 1)));
    Words[0] = _mm512_mask_and_epi64(Words[0], 1, Words[0],
                                     _mm512_set1_epi64(int64_t(First.Keep)));
    Words[0] = _mm512_mask_or_epi64(Words[0], 1, Words[0],
                                    _mm512_set1_epi64(int64_t(First.Add)));
    __m512i New =
        _mm512_permutexvar_epi64(_mm512_load_si512(Order.Way[Way]), Words[0]);
    auto OldWord = CacheWord(_mm_cvtsi128_si64(_mm512_castsi512_si128(New)));
    auto Replaced = __mmask8(Hits == 0 || isDirty(W));
    Set = _mm512_mask_mov_epi64(New, Replaced, _mm512_set1_epi64(int64_t(W)));
    return {Hits != 0, OldWord};
  }

  template <unsigned Vectors>
  static Touch touch(CacheWord *Set, uint32_t Ways, WordChange First,
                     CacheWord W) {
    if constexpr (Vectors == 1) {
      Kept Words = load(Set);
      Touch Result = touchKept(Words, Ways, First, W);
      store(Set, Words);
      return Result;
    }
    __m512i Words[Vectors];
    for (unsigned I = 0; I != Vectors; ++I)
      Words[I] = _mm512_load_si512(Set + I * WordsPerVector);
    uint64_t Hits = match<Vectors>(Words, W);
    Words[0] = _mm512_mask_and_epi64(Words[0], 1, Words[0],
                                     _mm512_set1_epi64(int64_t(First.Keep)));
    Words[0] = _mm512_mask_or_epi64(Words[0], 1, Words[0],
                                    _mm512_set1_epi64(int64_t(First.Add)));
    // Missing is as if the last way, which leaves, had been hit.
    uint64_t Found = Hits | uint64_t(1) << (Ways - 1);
    uint64_t Lowest = Found & -Found;
    __m512i Old = _mm512_setzero_si512();
    for (unsigned I = 0; I != Vectors; ++I)
      Old = _mm512_or_si512(
          Old, _mm512_maskz_compress_epi64(
                   __mmask8(Lowest >> I * WordsPerVector), Words[I]));
    auto OldWord = CacheWord(_mm_cvtsi128_si64(_mm512_castsi512_si128(Old)));
    bool Keep = Hits && !isDirty(W);
    CacheWord New = __builtin_unpredictable(Keep) ? OldWord : W;
    // The ways up to that one move on by one.
    uint64_t Moved = Found ^ (Found - 1);
    __m512i Carried = _mm512_set1_epi64(int64_t(New));
    for (unsigned I = 0; I != Vectors; ++I) {
      _mm512_store_si512(Set + I * WordsPerVector,
                         _mm512_mask_alignr_epi64(
                             Words[I], __mmask8(Moved >> I * WordsPerVector),
                             Words[I], Carried, 7));
      Carried = Words[I];
    }
    return {Hits != 0, OldWord};
  }

  template <unsigned Vectors>
  static CacheWord *find(CacheWord *Set, uint32_t, CacheWord W) {
    __m512i Words[Vectors];
    for (unsigned I = 0; I != Vectors; ++I)
      Words[I] = _mm512_load_si512(Set + I * WordsPerVector);
    uint64_t Hits = match<Vectors>(Words, W);
    return Hits ? Set + std::countr_zero(Hits) : nullptr;
  }
};

} // namespace

std::unique_ptr<LevelStore> makeAvx512Sets(uint64_t Sets, uint32_t Ways) {
  return makeNarrowSets<Avx512Search>(Sets, Ways);
}
std::unique_ptr<MruLines> makeMruLinesAvx512(const MruShape &S) {
  return std::make_unique<MruLoops<Avx512Search>>(S);
}

} // namespace memfacet
#pragma clang attribute pop

#else

namespace memfacet {
std::unique_ptr<LevelStore> makeAvx512Sets(uint64_t Sets, uint32_t Ways) {
  return makeScalarSets(Sets, Ways);
}
std::unique_ptr<MruLines> makeMruLinesAvx512(const MruShape &S) {
  return makeMruLinesScalar(S);
}
} // namespace memfacet

#endif
