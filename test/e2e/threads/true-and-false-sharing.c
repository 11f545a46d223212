// Ten threads, one after the other, each with caches of its own. Each writes the
// second word of both lines; then the main thread, which has both, misses both:
// it reads the first word of Apart, which no other wrote (false sharing), and
// the second of Together (true sharing).
//
// RUN: %memfacet-clang -O1 -g -pthread %s -o %t.prog
// RUN: %memfacet record --why --complete -o %t.mfp \
// RUN:   --cache 'L1=8K,2;L2=64K,8,shared' -- %t.prog
// RUN: %memfacet why --json %t.mfp > %t.json
// RUN: %memfacet evictions --csv %t.mfp > %t.csv
// RUN: %python %S/../Inputs/check-classes.py %t.json %t.csv \
// RUN:   Apart=11,0,0,0,10 Together=11,0,0,10,0
// RUN: %memfacet why %t.mfp | FileCheck %s
// CHECK: model {{.*}}MESI coherence
// CHECK: Apart {{.*}} 0.0 % {{.*}}47.6 %
// CHECK: Together {{.*}}47.6 % {{.*}}0.0 %
//
// Without coherence it does not show.
// RUN: %memfacet record --why --complete -o %t.none.mfp \
// RUN:   --cache 'L1=8K,2;L2=64K,8,shared;coherence=none' -- %t.prog
// RUN: %memfacet why --json %t.none.mfp > %t.none.json
// RUN: %memfacet evictions --csv %t.none.mfp > %t.none.csv
// RUN: %python %S/../Inputs/check-classes.py %t.none.json %t.none.csv \
// RUN:   Apart=11,0,0,0,0 Together=11,0,0,0,0
// RUN: %memfacet why %t.none.mfp | FileCheck %s --check-prefix=NONE
// NONE: coherence     not simulated: --cache '...;coherence=mesi'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>

struct Line {
  volatile long Mine, Theirs;
};
_Alignas(64) struct Line Apart;
_Alignas(64) struct Line Together;

static void *write(void *Ignored) {
  Apart.Theirs = 1;
  Together.Theirs = 1;
  return Ignored;
}

int main(void) {
  (void)Apart.Mine, (void)Together.Mine;
  for (int Round = 0; Round < 10; ++Round) {
    pthread_t Thread;
    if (pthread_create(&Thread, 0, write, 0) || pthread_join(Thread, 0))
      return 1;
    (void)Apart.Mine, (void)Together.Theirs;
  }
  return 0;
}
