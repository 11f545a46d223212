// libc makes C11's threads without a call that we see; their creator goes on
// allocating. Each event has an order number of its own, although a thread that
// is alone takes them without a lock.
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: %memfacet record --no-analysis --trace %t.mft -- %t.prog \
// RUN:   | grep -x "done"
// RUN: %memfacet dump %t.mft | \
// RUN:   sed -n 's/^T[0-9]* [A-Z][A-Za-z]* #\([0-9]*\) .*/\1/p' | sort -n \
// RUN:   > %t.orders
// RUN: test $(wc -l < %t.orders) -gt 480000
// RUN: uniq -d %t.orders | wc -l | grep -x 0
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

enum { Others = 3, Rounds = 20000, Times = 3 };

static int allocate(void *Unused) {
  (void)Unused;
  for (int I = 0; I < Rounds; ++I) {
    void *volatile Block = malloc(16 + I % 64);
    free(Block);
  }
  return 0;
}

int main(void) {
  for (int Time = 0; Time < Times; ++Time) {
    thrd_t Threads[Others];
    for (int I = 0; I < Others; ++I)
      if (thrd_create(&Threads[I], allocate, NULL) != thrd_success)
        return 1;
    allocate(NULL);
    for (int I = 0; I < Others; ++I)
      thrd_join(Threads[I], NULL);
  }
  puts("done");
  return 0;
}
