// What the model expects from a sample of pairs, next to what the simulation of
// every access counts: one thread fills an array, the other sums it up, by turns;
// both count in neighbouring words. With a period of 1 the sample is everything.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang -O1 -g %s -o %t/prog -pthread
// RUN: cd %t && %memfacet record --no-analysis --trace prog.mft -- ./prog
// RUN: cd %t && %memfacet simulate prog.mft --communication=1 --sharing -o all.mfp
// RUN: cd %t && %memfacet communication --hot 1000 all.mfp | FileCheck %s
// RUN: cd %t && %memfacet communication --json --hot 1000 all.mfp > all.json
// RUN: cd %t && %python %S/../reference/expected_is_simulated.py all.json 0.02 1000
//
// CHECK:      caches        2 caches, threads to caches: threads; with room for all lines
// CHECK:      misses{{ +}}simulated{{ +}}95 % interval{{ +}}share{{ +}}false
// CHECK:      load sum threads/communication-model.c:[[#@LINE+40]] {{ *}}Array {{.*}}store fill threads/communication-model.c:[[#@LINE+34]] by 0
//
// For code scanning.
// RUN: cd %t && %memfacet communication --hot 1000 --sarif all.sarif all.mfp
// RUN: %python %S/../Inputs/check-sarif.py %t/all.sarif communication-model.c
// RUN: FileCheck %s --check-prefix=SARIF < %t/all.sarif
// SARIF: "ruleId": "communication-hot-spot"
//
// In one cache, nothing is lost.
// RUN: cd %t && %memfacet communication --map 0,1 all.mfp | FileCheck %s --check-prefix=ONE
// ONE:      caches        1 cache, threads to caches: 0,1; with room for all lines
// ONE-NEXT: expected      0 misses whose line another cache's write took
//
// A cache of 1 KB has no room for the array.
// RUN: cd %t && %memfacet communication --capacity 1K --map 0,1 all.mfp | FileCheck %s --check-prefix=SMALL
// SMALL: caches        1 cache, threads to caches: 0,1; 16 lines each
// SMALL: {{[1-9].*}} for want of room
//
// RUN: cd %t && not %memfacet communication --map 0,0 all.mfp 2>&1 | FileCheck %s --check-prefix=MAP
// MAP: memfacet: {{.*}}0,0
// RUN: cd %t && not %memfacet communication --hot many all.mfp 2>&1 | FileCheck %s --check-prefix=HOT
// HOT: memfacet: --hot 'many' is neither a share of the accesses like 0.05% nor a number of misses
// RUN: cd %t && not %memfacet communication --capacity 5 all.mfp 2>&1 | FileCheck %s --check-prefix=ROOM
// ROOM: memfacet: --capacity '5' is no size of a cache; it is at least 1K, for instance 1M
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/threads.h"

enum { Rounds = 400, Words = 1024 };
static _Alignas(64) long Array[Words];
static _Alignas(64) struct { long Filled, Summed; } Counts;
static _Alignas(64) long Result;

__attribute__((noinline)) static void fill(long Round) {
  for (long I = 0; I < Words; ++I)
    Array[I] = I ^ Round;
  ++Counts.Filled;
}
__attribute__((noinline)) static long sum(void) {
  long Sum = 0;
  for (long I = 0; I < Words; ++I)
    Sum += Array[I];
  ++Counts.Summed;
  return Sum;
}

static void *work(void *Argument) {
  long Me = (long)Argument;
  for (long I = 0; I < Rounds; ++I) {
    sem_wait(&Baton[Me]);
    if (Me == 0)
      fill(I);
    else
      Result += sum();
    sem_post(&Baton[1 - Me]);
  }
  return 0;
}

int main(void) {
  runThreads(2, work);
  return Result == 0;
}
