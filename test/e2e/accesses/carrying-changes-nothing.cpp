// The cursor in a register and in memory, or in memory alone: the same output
// and the same accesses, where functions call each other, are called back by a
// library that knows nothing of registers, and are left by exceptions and
// longjmp; and where an assembler of its own reads the other syntax.
// RUN: %memfacet-clang++ -O2 -g %s -o %t.1
// RUN: %memfacet-clang++ -O2 -g --memfacet-no-carry %s -o %t.2
// RUN: %memfacet-clang++ -O2 -g -masm=intel -fno-integrated-as %s -o %t.3
// RUN: for I in 1 2 3; do %memfacet record -o %t.$I.mfp -- %t.$I > %t.$I.out \
// RUN:   || exit 1; %memfacet report --csv %t.$I.mfp | grep global \
// RUN:   | cut -d, -f1,12-14 > %t.$I.csv || exit 1; done
// RUN: for I in 2 3; do diff %t.1.out %t.$I.out && diff %t.1.csv %t.$I.csv \
// RUN:   || exit 1; done
// RUN: FileCheck %s < %t.1.out
// RUN: FileCheck --check-prefix=CSV %s < %t.1.csv
// RUN: %memfacet-clang++ -O2 -g --memfacet-verify %s -o %t.4
// RUN: %memfacet record --no-analysis --trace %t.4.mft -- %t.4
// RUN: %memfacet verify %t.4.mft | FileCheck --check-prefix=VERIFY %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// VERIFY: {{[1-9][0-9]*}} addresses compared, 0 mismatches

#include <csetjmp>
#include <cstdio>
#include <cstdlib>

// CSV-DAG: Steps,{{[1-9][0-9]*,[1-9][0-9]*,[1-9][0-9]*}}
// CSV-DAG: Numbers,{{[1-9][0-9]*,[1-9][0-9]*,[1-9][0-9]*}}
static long Steps[64];
static int Numbers[512];
static jmp_buf Way;

[[gnu::noinline]] static long walk(int N) {
  ++Steps[N & 63];
  return N < 2 ? N : walk(N - 1) + walk(N - 2);
}

static int before(const void *A, const void *B) {
  return *static_cast<const int *>(A) - *static_cast<const int *>(B);
}

[[gnu::noinline]] static void leave(int I) {
  ++Steps[I & 3];
  if (I % 3 == 0)
    throw I;
  if (I % 3 == 1)
    longjmp(Way, I);
}

int main() {
  for (int I = 0; I < 512; ++I)
    Numbers[I] = I * 31 % 509;
  qsort(Numbers, 512, sizeof *Numbers, before);
  volatile int Left = 0;
  for (volatile int I = 0; I < 90; I = I + 1) {
    if (setjmp(Way)) {
      Left = Left + 1;
      continue;
    }
    try {
      leave(I);
    } catch (int) {
      Left = Left + 100;
    }
  }
  long Sum = walk(18);
  for (long Step : Steps)
    Sum += Step;
  // walk(18) is 2584, by 8361 calls; 90 are left.
  // CHECK: 11035 3030 0
  std::printf("%ld %d %d\n", Sum, int(Left), Numbers[0]);
}
