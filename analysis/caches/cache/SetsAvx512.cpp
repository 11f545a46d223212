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

/// Row I: the order in which way I of \p Ways becomes the first one, and those
/// before it move on by one.
template <unsigned Ways> struct Orders {
  alignas(64) uint64_t Way[Ways][Ways];
  constexpr Orders() : Way() {
    for (unsigned I = 0; I != Ways; ++I)
      for (unsigned Position = 0; Position != Ways; ++Position)
        Way[I][Position] = Position == 0   ? I
                           : Position <= I ? Position - 1
                                           : Position;
  }
};
template <unsigned Vectors> constexpr Orders<Vectors * WordsPerVector> Order;

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

  /// A set of one or two vectors in registers. The next touch searches Lines,
  /// which depend on nothing but the comparison before: their moves are
  /// computed in masks and never leave the vector registers. Words follow
  /// later.
  template <unsigned Vectors> struct RegisterSet {
    static_assert(Vectors == 1 || Vectors == 2);
    __m512i Words[Vectors];
    __m512i Lines[Vectors];   ///< of Words
    __m512i Padding[Vectors]; ///< EmptyWord after the last way, else 0
  };
  static constexpr unsigned MostKeptVectors = 2;

  template <unsigned Vectors>
  static void load(RegisterSet<Vectors> &Registers, const CacheWord *Set,
                   uint32_t Ways) {
    __m512i Empty = _mm512_set1_epi64(int64_t(EmptyWord));
    uint32_t PaddingLanes = ~uint32_t(0) << Ways;
    for (unsigned I = 0; I != Vectors; ++I) {
      __m512i Words = _mm512_load_si512(Set + I * WordsPerVector);
      Registers.Words[I] = Words;
      Registers.Lines[I] = _mm512_and_si512(Words, Empty);
      Registers.Padding[I] = _mm512_maskz_mov_epi64(
          __mmask8(PaddingLanes >> I * WordsPerVector), Empty);
    }
  }
  template <unsigned Vectors>
  static void store(CacheWord *Set, const RegisterSet<Vectors> &Registers) {
    for (unsigned I = 0; I != Vectors; ++I)
      _mm512_store_si512(Set + I * WordsPerVector, Registers.Words[I]);
  }
  /// Makes \p Line the first of \p Set's lines. Returns a bit for each way that
  /// had it.
  template <unsigned Vectors>
  static uint32_t moveLines(RegisterSet<Vectors> &Set, __m512i Line) {
    __mmask16 Hits = _mm512_cmpeq_epi64_mask(Set.Lines[0], Line);
    if constexpr (Vectors == 2)
      Hits = _mm512_kunpackb(_mm512_cmpeq_epi64_mask(Set.Lines[1], Line), Hits);
    // The ways up to the hit move on by one; all of them, if there is none.
    __mmask16 Moved = _kxor_mask16(Hits, _kadd_mask16(Hits, 0xffff));
    __m512i Carried = Line;
    for (unsigned I = 0; I != Vectors; ++I) {
      __m512i Shifted = _mm512_or_si512(
          _mm512_alignr_epi64(Set.Lines[I], Carried, 7), Set.Padding[I]);
      // As one instruction with a mask, it would wait for Moved.
      asm("" : "+v"(Shifted));
      auto MovedLanes = __mmask8(I == 0 ? Moved : _kshiftri_mask16(Moved, 8));
      Carried = Set.Lines[I];
      Set.Lines[I] = _mm512_mask_mov_epi64(Set.Lines[I], MovedLanes, Shifted);
    }
    return Hits;
  }
  template <unsigned Vectors>
  static Touch touchKept(RegisterSet<Vectors> &Set, uint32_t Ways,
                         CacheWord W) {
    __m512i Line = _mm512_set1_epi64(int64_t(W & EmptyWord));
    uint32_t Hits = moveLines(Set, Line);
    // A miss is treated as a hit of the last way, which leaves.
    return move<Vectors>(Set.Words, Hits | uint32_t(1) << (Ways - 1), Hits != 0,
                         W);
  }
  /// Makes the lowest way of \p Found the first of \p Words. \p W replaces it
  /// if \p W is dirty, or if it was no hit.
  template <unsigned Vectors>
  static Touch move(__m512i *Words, uint32_t Found, bool Hit, CacheWord W) {
    const uint64_t *Way = Order<Vectors>.Way[std::countr_zero(Found)];
    __m512i New[Vectors];
    for (unsigned I = 0; I != Vectors; ++I) {
      __m512i Places = _mm512_load_si512(Way + I * WordsPerVector);
      if constexpr (Vectors == 1)
        New[I] = _mm512_permutexvar_epi64(Places, Words[I]);
      else
        New[I] = _mm512_permutex2var_epi64(Words[0], Places, Words[1]);
    }
    auto OldWord = CacheWord(_mm_cvtsi128_si64(_mm512_castsi512_si128(New[0])));
    auto Replaced = __mmask8(!Hit || isDirty(W));
    Words[0] =
        _mm512_mask_mov_epi64(New[0], Replaced, _mm512_set1_epi64(int64_t(W)));
    if constexpr (Vectors == 2)
      Words[1] = New[1];
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
    if constexpr (Vectors <= 2) {
      Touch Result = move<Vectors>(Words, uint32_t(Found), Hits != 0, W);
      for (unsigned I = 0; I != Vectors; ++I)
        _mm512_store_si512(Set + I * WordsPerVector, Words[I]);
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
