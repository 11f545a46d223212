//===- StackSetsAvx512.cpp - eight ways at a time -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/SetWords.h"
#include "analysis/caches/sweep/StackSets.h"

#if defined(__x86_64__)
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <immintrin.h>

#pragma clang attribute push(                                                  \
    __attribute__((target("avx512f,avx512bw,avx512vl,bmi,bmi2"))),             \
    apply_to = function)
#include "analysis/caches/sweep/StackSetsLoops.h"

namespace memfacet::caches {
namespace {

/// Sets of up to 8 * Vectors ways.
template <unsigned Vectors> struct Avx512Search {
  static uint32_t find(const CacheWord *Set, uint32_t Depth, CacheWord W) {
    // Bits of the line number that differ: none where the way holds the line.
    __m512i LineBits = _mm512_set1_epi64(int64_t(EmptyWord));
    __m512i Wanted = _mm512_set1_epi64(int64_t(W));
    uint64_t Hits = 0;
    // In wide sets, most touches are near the front.
    for (unsigned I = 0; I != Vectors && (Vectors <= 2 || Hits == 0); ++I)
      Hits |= uint64_t(_mm512_testn_epi64_mask(
                  _mm512_xor_si512(_mm512_load_si512(Set + I * WordsPerVector),
                                   Wanted),
                  LineBits))
              << I * WordsPerVector;
    // If no way has the line, Depth: the first place after the ways.
    return std::min(uint32_t(_tzcnt_u64(Hits)), Depth);
  }

  static void push(CacheWord *Set, uint8_t *Bytes, uint32_t Moved,
                   CacheWord Word, uint8_t Byte) {
    uint64_t Changed = ~uint64_t(0) >> (63 - Moved);
    __m512i Carried = _mm512_set1_epi64(int64_t(Word));
    for (unsigned I = 0;
         I != Vectors && (Vectors <= 2 || I * WordsPerVector <= Moved); ++I) {
      __m512i Current = _mm512_load_si512(Set + I * WordsPerVector);
      _mm512_store_si512(Set + I * WordsPerVector,
                         _mm512_mask_alignr_epi64(
                             Current, __mmask8(Changed >> I * WordsPerVector),
                             Current, Carried, 7));
      Carried = Current;
    }
    if constexpr (Vectors <= 2) {
      auto *Vector = reinterpret_cast<__m128i *>(Bytes);
      __m128i Current = _mm_loadu_si128(Vector);
      __m128i Next = _mm_alignr_epi8(Current, _mm_set1_epi8(char(Byte)), 15);
      _mm_storeu_si128(Vector,
                       _mm_mask_blend_epi8(__mmask16(Changed), Current, Next));
    } else {
      std::memmove(Bytes + 1, Bytes, Moved);
      Bytes[0] = Byte;
    }
  }
};

} // namespace

std::unique_ptr<SweepStore> makeStackSetsAvx512(const SweepShape &Shape) {
  if (!__builtin_cpu_supports("avx512bw") ||
      !__builtin_cpu_supports("avx512vl"))
    return nullptr;
  return withVectors(
      Shape.Ways.back(), [&](auto Vectors) -> std::unique_ptr<SweepStore> {
        return std::make_unique<StackSets<Avx512Search<Vectors()>>>(Shape);
      });
}

} // namespace memfacet::caches
#pragma clang attribute pop

#else

namespace memfacet::caches {
std::unique_ptr<SweepStore> makeStackSetsAvx512(const SweepShape &) {
  return nullptr;
}
} // namespace memfacet::caches

#endif
