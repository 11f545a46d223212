// Two threads take turns by an atomic variable, without a lock. Where functions ask
// for watched lines themselves, each access is in its place: every turn of one
// thread is seen to follow one of the other.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang -O2 -g -pthread --memfacet-pairs %s -o %t/prog
// RUN: cd %t && %memfacet record --communication=1 -o live.mfp -- ./prog
// RUN: cd %t && %memfacet communication --pairs --one-thread live.mfp --json --structure Shared > live.json
// RUN: cd %t && %python -c "import json; rows = json.load(open('live.json'))['rows']; \
// RUN:   ends = [(r['first'], r['second'], r['pairs']) for r in rows]; \
// RUN:   count = lambda f, s, same: sum(n for a, b, n in ends if (a['kind'], b['kind'], a['thread'] == b['thread']) == (f, s, same)); \
// RUN:   assert count('store', 'load', False) == 1999, ends; \
// RUN:   assert count('load', 'store', True) == 2000, ends; \
// RUN:   assert sum(n for _, _, n in ends) == 3999, ends"
//
// One of a few accesses: their number is that of all, but for chance.
// RUN: cd %t && %memfacet record --communication=4 -o few.mfp -- ./prog
// RUN: cd %t && %memfacet communication --pairs --one-thread few.mfp --json --structure Shared > few.json
// RUN: cd %t && %python -c "import json; rows = json.load(open('few.json'))['rows']; \
// RUN:   assert all(r['first']['thread'] != r['second']['thread'] for r in rows if r['first']['kind'] == 'store'); \
// RUN:   assert 850 < sum(r['pairs'] for r in rows) < 1150, rows"

#include "../Inputs/threads.h"
#include <sched.h>
#include <stdatomic.h>

enum { Turns = 1000 };
static _Alignas(64) long Shared;
static _Alignas(64) atomic_int Turn;

static void *play(void *Argument) {
  int Own = Argument != 0;
  for (int I = 0; I < Turns; ++I) {
    while (atomic_load_explicit(&Turn, memory_order_acquire) != Own)
      sched_yield();
    Shared += I;
    atomic_store_explicit(&Turn, !Own, memory_order_release);
  }
  return 0;
}

int main(void) {
  runThreads(2, play);
  return 0;
}
