//===- TouchSplitAvx512.cpp - eight accesses at a time split into touches -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/TouchSplit.h"

#if defined(__x86_64__)
#include <bit>
#include <immintrin.h>

namespace memfacet::caches {
namespace {

#define MEMFACET_WITH_VECTORS __attribute__((target("avx512f,popcnt")))

MEMFACET_WITH_VECTORS inline __m512i broadcast(uint64_t Value) {
  return _mm512_set1_epi64(int64_t(Value));
}

struct TouchVector {
  __m512i Lines, Words, Sites;
};

/// Appends the touches whose lines have a residue of \p Wanted.
MEMFACET_WITH_VECTORS inline void
append(const TouchVector &T, ResidueSet Wanted, SelectedTouches::End &Next) {
  __mmask8 Selected = _mm512_test_epi64_mask(
      _mm512_rorv_epi64(broadcast(Wanted), T.Lines), broadcast(1));
  // In registers: compressing into memory takes many times as long.
  _mm512_storeu_si512(Next.Words,
                      _mm512_maskz_compress_epi64(Selected, T.Words));
  __m256i Sites =
      _mm512_cvtepi64_epi32(_mm512_maskz_compress_epi64(Selected, T.Sites));
  _mm256_storeu_si256(reinterpret_cast<__m256i *>(Next.Sites), Sites);
  Next += size_t(std::popcount(uint32_t(Selected)));
}

} // namespace

MEMFACET_WITH_VECTORS void splitTouchesAvx512(const OwnedAccesses &Accesses,
                                              const TouchedLines &Lines,
                                              SelectedTouches &Chosen,
                                              SelectedTouches &Visited) {
  constexpr size_t Lanes = SelectedTouches::VectorLanes;
  SelectedTouches::End ChosenEnd = Chosen.end(), VisitedEnd = Visited.end();
  size_t I = 0;
  for (; I + Lanes <= Accesses.Count; I += Lanes) {
    __m512i Address = _mm512_and_si512(_mm512_loadu_si512(Accesses.Address + I),
                                       broadcast(AddressMask));
    __m512i Info =
        _mm512_loadu_si512(static_cast<const void *>(Accesses.Info + I));
    __m512i Owners = _mm512_cvtepu32_epi64(_mm256_loadu_si256(
        reinterpret_cast<const __m256i *>(Accesses.Owners + I)));
    TouchVector T;
    T.Lines = _mm512_srli_epi64(Address, SelectLineShift);
    __m512i Write = _mm512_and_si512(
        _mm512_srli_epi64(Info, decode::AccessInfo::WriteShift),
        broadcast(DirtyBit));
    T.Words =
        _mm512_or_si512(_mm512_slli_epi64(T.Lines, LineShiftInWord),
                        _mm512_or_si512(_mm512_slli_epi64(Owners, 1), Write));
    T.Sites = Info; // the low halves
    append(T, Lines.Chosen, ChosenEnd);
    if (Lines.Visited != 0)
      append(T, Lines.Visited, VisitedEnd);
  }
  Chosen.endAt(ChosenEnd);
  Visited.endAt(VisitedEnd);
  splitTouches({Accesses.Address + I, Accesses.Info + I, Accesses.Owners + I,
                Accesses.Count - I},
               Lines, Chosen, Visited);
}

} // namespace memfacet::caches

#else

namespace memfacet::caches {
void splitTouchesAvx512(const OwnedAccesses &Accesses,
                        const TouchedLines &Lines, SelectedTouches &Chosen,
                        SelectedTouches &Visited) {
  splitTouches(Accesses, Lines, Chosen, Visited);
}
} // namespace memfacet::caches

#endif
