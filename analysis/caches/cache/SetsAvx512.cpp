//===- SetsAvx512.cpp - searches eight ways at a time ---------------------===//
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

#pragma clang attribute push(                                                  \
    __attribute__((target("avx512f,avx512dq,bmi,bmi2"))), apply_to = function)
#include "analysis/caches/cache/MruLoops.h"
#include "analysis/caches/cache/NarrowSets.h"

namespace memfacet::caches {
namespace {

/// Row I: the order in which way I becomes the first one, and those before it
/// move on by one.
struct Orders {
  alignas(64) uint64_t Way[WordsPerVector][WordsPerVector];
  constexpr Orders() : Way() {
    for (unsigned I = 0; I != WordsPerVector; ++I)
      for (unsigned Position = 0; Position != WordsPerVector; ++Position)
        Way[I][Position] = Position == 0   ? I
                           : Position <= I ? Position - 1
                                           : Position;
  }
};
constexpr Orders Order;

/// Every vector of a set is stored at most once per touch, and whole: a
/// narrower store would stall the load of the next touch.
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

  /// A set of one vector in registers. The next touch searches Lines, which
  /// depend on nothing but the comparison before: their moves are computed in
  /// masks and never leave the vector registers. Words follow later.
  struct RegisterSet {
    __m512i Words;
    __m512i Lines;   ///< of Words
    __m512i Padding; ///< EmptyWord after the last way, else 0
  };
  static RegisterSet load(const CacheWord *Set, uint32_t Ways) {
    __m512i Words = _mm512_load_si512(Set);
    __m512i Empty = _mm512_set1_epi64(int64_t(EmptyWord));
    auto PaddingLanes = __mmask8(~uint32_t(0) << Ways);
    return {Words, _mm512_and_si512(Words, Empty),
            _mm512_maskz_mov_epi64(PaddingLanes, Empty)};
  }
  static void store(CacheWord *Set, const RegisterSet &Registers) {
    _mm512_store_si512(Set, Registers.Words);
  }
  static Touch touchKept(RegisterSet &Set, uint32_t Ways, CacheWord W) {
    __m512i Line = _mm512_set1_epi64(int64_t(W & EmptyWord));
    __mmask8 Hits = _mm512_cmpeq_epi64_mask(Set.Lines, Line);
    // The ways up to the hit move on by one; all of them, if there is none.
    __mmask8 Moved = _kxor_mask8(Hits, _kadd_mask8(Hits, 0xff));
    __m512i Shifted =
        _mm512_or_si512(_mm512_alignr_epi64(Set.Lines, Line, 7), Set.Padding);
    // As one instruction with a mask, it would wait for Moved.
    asm("" : "+v"(Shifted));
    Set.Lines = _mm512_mask_mov_epi64(Set.Lines, Moved, Shifted);
    // A miss is treated as a hit of the last way, which leaves.
    uint32_t Found = Hits | uint32_t(1) << (Ways - 1);
    return move(Set.Words, Found, Hits != 0, W);
  }
  /// Makes the lowest way of \p Found the first of \p Words. \p W replaces it
  /// if \p W is dirty, or if it was no hit.
  static Touch move(__m512i &Words, uint32_t Found, bool Hit, CacheWord W) {
    const uint64_t *Way = Order.Way[std::countr_zero(Found)];
    __m512i New = _mm512_permutexvar_epi64(_mm512_load_si512(Way), Words);
    auto OldWord = CacheWord(_mm_cvtsi128_si64(_mm512_castsi512_si128(New)));
    auto Replaced = __mmask8(!Hit || isDirty(W));
    Words = _mm512_mask_mov_epi64(New, Replaced, _mm512_set1_epi64(int64_t(W)));
    return {Hit, OldWord};
  }

  template <unsigned Vectors>
  static Touch touch(CacheWord *Set, uint32_t Ways, WordChange First,
                     CacheWord W) {
    __m512i Words[Vectors];
    for (unsigned I = 0; I != Vectors; ++I)
      Words[I] = _mm512_load_si512(Set + I * WordsPerVector);
    uint64_t Hits = match<Vectors>(Words, W);
    Words[0] = _mm512_mask_and_epi64(Words[0], 1, Words[0],
                                     _mm512_set1_epi64(int64_t(First.Keep)));
    Words[0] = _mm512_mask_or_epi64(Words[0], 1, Words[0],
                                    _mm512_set1_epi64(int64_t(First.Add)));
    // A miss is treated as a hit of the last way, which leaves.
    uint64_t Found = Hits | uint64_t(1) << (Ways - 1);
    if constexpr (Vectors == 1) {
      Touch Result = move(Words[0], uint32_t(Found), Hits != 0, W);
      _mm512_store_si512(Set, Words[0]);
      return Result;
    }
    uint64_t Lowest = Found & -Found;
    __m512i Old = _mm512_setzero_si512();
    for (unsigned I = 0; I != Vectors; ++I)
      Old = _mm512_or_si512(
          Old, _mm512_maskz_compress_epi64(
                   __mmask8(Lowest >> I * WordsPerVector), Words[I]));
    auto OldWord = CacheWord(_mm_cvtsi128_si64(_mm512_castsi512_si128(Old)));
    bool Keep = Hits && !isDirty(W);
    CacheWord New = __builtin_unpredictable(Keep) ? OldWord : W;
    // The ways up to the lowest found one move on by one.
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

} // namespace memfacet::caches
#pragma clang attribute pop

#else

namespace memfacet::caches {
std::unique_ptr<LevelStore> makeAvx512Sets(uint64_t Sets, uint32_t Ways) {
  return makeScalarSets(Sets, Ways);
}
std::unique_ptr<MruLines> makeMruLinesAvx512(const MruShape &S) {
  return makeMruLinesScalar(S);
}
} // namespace memfacet::caches

#endif
