// Loaded and unloaded by storms.c.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
volatile int Table[100];

int compute(int Number) {
  int Sum = 0;
  for (int I = 0; I < 100; ++I)
    Table[I] = Number + I;
  for (int I = 0; I < 100; I += 9)
    Sum += Table[I];
  return Sum;
}
