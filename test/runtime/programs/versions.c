// Records the numbers below argument 1, in order; of each argument 2 of them, the
// last in code without a fast version. A block is allocated and released at
// every hundredth number, and a signal is handled at every thousandth.
#include "../support/Instrumented.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static volatile sig_atomic_t Handled;

static void onSignal(int Signal) {
  (void)Signal;
  for (uint64_t I = 0; I != 3; ++I)
    recordInEither(1000000000 + I);
  recordOne(1000000003);
  free(malloc(24));
  ++Handled;
}

int main(int Count, char **Arguments) {
  uint64_t Numbers = strtoull(Arguments[1], NULL, 10);
  uint64_t Old = strtoull(Arguments[2], NULL, 10);
  signal(SIGUSR1, onSignal);
  for (uint64_t I = 0; I != Numbers; ++I) {
    if (I % Old == Old - 1)
      recordOne(I);
    else
      recordInEither(I);
    if (I % 100 == 99)
      free(malloc(16 + I % 64));
    if (Count > 3 && I % 1000 == 999)
      raise(SIGUSR1);
  }
  printf("handled %d\n", (int)Handled);
  return 0;
}
