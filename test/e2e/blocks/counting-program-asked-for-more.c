// A program that only counts its blocks has no accesses: whoever asks for what
// needs them is told so, at once and in the report.
//
// RUN: %memfacet-clang --count-blocks -O2 -g %s -o %t
// RUN: %memfacet record --phases -o %t.mfp -- %t 2>&1 | FileCheck %s
// RUN: not %memfacet phases %t.mfp 2>&1 | FileCheck --check-prefix=PHASES %s
// RUN: %memfacet record -o %t.mfp -- %t 2>&1 \
// RUN:   | FileCheck --check-prefix=ALONE %s
//
// CHECK: note: the program only counts its blocks: it has no accesses for what
// CHECK-SAME: else was asked for; build it without --count-blocks
// PHASES: was built to count its blocks only; build it without --count-blocks,
// PHASES-SAME: then record it with --phases
// ALONE-NOT: only counts its blocks

int main(void) {
  volatile int Sum = 0;
  for (int I = 0; I != 1000; ++I)
    Sum += I;
  return 0;
}
