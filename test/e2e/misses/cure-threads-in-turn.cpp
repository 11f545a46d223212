// 40 threads use a table, one after the other. Each begins with an empty first
// level; nothing evicts the table. Their stacks are one finding.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang++ -O1 -g -pthread %s -o %t/prog
// RUN: cd %t && %memfacet record --cache 'L1=32K,8;L2=256K,8' -- ./prog 2> /dev/null && %memfacet report --findings | tr -s '\n ' ' ' | FileCheck %s
// RUN: cd %t && %memfacet report --findings | tr -s '\n ' ' ' | FileCheck %s --check-prefix=WHY
// CHECK: 1. {{.*}} State (
// CHECK-NOT: evict
// CHECK: No known cure: lines miss when a thread
// CHECK-NOT: [stack of thread
// WHY: 1. {{.*}} State (
// WHY-NOT: evict
// WHY: No known cure: lines miss when a thread comes to them for the first time (compulsory {{9|100}}

#include <cstdio>
#include <thread>

static struct {
  volatile long Counts[64];
} State;

static void count(int Rounds) {
  for (int Round = 0; Round != Rounds; ++Round)
    State.Counts[0] += Round;
  for (int I = 1; I != 64; ++I)
    State.Counts[I] += Rounds;
}

int main() {
  for (int Thread = 0; Thread != 40; ++Thread)
    std::thread(count, 1000).join();
  std::printf("%ld\n", State.Counts[0]);
}
