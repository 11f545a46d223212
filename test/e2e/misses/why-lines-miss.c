// Why lines miss, and who evicted them, by closed forms. L1 has 64 sets of 2
// ways; all arrays start at set 0.
//
//   Once     512 lines, read once:                     512 compulsory
//   Cycled   512 lines, 4 rounds, four times the cache: 512 compulsory, 1536
//            capacity; what returns too early had been evicted by itself
//   A, B, C  the same set in turn, 10 rounds:           1 compulsory each, then
//            9 conflicts each: three lines do not fit two ways. A is evicted by
//            C, B by A, C by B
//
// RUN: %memfacet-clang -O1 -g %s -o %t.prog
// RUN: %memfacet record --why -o %t.mfp --trace %t.mft --cache L1=8K,2 -- \
// RUN:   %t.prog
// RUN: %memfacet why --json %t.mfp > %t.why.json
// RUN: %memfacet evictions --csv %t.mfp > %t.evictions.csv
// RUN: FileCheck %s --check-prefix=PAIRS < %t.evictions.csv
// RUN: %python %S/../Inputs/check-classes.py %t.why.json %t.evictions.csv \
// RUN:   Once=512,0,0 Cycled=512,1536,0 A=1,0,9 B=1,0,9 C=1,0,9
//
// The victim of the pairs stands first.
// PAIRS-DAG: L1,A,{{[0-9]+}},C,{{[0-9]+}},{{[0-9]+}},9
// PAIRS-DAG: L1,B,{{[0-9]+}},A,{{[0-9]+}},{{[0-9]+}},9
// PAIRS-DAG: L1,C,{{[0-9]+}},B,{{[0-9]+}},{{[0-9]+}},9
// PAIRS-DAG: L1,Cycled,{{[0-9]+}},Cycled,{{[0-9]+}},{{[0-9]+}},1536
//
// A way of its own keeps A from being evicted; B and C share the other one, and
// evict each other as before.
// RUN: %memfacet simulate %t.mft --why --cache L1=8K,2 --partition A=1 \
// RUN:   -o %t.split.mfp
// RUN: %memfacet why --json %t.split.mfp > %t.split.json
// RUN: %memfacet evictions --csv %t.split.mfp > %t.split.csv
// RUN: %python %S/../Inputs/check-classes.py %t.split.json %t.split.csv \
// RUN:   A=1,0,0 B=1,0,9 C=1,0,9
//
// A victim cache of one line makes good for it.
// RUN: %memfacet simulate %t.mft --why --cache L1=8K,2,victim:1 \
// RUN:   -o %t.victim.mfp
// RUN: %memfacet why --json %t.victim.mfp > %t.victim.json
// RUN: %memfacet evictions --csv %t.victim.mfp > %t.victim.csv
// RUN: %python %S/../Inputs/check-classes.py %t.victim.json %t.victim.csv \
// RUN:   A=1,0,0 B=1,0,0 C=1,0,0
//
// RUN: not %memfacet simulate %t.mft --cache L1=8K,2 --partition A=2 \
// RUN:   -o %t.no.mfp 2>&1 | FileCheck %s --check-prefix=FULL
// FULL: cache level L1 has 2 ways: partitions of 2 leave none to the others
// RUN: not %memfacet simulate %t.mft --cache L1=8K,2 --partition A \
// RUN:   -o %t.no.mfp 2>&1 | FileCheck %s --check-prefix=WAYS
// WAYS: 'A' is no partition; write a structure's name
// RUN: %memfacet simulate %t.mft --cache L1=8K,2 --partition Nobody=1 \
// RUN:   -o %t.nobody.mfp
// RUN: %memfacet report %t.nobody.mfp | FileCheck %s --check-prefix=NOBODY
// NOBODY: note {{.*}}no structure is called 'Nobody'
//
// The fast simulation says what it does not know.
// RUN: %memfacet simulate %t.mft --cache L1=8K,2 -o %t.fast.mfp
// RUN: not %memfacet why %t.fast.mfp 2>&1 | FileCheck %s --check-prefix=FAST
// FAST: does not say why lines missed; to run it again and record that, type: memfacet why {{.*}}.mfp --again, or: memfacet why -- {{.*}}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
enum { Line = 64, Lines = 512, Set = 64 * Line };

_Alignas(4096) volatile char Once[Lines * Line];
_Alignas(4096) volatile char Cycled[Lines * Line];
_Alignas(4096) volatile char A[Set];
_Alignas(4096) volatile char B[Set];
_Alignas(4096) volatile char C[Set];

int main(void) {
  for (int I = 0; I < Lines; ++I)
    (void)Once[I * Line];
  for (int Round = 0; Round < 4; ++Round)
    for (int I = 0; I < Lines; ++I)
      (void)Cycled[I * Line];
  for (int Round = 0; Round < 10; ++Round)
    (void)A[0], (void)B[0], (void)C[0];
  return 0;
}
