// REQUIRES: avx2
//
// A gather is one access per lane, a masked load or store touches the active
// lanes only, a whole vector is one access of its size.
//
// RUN: %memfacet-clang -O2 -mavx2 -g %s -o %t.prog
// RUN: %memfacet record -o %t.mfp --cache 'L1=32K,8' -- %t.prog
// RUN: %expect %t.mfp 'Whole.loads == 500' 'Whole.stores == 500' \
// RUN:   'Whole.L1.misses == 4000 // 16' \
// RUN:   'Index.loads == 500' 'Gathered.loads == 8 * 500' \
// RUN:   'Masked.stores == 500' 'Masked.L1.accesses == 500 + 1' \
// RUN:   'Masked.L1.misses == 250'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <immintrin.h>

enum { Count = 4000, Lanes = 8 };

_Alignas(64) int Whole[Count];
_Alignas(64) int Index[Count];
_Alignas(64) int Gathered[Count];
_Alignas(64) int Masked[Count];

static void doubleAll(void) {
  for (int I = 0; I < Count; I += Lanes) {
    __m256i V = *(volatile __m256i *)&Whole[I];
    *(volatile __m256i *)&Whole[I] = _mm256_add_epi32(V, V);
  }
}

static __m256i gatherAll(void) {
  __m256i Sum = _mm256_setzero_si256();
  for (int I = 0; I < Count; I += Lanes) {
    __m256i At = *(volatile __m256i *)&Index[I];
    Sum = _mm256_add_epi32(Sum, _mm256_i32gather_epi32(Gathered, At, 4));
  }
  return Sum;
}

static void storeSome(__m256i Value) {
  __m256i Mask = _mm256_setr_epi32(-1, -1, -1, 0, 0, 0, 0, 0);
  for (int I = 0; I < Count; I += Lanes)
    _mm256_maskstore_epi32(&Masked[I], Mask, Value);
}

int main(void) {
  doubleAll();
  storeSome(gatherAll());
  return Masked[Count - 1];
}
