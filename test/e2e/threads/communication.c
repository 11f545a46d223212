// Each kind of reuse pair is as frequent in samples of many seeds as it is in the
// run. Many accesses here have no recorded address of their own, and lie in other
// lines than the one that is recorded for them.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang -O2 -g %s -o %t/prog
// RUN: cd %t && %memfacet record --no-analysis --trace prog.mft -- ./prog
// RUN: cd %t && %memfacet simulate prog.mft --communication=1 --pairs-file all.csv -o all.mfp
// RUN: cd %t && test $(wc -l < all.csv) -gt 1000
// RUN: cd %t && for Seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do \
// RUN:   %memfacet simulate prog.mft --communication=period=40,seed=$Seed --pairs-file $Seed.csv -o few.mfp || exit 1; done
// RUN: cd %t && %python %S/../reference/unbiased_pairs.py 40 all.csv 1.csv 2.csv 3.csv \
// RUN:   4.csv 5.csv 6.csv 7.csv 8.csv 9.csv 10.csv 11.csv 12.csv 13.csv 14.csv \
// RUN:   15.csv 16.csv
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct Node { // of 40 bytes: some lie in two lines
  struct Node *Next;
  long A, B, C, D;
};
struct Wide {
  long First;
  char Between[5000];
  long Last;
};
struct __attribute__((packed)) Odd { // of 13 bytes: so do single members
  char Tag;
  long Value;
  int Rest;
};

enum { Nodes = 300, Rounds = 40 };
static long Sum, Table[64], Apart[512];

__attribute__((noinline)) static void walk(struct Node *N) {
  for (; N; N = N->Next) {
    N->D += N->A;
    Sum += N->B ^ N->C;
  }
}
__attribute__((noinline)) static void far(struct Wide *W, int Count) {
  for (int I = 0; I < Count; ++I) {
    W[I].First += W[I].Last;
    W[I].Last ^= I;
  }
}
__attribute__((noinline)) static void globals(int I) {
  Apart[0] += I;
  Apart[100] += Apart[0];
  Apart[400] ^= Apart[100];
  Table[I & 63] += Apart[400];
}
__attribute__((noinline)) static void neighbours(long *At, int Count) {
  for (int I = 9; I < Count - 9; ++I)
    At[I] = At[I - 9] + At[I + 9] + At[I - 1];
}
__attribute__((noinline)) static void odd(struct Odd *O, int Count) {
  for (int I = 0; I < Count; ++I) {
    O[I].Value += O[I].Rest;
    if (O[I].Value & 1)
      O[I].Rest += ++O[I].Tag;
  }
}
__attribute__((noinline)) static void copies(char *To, char *From, int Bytes) {
  memcpy(To, From, (size_t)Bytes);
  memset(From + Bytes / 2, Bytes, (size_t)(Bytes & 127));
}
static jmp_buf Again;
__attribute__((noinline)) static void jump(long *At) {
  At[16] += At[0];
  longjmp(Again, 1);
}
__attribute__((noinline)) static void jumps(long *At) {
  At[0] += 1;
  if (!setjmp(Again))
    jump(At);
  At[8] += At[16];
}

int main(void) {
  struct Node *List = 0;
  for (int I = 0; I < Nodes; ++I) {
    struct Node *N = malloc(sizeof *N);
    *N = (struct Node){List, I, I + 1, I + 2, I + 3};
    List = N;
  }
  struct Wide *W = calloc(4, sizeof *W);
  long *Row = calloc(500, sizeof *Row);
  char *Bytes = calloc(2, 4096);
  struct Odd *O = calloc(100, sizeof *O);
  for (int R = 0; R < Rounds; ++R) {
    walk(List);
    far(W, 4);
    for (int I = 0; I < 50; ++I)
      globals(I * R);
    neighbours(Row, 500);
    O[R].Rest = 1;
    odd(O, 100);
    jumps(Row);
    copies(Bytes, Bytes + 4096, 100 * (R + 1));
    void *Short = malloc((size_t)(R + 1) * 8); // new owners of old lines
    memset(Short, R, (size_t)(R + 1) * 8);
    free(Short);
  }
  return Sum == 42 && Table[3] == 7 && Row[20] == 9 && W[1].First == 3;
}
