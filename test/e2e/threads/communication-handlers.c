// The accesses of signal handlers stand between those of what they interrupt, and
// all are chosen from. A handler makes 7 accesses.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang -O2 -g %s -o %t/prog
// RUN: cd %t && %memfacet record --no-analysis --trace raised.mft -- ./prog raise
// RUN: cd %t && %memfacet simulate raised.mft --communication=1 -o raised.mfp
// RUN: cd %t && %memfacet communication --pairs --one-thread raised.mfp --json --structure Touched > raised.json
// RUN: cd %t && %python -c "import json; rows = json.load(open('raised.json'))['rows']; \
// RUN:   key = lambda r: (r['first']['function'], r['second']['function']); \
// RUN:   sums = {}; [sums.__setitem__(key(r), sums.get(key(r), 0) + r['pairs']) for r in rows]; \
// RUN:   assert sums == {('onSignal', 'work'): 700, ('work', 'onSignal'): 693}, sums"
//
// At any time, and from any place: nothing is lost.
// RUN: cd %t && for How in none timer; do \
// RUN:   %memfacet record --no-analysis --trace $How.mft -- ./prog $How && \
// RUN:   %memfacet simulate $How.mft --communication=1 -o $How.mfp && \
// RUN:   %memfacet communication --pairs --json $How.mfp > $How.json || exit 1; done && \
// RUN:   %python -c "import json; a, b = [sum(t['units'] for t in json.load(open(f + '.json'))['threads']) for f in ('none', 'timer')]; \
// RUN:     assert (b - a) %% 7 == 0 and b > a, (a, b)"
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <signal.h>
#include <string.h>
#include <sys/time.h>

enum { Lines = 7, Rounds = 100 };
static _Alignas(64) volatile long Touched[8 * Lines];
static _Alignas(64) volatile long Own[64 * 8];

static void onSignal(int Unused) {
  for (int I = 0; I < Lines; ++I)
    Touched[8 * I] = Unused;
}
__attribute__((noinline)) static void work(void) {
  for (int I = 0; I < Lines; ++I)
    Touched[8 * I] = I;
}
__attribute__((noinline)) static void spend(int Times) {
  for (int I = 0; I < Times; ++I)
    Own[I & 511] = Own[(I * 7) & 511] + I;
}

int main(int Count, char **Words) {
  const char *How = Count > 1 ? Words[1] : "none";
  struct sigaction Action = {.sa_handler = onSignal, .sa_flags = SA_NODEFER};
  sigaction(SIGALRM, &Action, 0);
  if (!strcmp(How, "raise"))
    for (int I = 0; I < Rounds; ++I) {
      raise(SIGALRM);
      work();
    }
  struct itimerval Timer = {{0, 300}, {0, 300}}, Off = {{0, 0}, {0, 0}};
  if (!strcmp(How, "timer"))
    setitimer(ITIMER_REAL, &Timer, 0);
  spend(300000);
  setitimer(ITIMER_REAL, &Off, 0);
  return 0;
}
