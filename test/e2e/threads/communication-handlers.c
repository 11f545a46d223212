// Signal handlers count their accesses by themselves, and what they interrupt goes
// on as if they had not come, be it in the middle of a question. A handler makes 8
// accesses.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang -O2 -g --memfacet-pairs %s -o %t/prog
// RUN: cd %t && %memfacet record --communication=1 -o raised.mfp -- ./prog raise
// RUN: cd %t && %memfacet communication --pairs --one-thread raised.mfp --json --structure Touched > raised.json
// RUN: cd %t && %python -c "import json; rows = json.load(open('raised.json'))['rows']; \
// RUN:   key = lambda r: (r['first']['function'], r['second']['function']); \
// RUN:   sums = {}; [sums.__setitem__(key(r), sums.get(key(r), 0) + r['pairs']) for r in rows]; \
// RUN:   assert sums == {('onSignal', 'work'): 700, ('work', 'onSignal'): 693}, sums"
//
// At any time, and from any place: nothing is lost. Of a hundred accesses to a
// period, too, and where the handler leaves by a jump.
// RUN: cd %t && %memfacet record --communication=1 -o none.mfp -- ./prog none
// RUN: cd %t && for I in 1 2 3; do \
// RUN:   %memfacet record --communication=1 -o timer.mfp -- ./prog timer && \
// RUN:   for P in none timer; do %memfacet communication --pairs --json $P.mfp > $P.json || exit 1; done && \
// RUN:   %python -c "import json; a, b = [sum(t['units'] for t in json.load(open(f + '.json'))['threads']) for f in ('none', 'timer')]; \
// RUN:     assert (b - a) %% 8 == 0 and b > a, (a, b)" || exit 1; done
// RUN: cd %t && %memfacet record --communication=100 -o timer.mfp -- ./prog timer
// RUN: cd %t && %memfacet record --communication=3 -o jump.mfp -- ./prog jump

#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>

enum { Lines = 7, Rounds = 100 };
static _Alignas(64) volatile long Touched[8 * Lines];
static _Alignas(64) volatile long Own[64 * 8];
static sigjmp_buf Back;
static int Jumps;

static void onSignal(int Unused) {
  for (int I = 0; I < Lines; ++I)
    Touched[8 * I] = Unused;
  if (Jumps && ++Jumps < 20)
    siglongjmp(Back, 1);
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
  Jumps = !strcmp(How, "jump");
  if (!strcmp(How, "raise"))
    for (int I = 0; I < Rounds; ++I) {
      raise(SIGALRM);
      work();
    }
  struct itimerval Timer = {{0, 300}, {0, 300}}, Off = {{0, 0}, {0, 0}};
  if (Jumps || !strcmp(How, "timer"))
    setitimer(ITIMER_REAL, &Timer, 0);
  sigsetjmp(Back, 1);
  spend(300000);
  Jumps = 0;
  setitimer(ITIMER_REAL, &Off, 0);
  return 0;
}
