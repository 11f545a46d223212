// What one thread writes and the next one reads, with threads one after the other,
// so that their order is certain: each pair between them is found, live and in the
// trace, and the report names both ends.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang -O1 -g %s -o %t/prog
// RUN: cd %t && %memfacet record --trace prog.mft -o exact.mfp -- ./prog
// RUN: cd %t && %memfacet simulate prog.mft --communication=1 -o trace.mfp
// RUN: cd %t && %memfacet record --communication=1 -o live.mfp -- ./prog 2> said
// RUN: cd %t && FileCheck %s --check-prefix=SAID < said
// RUN: cd %t && for P in trace live; do %memfacet communication --pairs $P.mfp --json --structure Shared > $P.json || exit 1; done
// RUN: cd %t && %python -c "import json; a, b = [json.load(open(f))['rows'] for f in ('trace.json', 'live.json')]; \
// RUN:   key = lambda r: json.dumps([{k: v for k, v in r[e].items() if k != 'structure_id'} for e in ('first', 'second')] + [r['pairs']]); \
// RUN:   assert sorted(map(key, a)) == sorted(map(key, b)), (a, b); \
// RUN:   reads = [r for r in b if r['first']['kind'] == 'store' and r['second']['kind'] == 'load']; \
// RUN:   assert sum(r['pairs'] for r in reads) == 100, reads"
// RUN: cd %t && %memfacet communication --pairs live.mfp | FileCheck %s
//
// SAID: memfacet: prog: [[N:[0-9.]+( K)?]] of [[N]] accesses were chosen
// SAID: next: memfacet communication live.mfp
//
// CHECK: sample        one of 1 accesses, seed 1: {{.*}}, 3 threads
// CHECK: touched again
// CHECK: 100 {{ *}}100 {{ *}}100 to 100 {{ *}}1 > 2 {{ *}}store produce communication-threads.c:{{[0-9]+}} {{ *}}load consume communication-threads.c:{{[0-9]+}} {{ *}}Shared
// CHECK: TOTAL
// CHECK: Next touches of a line, by threads, estimated:
// CHECK: from to 0 to 1 to 2
//
// Without a sample, and with a name that is none, the next thing to type is said.
// RUN: cd %t && not %memfacet communication --pairs exact.mfp 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: 'exact.mfp' has no sample of pairs; to run it again and record that, type: memfacet communication exact.mfp --again, or: memfacet communication -- ./prog
// RUN: cd %t && not %memfacet communication --pairs live.mfp --structure Sharde 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: did you mean 'Shared'?
// RUN: cd %t && not %memfacet record --communication=0 -- ./prog 2>&1 | FileCheck %s --check-prefix=PLAN
// PLAN: '0' is no plan of a sample of pairs; write a period, for instance --communication=1000
// RUN: cd %t && not %memfacet record --communication --trace a.mft -- ./prog 2>&1 | FileCheck %s --check-prefix=TRACE
// TRACE: --trace needs every access
// RUN: cd %t && not %memfacet record --pairs-file a.csv -- ./prog 2>&1 | FileCheck %s --check-prefix=PAIRS
// PAIRS: --pairs-file writes sampled reuse pairs; add --communication

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
