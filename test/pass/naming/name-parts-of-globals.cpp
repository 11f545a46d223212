// The optimiser makes a variable of each member; an empty base class, at the
// place of the first one, is none.
// RUN: %clangxx -O1 -g -fpass-plugin=%plugin -S -emit-llvm %s -o - | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
struct Tag {};
struct Counters : Tag {
  long a, b;
};
// CHECK-DAG: c"Counts.a\00
// CHECK-DAG: c"Counts.b\00
static Counters Counts;

void add(long n) {
  ++Counts.a;
  Counts.b += n;
}
long product() { return Counts.a * Counts.b; }
