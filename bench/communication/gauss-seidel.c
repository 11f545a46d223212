// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception A Gauss-Seidel
// smoother on 256 x 256 doubles, a block of columns for each thread, as in
// Sandberg and Kaxiras's evaluation: threads communicate along the borders of
// their blocks only. A row of a block is computed after that of the left
// neighbour, and that of the right neighbour in the sweep before. SIZE: sweeps.

#include "common.h"
#include <sched.h>

enum { N = 256 };
static double Grid[N][N];
static struct {
  _Alignas(64) atomic_long Rows; // sweeps * N + finished rows
} Progress[MaxThreads];

static void waitFor(int Thread, long Rows) {
  while (atomic_load_explicit(&Progress[Thread].Rows, memory_order_acquire) <
         Rows)
    sched_yield();
}

static void *smooth(void *Argument) {
  int Me = (int)(long)Argument;
  int First = Me == 0 ? 1 : Me * N / Threads;
  int Last = Me == Threads - 1 ? N - 1 : (Me + 1) * N / Threads;
  for (long Sweep = 0; Sweep < Size; ++Sweep)
    for (int I = 1; I < N - 1; ++I) {
      if (Me > 0)
        waitFor(Me - 1, Sweep * N + I);
      if (Me < Threads - 1 && Sweep > 0)
        waitFor(Me + 1, (Sweep - 1) * N + (I < N - 2 ? I + 1 : I));
      for (int J = First; J < Last; ++J)
        Grid[I][J] = 0.25 * (Grid[I - 1][J] + Grid[I + 1][J] + Grid[I][J - 1] +
                             Grid[I][J + 1]);
      atomic_store_explicit(&Progress[Me].Rows, Sweep * N + I,
                            memory_order_release);
    }
  atomic_store(&Progress[Me].Rows, Size * N + N);
  return NULL;
}

int main(int Count, char **Words) {
  readArguments(Count, Words);
  for (int I = 0; I < N; ++I)
    Grid[I][0] = Grid[0][I] = I;
  runThreads(smooth);
  printf("%g\n", Grid[N / 2][N / 2]);
}
