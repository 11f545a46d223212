/* Some tenths of a second in one function. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
static volatile unsigned Sink;

__attribute__((noinline)) static unsigned spin(unsigned State) {
  for (unsigned I = 0; I < 150000000; ++I)
    State = (State ^ State >> 7) * 1664525 + 1013904223;
  return State;
}

int main(void) {
  Sink = spin(1);
  Sink += spin(2);
  return 0;
}
