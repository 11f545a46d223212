// A loop whose addresses advance by constant strides checks nothing while none of
// them is near a chosen line (pass/select/QuietLoops.h). What is recorded is the
// same: as in chosen-lines.c, all counts are those of a simulation of the chosen
// lines.
//
// RUN: %clang -O1 -DLOG %s -o %t.plain
// RUN: %t.plain > %t.log
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: for Spec in 'L1=8K,2;L2=64K,8;L3=256K,16' 'L1=4K,1;L2=32K,4'; do \
// RUN:   %python %S/Inputs/chosen-lines.py %memfacet "$Spec" %t.log %t.mfp \
// RUN:     %t.prog || exit 1; \
// RUN: done | FileCheck %s
// CHECK-COUNT-2: 8 recordings, 6 structures: equal
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
static volatile long Total[8] ALIGNED;
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
  return Sum == 1;
}
