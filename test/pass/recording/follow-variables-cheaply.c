// Variables are followed through machine code by LLVM's older method, which
// takes less memory, unless the command line wants the newer one. Either way,
// a debugger knows where they are.
//
// REQUIRES: default-llvm
// RUN: %memfacet-clang -O2 -g -S -mllvm -stop-after=finalize-isel %s -o %t.old
// RUN: %memfacet-clang -O2 -g -S -mllvm -stop-after=finalize-isel \
// RUN:   -mllvm -experimental-debug-variable-locations=true %s -o %t.new
// RUN: FileCheck --check-prefix=OLDER %s < %t.old
// RUN: FileCheck --check-prefix=NEWER %s < %t.new
// RUN: %memfacet-clang -O2 -g -c %s -o %t.o
// RUN: llvm-dwarfdump --verify %t.o
// RUN: llvm-dwarfdump --name=Sum %t.o | FileCheck --check-prefix=DEBUG %s
//
// OLDER-NOT: debugInstrRef: true
// OLDER: DBG_VALUE
// NEWER: debugInstrRef: true
// NEWER: DBG_INSTR_REF
// DEBUG: DW_AT_location
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
long sumOf(const long *Numbers, long Count) {
  long Sum = 0;
  for (long I = 0; I != Count; ++I)
    Sum += Numbers[I] * I;
  return Sum;
}
