// The stacks of many threads are one row of the report, which adds up as
// before; of four threads, each is a row. --all, JSON, CSV and describe have
// each.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang -O1 -g0 -pthread %s -o %t/prog
// RUN: cd %t && %memfacet record --cache 'L1=1K,2' -o many.mfp -- ./prog 30
// RUN: cd %t && %memfacet report many.mfp | FileCheck %s --check-prefix=MANY
// RUN: cd %t && %memfacet report many.mfp --all | FileCheck %s --check-prefix=EACH
// RUN: cd %t && %memfacet report many.mfp --csv | FileCheck %s --check-prefix=CSV
// RUN: cd %t && %memfacet describe many.mfp '[stack of thread 30]' | FileCheck %s --check-prefix=DESCRIBE
// RUN: cd %t && %memfacet describe many.mfp '[stacks of 30 threads]' | FileCheck %s --check-prefix=DESCRIBE
// RUN: %expect %t/many.mfp 'len([s for s in report["structures"] if s["name"].startswith("[stack of thread ")]) == 30'
// RUN: cd %t && %memfacet record --cache 'L1=1K,2' -o few.mfp -- ./prog 4
// RUN: cd %t && %memfacet report few.mfp | FileCheck %s --check-prefix=FEW
//
// MANY: {{^}}structure
// MANY-NOT: stack of thread
// MANY: {{^}}[stacks of 30 threads] {{.*}} 3840 {{.*}} %
// MANY-NOT: stack of thread
// MANY: TOTAL
// MANY-NEXT: {{^}}a row for each of these stacks: --all
//
// EACH: 1. 9{{[0-9.]+}} % of L1 misses: [stacks of 30 threads], sequential
// EACH-NOT: {{^}} 2.
// EACH: {{^}}structure
// EACH-NOT: stacks
// EACH: {{^}}[stack of thread 1{{.*}} 128
// EACH: TOTAL
// EACH-NOT: {{^}}[stacks
//
// CSV: {{^}}[stack of thread 30],stack,
// DESCRIBE: {{^}}[stack of thread 30]  stack
//
// FEW: {{^}}[stack of thread 1]
// FEW: {{^}}[stack of thread 4]
// FEW: TOTAL
// FEW-NOT: stacks
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <stdlib.h>

static void *work(void *Unused) {
  volatile long Mine[64];
  for (int I = 0; I < 64; ++I)
    Mine[I] = I;
  for (int I = 0; I < 64; ++I)
    (void)Mine[I];
  return Unused;
}

int main(int Count, char **Words) {
  int Threads = Count > 1 ? atoi(Words[1]) : 4;
  for (int I = 0; I < Threads; ++I) {
    pthread_t One;
    pthread_create(&One, NULL, work, NULL);
    pthread_join(One, NULL);
  }
  return 0;
}
