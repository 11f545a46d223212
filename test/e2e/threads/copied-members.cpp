// A closure or a struct of two vectors that a thread gets is copied in a
// constructor that the compiler writes. Members that are declared on one line
// keep a name each, whether or not that constructor is inlined.
// RUN: %memfacet-clang++ -O0 -g %s -pthread -o %t0
// RUN: %memfacet record -o %t0.mfp -- %t0 > /dev/null
// RUN: %memfacet report %t0.mfp | FileCheck %s
// RUN: %memfacet-clang++ -O2 -g %s -pthread -o %t2
// RUN: %memfacet record -o %t2.mfp -- %t2 > /dev/null
// RUN: %memfacet report %t2.mfp | FileCheck %s
// CHECK-DAG: {{^}}Data::Seeds {{ *}}heap {{.*}} 156 KiB {{ *}}1 {{ *}}40.0 K
// CHECK-DAG: {{^}}Data::Keys {{ *}}heap {{.*}} 234 KiB {{ *}}1 {{ *}}40.0 K
// CHECK-DAG: {{^}}main()::(lambda)::Seeds {{ *}}heap {{.*}} 78.1 KiB {{ *}}1 {{ *}}20.0 K
// CHECK-DAG: {{^}}main()::(lambda)::Keys {{ *}}heap {{.*}} 117 KiB {{ *}}1 {{ *}}20.0 K
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <thread>
#include <vector>

struct Data { std::vector<long> Seeds, Keys; };

static void mix(Data D, long *Sum) {
  for (long I = 0; I < 20000; ++I)
    *Sum += D.Seeds[I]++ + D.Keys[I]++;
}

int main() {
  long Sum = 0;
  Data D{std::vector<long>(20000), std::vector<long>(30000)};
  std::thread First(mix, D, &Sum);
  First.join();
  std::vector<long> Seeds(10000), Keys(15000);
  auto Work = [Seeds, Keys, &Sum]() mutable {
    for (long I = 0; I < 10000; ++I)
      Sum += Seeds[I]++ + Keys[I]++;
  };
  std::thread Second(Work);
  Second.join();
  std::printf("%ld\n", Sum);
}
