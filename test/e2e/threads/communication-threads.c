// What one thread writes and the next one reads, with threads one after the other,
// so that their order is certain: each pair between them is found, and the report
// names both ends.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang -O1 -g %s -o %t/prog
// RUN: cd %t && %memfacet record --trace prog.mft -o exact.mfp -- ./prog
// RUN: cd %t && %memfacet simulate prog.mft --communication=1 -o all.mfp 2> said
// RUN: cd %t && FileCheck %s --check-prefix=SAID < said
// RUN: cd %t && %memfacet communication --pairs all.mfp --json --structure Shared > all.json
// RUN: cd %t && %python -c "import json; rows = json.load(open('all.json'))['rows']; \
// RUN:   reads = [r for r in rows if r['first']['kind'] == 'store' and r['second']['kind'] == 'load']; \
// RUN:   assert sum(r['pairs'] for r in reads) == 100, reads"
// RUN: cd %t && %memfacet communication --pairs all.mfp | FileCheck %s
//
// SAID: next: memfacet communication all.mfp
//
// CHECK: sample        one of 1 accesses, seed 1: {{.*}}, 3 threads
// CHECK: touched again
// CHECK: 100 {{ *}}100 {{ *}}100 to 100 {{ *}}1 > 2 {{ *}}store produce communication-threads.c:{{[0-9]+}} {{ *}}load consume communication-threads.c:{{[0-9]+}} {{ *}}Shared
// CHECK: TOTAL
// CHECK: Next touches of a line, by threads, estimated:
// CHECK: from to 0 to 1 to 2
//
// A recording has no pairs, but what threads took from each other: the second
// thread has 100 first misses, and no other.
// RUN: cd %t && not %memfacet communication --pairs own.mfp -- ./prog 2>&1 | FileCheck %s --check-prefix=OWN
// OWN: 'own.mfp' has no sample of pairs, as these come from a trace: memfacet record --trace FILE.mft, then memfacet simulate FILE.mft --communication
// RUN: cd %t && %memfacet sharing own.mfp --edges | FileCheck %s --check-prefix=EDGES
// EDGES: cold          100 times a thread came for the first time to a line that another one had written
// EDGES: 100 {{ *}}100 {{ *}}0 {{ *}}0 {{ *}}0 {{ *}}1: store produce communication-threads.c:{{[0-9]+}} {{ *}}2: load consume
//
// Without a sample, and with a name that is none, the next thing to type is said.
// RUN: cd %t && not %memfacet communication --pairs exact.mfp 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: 'exact.mfp' does not say which lines threads share, as the program does not select what it records; to record everything and simulate that, type: memfacet record --trace all.mft -- ./prog && memfacet communication all.mft
// RUN: cd %t && not %memfacet communication --pairs all.mfp --structure Sharde 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: did you mean 'Shared'?
// RUN: cd %t && not %memfacet simulate prog.mft --communication=0 2>&1 | FileCheck %s --check-prefix=PLAN
// PLAN: '0' is no plan of a sample of pairs; write a period, for instance --communication=1000
// RUN: cd %t && not %memfacet simulate prog.mft --pairs-file a.csv 2>&1 | FileCheck %s --check-prefix=PAIRS
// PAIRS: --pairs-file writes sampled reuse pairs; add --communication
//
// What every recording has need not be asked for.
// RUN: cd %t && %memfacet record --communication=10 --sharing -o no.mfp -- ./prog 2> said && FileCheck %s --check-prefix=RECORD < said
// RECORD: --sharing is not needed: each recording follows the lines that threads share{{$}}
// RECORD: --communication is not needed: each recording follows the lines that threads share, and '10' is for memfacet simulate
// RUN: cd %t && not %memfacet record --pairs-file a.csv -o no.mfp -- ./prog 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: unknown option '--pairs-file'; type: memfacet record --trace FILE, then memfacet simulate FILE --communication --pairs-file PAIRS{{$}}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>

enum { Lines = 100 };
_Alignas(64) volatile long Shared[Lines * 8];

static void *produce(void *Unused) {
  for (int I = 0; I < Lines; ++I)
    Shared[8 * I] = I;
  return Unused;
}
static void *consume(void *Unused) {
  long Sum = 0;
  for (int I = 0; I < Lines; ++I)
    Sum += Shared[8 * I + 1];
  return Sum == 42 ? (void *)1 : Unused;
}

int main(void) {
  void *(*Parts[])(void *) = {produce, consume};
  for (int I = 0; I < 2; ++I) {
    pthread_t Thread;
    pthread_create(&Thread, 0, Parts[I], 0);
    pthread_join(Thread, 0);
  }
  return 0;
}
