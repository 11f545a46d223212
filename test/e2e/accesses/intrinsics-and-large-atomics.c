// Instructions that only intrinsics of x86 make, and atomic objects that are
// too large for an instruction, which libatomic accesses.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clang -w -g $Level -msse3 -mfxsr %s -latomic -o %t.prog && \
// RUN:   for Which in "" --complete; do \
// RUN:     %memfacet record $Which -o %t.mfp -- %t.prog && \
// RUN:     %memfacet check %t.mfp && \
// RUN:     %expect %t.mfp 'From.loads == 100 and From.stores == 0' \
// RUN:       'To.stores == 2 * 50' 'State.stores == 7 and State.loads == 3' \
// RUN:       'Streamed.stores == 6' \
// RUN:       'Cells.loads == 20 + 1 + 1' 'Cells.stores == 20 + 1 + 1' \
// RUN:       || { echo "$Level $Which"; exit 1; }; \
// RUN:   done; \
// RUN: done
// REQUIRES: x86_64
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <immintrin.h>

typedef struct {
  long Words[4];
} Four;

static unsigned char From[4096], To[4096];
static long State[64] __attribute__((aligned(64)));
static _Atomic Four Cells[10];
static __m64 Streamed[8];

int main(void) {
  __m128i Sum = _mm_setzero_si128();
  for (int I = 0; I < 100; ++I)
    Sum = _mm_add_epi8(Sum, _mm_lddqu_si128((void *)(From + I)));
  __m128i Mask =
      _mm_setr_epi8(-1, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  for (int I = 0; I < 50; ++I)
    _mm_maskmoveu_si128(Sum, Mask, (char *)To + 16 * I);
  for (int I = 0; I < 7; ++I)
    _fxsave(State);
  for (int I = 0; I < 3; ++I)
    _fxrstor(State);
  for (int I = 0; I < 6; ++I) {
    _mm_stream_pi(Streamed + I, _mm_set_pi32(I, 1));
    __asm__ volatile("" : : "r"(Streamed) : "memory"); // each is a store
  }
  _mm_empty();
  Four X = {{1, 2, 3, 4}}, Old = {{0}};
  for (int I = 0; I < 20; ++I) {
    __c11_atomic_store(&Cells[I % 10], X, __ATOMIC_SEQ_CST);
    X = __c11_atomic_load(&Cells[I % 10], __ATOMIC_SEQ_CST);
    X.Words[0]++;
  }
  Four Before = __c11_atomic_exchange(&Cells[0], X, __ATOMIC_SEQ_CST);
  __c11_atomic_compare_exchange_strong(&Cells[1], &Old, X, __ATOMIC_SEQ_CST,
                                       __ATOMIC_SEQ_CST);
  return Before.Words[0] < 0 || Old.Words[1] != 2;
}
