// A loop whose addresses advance by constant strides checks nothing while none of
// them is near a chosen line (pass/select/QuietLoop.h). What is recorded is the
// same: as in chosen-lines.c, all counts are those of a simulation of the chosen
// lines.
//
// RUN: %clang -O1 -DLOG %s -o %t.plain
// RUN: %t.plain > %t.log 2> %t.results
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: %python %S/Inputs/chosen-lines.py %memfacet 'L1=8K,2;L2=64K,8;L3=256K,16' \
// RUN:   %t.log %t.mfp %t.prog | FileCheck %s
// RUN: %memfacet-clang -O2 -g %s -o %t.prog
// RUN: %python %S/Inputs/chosen-lines.py %memfacet 'L1=4K,1;L2=32K,4' \
// RUN:   %t.log %t.mfp %t.prog | FileCheck %s
// CHECK: 8 recordings, 6 structures: equal
//
// What loops leave is the same.
// RUN: env MEMFACET_OPTIONS=select=1:discard=1 %t.prog 2> %t.selected
// RUN: diff %t.results %t.selected
//
// They are such loops, up and down:
// RUN: %memfacet-clang -O1 -g %s -S -emit-llvm -o - | FileCheck %s --check-prefix=IR
// IR-LABEL: define internal {{.*}}@up.memfacet(
// IR:         call i64 @llvm.fshr.i64(
// IR:         call {{.*}}i64 @llvm.cttz.i64(
// IR-LABEL: define internal {{.*}}@down.memfacet(
// IR:         call i64 @llvm.fshl.i64(
// IR:         call {{.*}}i64 @llvm.ctlz.i64(
// IR-LABEL: define internal {{.*}}@withOther.memfacet(
// IR:         call i64 @llvm.fshr.i64(
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/log.h"

#define ALIGNED __attribute__((aligned(4096)))
typedef volatile long AnyPlace __attribute__((aligned(1)));
struct Item {
  volatile long Key, Unused[3];
  volatile int Uses;
};

static volatile double Left[20000] ALIGNED;
static volatile double Right[20000] ALIGNED;
static struct Item Items[4000] ALIGNED; // 40 bytes each
static volatile char Packed[90000] ALIGNED;
static volatile long Total[1024] ALIGNED;
static volatile short Order[20000] ALIGNED;

// One array is not aligned as the other one is.
__attribute__((noinline)) static void up(int Shift, int N) {
  for (int I = Shift; I < N; ++I)
    STORE(Left, Left[I - Shift], LOAD(Right, Right[I]) + LOAD(Left, Left[I]));
}

__attribute__((noinline)) static void down(int N) {
  for (int I = N - 2; I >= 0; --I)
    STORE(Right, Right[I + 1], LOAD(Left, Left[I]) + LOAD(Packed, Packed[I]));
}

// Strides that are no powers of two. An address that stays is always checked.
__attribute__((noinline)) static void items(int N) {
  for (int I = 0; I < N; ++I) {
    STORE(Items, Items[I].Uses, LOAD(Items, Items[I].Uses) + 1);
    STORE(Total, Total[3], LOAD(Total, Total[3]) + LOAD(Items, Items[I].Key));
  }
}

// One that stays in a chosen line.
__attribute__((noinline)) static void total(int Place, int N) {
  for (int I = 0; I < N; ++I)
    STORE(Total, Total[Place], LOAD(Total, Total[Place]) + LOAD(Left, Left[I]));
}

// Accesses in one line, and strides up and down.
__attribute__((noinline)) static long several(int N) {
  long Sum = 0;
  for (int I = N - 1; I >= 0; --I) {
    Sum += LOAD(Items, Items[I].Key) + LOAD(Items, Items[I].Unused[1]);
    STORE(Items, Items[I].Uses, (int)Sum);
    Sum += LOAD(Order, Order[N - I]) + LOAD(Packed, Packed[17 * (long)I]);
    Sum += LOAD(Packed, Packed[90000 - 5 * (long)(N - I)]);
  }
  return Sum;
}

// Ends where the data says so; how far it came is used after it.
__attribute__((noinline)) static long find(char Wanted) {
  volatile char *From = Packed;
  long Before = 0;
  for (; LOAD(Packed, *From) != Wanted; ++From)
    Before += Wanted;
  return Before + (From - Packed);
}

// Two loops, each with results of its own.
__attribute__((noinline)) static double twoLoops(int N) {
  double Sum = 0, Product = 1;
  int I = 0;
  for (; I < N; ++I)
    Sum += LOAD(Left, Left[I]);
  for (; I < 2 * N; ++I)
    Product += LOAD(Right, Right[I]) * Sum;
  return Product + I;
}

// Rows of any length, of a matrix that is 250 columns wide.
__attribute__((noinline)) static double rows(int Rows, int Shortest) {
  double Sum = 0;
  for (int R = 0; R < Rows; ++R)
    for (int I = 0; I < Shortest + R; ++I)
      Sum += LOAD(Left, Left[250 * R + I]) * R;
  return Sum;
}

// Some accesses are executed in some iterations only.
__attribute__((noinline)) static double branches(int N, int Last) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    int Kind = LOAD(Order, Order[I]);
    if (Kind % 3 == 0)
      STORE(Left, Left[I], LOAD(Right, Right[N - I]) + 1);
    else if (Kind % 7 == 0)
      STORE(Total, Total[Kind % 1024], I);
    else
      Sum += LOAD(Right, Right[I]);
    if (Kind == Last)
      return Sum + I;
    Sum -= LOAD(Packed, Packed[2 * I]);
  }
  return Sum;
}

// As in vectorised code.
typedef double Two __attribute__((vector_size(16), aligned(8)));
typedef double Four __attribute__((vector_size(32), aligned(8)));
__attribute__((noinline)) static double vectors(int N) {
  Two Pair = {0, 0};
  Four Sum = {0, 0, 0, 0};
  for (int I = 0; I + 4 <= N; I += 4) {
    Sum += LOAD(Left, *(volatile Four *)(Left + I));
    Pair += LOAD(Right, *(volatile Two *)(Right + I + 1));
    STORE(Right, *(volatile Two *)(Right + I + 2), Pair);
  }
  return Sum[0] + Sum[1] + Sum[2] + Sum[3] + Pair[0] + Pair[1];
}

static double moreLoops(void) {
  double Sum = 0;
  for (int I = 0; I < 20000; ++I)
    STORE(Packed, Packed[I], 1);
  for (int I = 0; I < 20; ++I) {
    int At = I < 10 ? 100 * I + 7 : 1000 * I;
    STORE(Packed, Packed[At], 2);
    Sum += (double)find(2);
    STORE(Packed, Packed[At], 1);
  }
  total(168, 3000); // in line 21
  total(0, 3000);
  Sum += (double)several(3000) + twoLoops(5000);
  Sum += rows(30, 3) + rows(5, 240) + branches(8000, -1) + branches(9000, 22);
  return Sum + vectors(9001);
}

// Some reach into the next line.
__attribute__((noinline)) static long straddling(int Begin, int N) {
  long Sum = 0;
  for (int I = Begin; I < N; ++I)
    Sum += LOAD(Packed, *(AnyPlace *)(Packed + 11 * (long)I)) +
           LOAD(Packed, *(AnyPlace *)(Packed + 4 * (long)I + 30000));
  return Sum;
}

// An access that goes anywhere stands between others.
__attribute__((noinline)) static double withOther(int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I) {
    Sum += LOAD(Left, Left[I]);
    int Place = LOAD(Order, Order[I]);
    Sum += LOAD(Right, Right[Place]);
    STORE(Left, Left[I], Sum);
    Sum += LOAD(Right, Right[N - I]) + LOAD(Packed, Packed[I]);
  }
  return Sum;
}

int main(void) {
  BASE(Left);
  BASE(Right);
  BASE(Items);
  BASE(Packed);
  BASE(Total);
  BASE(Order);
  for (int I = 0; I < 20000; ++I)
    STORE(Order, Order[I], (short)(I * 7919L % 20000));
  double Sum = 0;
  for (int Round = 0; Round < 2; ++Round) {
    up(Round + 1, 20000);
    down(20000);
    items(4000);
    Sum += (double)straddling(Round, 7000) + withOther(19999);
    // Loops that are over soon.
    for (int N = 3; N < 40; ++N)
      up(1, N);
  }
  // Not to stderr, which is memory that the simulation knows nothing of.
  dprintf(2, "result %.17g\n", Sum + moreLoops());
  return 0;
}
