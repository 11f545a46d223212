// A compiler would follow each of many variables through each of many blocks:
// where these variables are is dropped. Names in the tables stay.
//
// REQUIRES: default-llvm
// RUN: %memfacet-clang -O2 -g -S -emit-llvm %s -o %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: grep -q '^@__memfacet.string.*c"Kept\\00"' %t.ll
//
// CHECK: define {{.*}}@few(
// CHECK: #dbg_assign
// CHECK: define {{.*}}@many(
// CHECK-NOT: #dbg_assign
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
void take(long *);

#define One                                                                    \
  {                                                                            \
    long Kept[4];                                                              \
    take(Kept);                                                                \
    if (Kept[0])                                                               \
      take(0);                                                                 \
  }
#define Ten One One One One One One One One One One
#define Hundred Ten Ten Ten Ten Ten Ten Ten Ten Ten Ten

void few(void) { Ten }
void many(void) { Hundred Hundred Hundred Hundred Hundred }
