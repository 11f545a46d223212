// A program that only counts its blocks has no accesses: whoever asks for what
// needs them is said before it runs, or, where the program records by itself,
// afterwards.
//
// RUN: %memfacet-clang --count-blocks -O2 -g %s -o %t
// RUN: rm -f %t.mfp %t.said
// RUN: for Asked in "record --why -o" "record --curves -o" \
// RUN:   "record --blocks --phases -o" sharing communication \
// RUN:   "record --core alpha21264 -o"; do \
// RUN:   not %memfacet $Asked %t.mfp -- %t 2>> %t.said || exit 1; done
// RUN: not ls %t.mfp
// RUN: FileCheck --match-full-lines --implicit-check-not=memfacet: %s < %t.said
// CHECK: memfacet: '{{.*}}' only counts its blocks and has no accesses, which --why needs; build it without --count-blocks
// CHECK-NEXT: {{.*}} which --curves needs; {{.*}}
// CHECK-NEXT: {{.*}} which --phases needs; {{.*}}
// CHECK-NEXT: {{.*}} which --sharing needs; {{.*}}
// CHECK-NEXT: {{.*}} which --communication needs; {{.*}}
// CHECK-NEXT: {{.*}} which --core needs; {{.*}}
//
// RUN: %memfacet record --blocks -o %t.mfp -- %t 2>&1 \
// RUN:   | FileCheck --check-prefix=ALONE %s
// RUN: env MEMFACET_OPTIONS=phases=all:output=%t.mfp %t
// RUN: %memfacet report %t.mfp | FileCheck --check-prefix=NOTE %s
// RUN: not %memfacet phases %t.mfp 2>&1 | FileCheck --check-prefix=PHASES %s
//
// ALONE: 1 block vector
// ALONE-NOT: only counts its blocks
// NOTE: the program only counts its blocks: it has no accesses for what
// NOTE-SAME: else was asked for; build it without --count-blocks
// PHASES: was built to count its blocks only; build it without --count-blocks,
// PHASES-SAME: then record it with --phases
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
int main(void) {
  volatile int Sum = 0;
  for (int I = 0; I != 1000; ++I)
    Sum += I;
  return 0;
}
