// Padding that is not to be left out: elements on lines of their own that
// threads write in turn, and elements whose nested records have the padding.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang++ -O2 -g -pthread %s -o %t/prog
// RUN: cd %t && %memfacet record --cache 'L1=32K,8;L2=256K,8' -- ./prog 2> /dev/null && %memfacet report --findings | tr -s '\n ' ' ' > out
// RUN: FileCheck %s < %t/out
// RUN: FileCheck %s --check-prefix=NONE < %t/out
// CHECK-DAG: Slots (array: 20.0 K {{.*}} of 64 B)
// CHECK-DAG: Nests (array: 20.0 K {{.*}} of 72 B)
// NONE-NOT: are padding

#include <cstdio>
#include <pthread.h>

struct alignas(64) Slot {
  unsigned long Number;
};

// No order of its members is smaller.
struct Nest {
  struct {
    double Value;
    char Kind;
  } Parts[4];
  char Kind;
};

static constexpr unsigned Count = 20000, ThreadCount = 4, Rounds = 20;
static Slot Slots[Count];
static Nest Nests[Count];

static void *add(void *Argument) {
  for (unsigned Round = 0; Round != Rounds; ++Round)
    for (unsigned long I = (unsigned long)Argument; I < Count; I += ThreadCount)
      Slots[I].Number += Round;
  return nullptr;
}

int main() {
  pthread_t Threads[ThreadCount];
  for (unsigned long I = 0; I != ThreadCount; ++I)
    pthread_create(&Threads[I], nullptr, add, (void *)I);
  for (pthread_t Thread : Threads)
    pthread_join(Thread, nullptr);
  for (unsigned Round = 0; Round != Rounds; ++Round)
    for (unsigned I = 0; I != Count; ++I) {
      Nests[I].Parts[I % 4].Value += Round;
      Nests[I].Parts[I % 4].Kind = Nests[I].Kind++;
    }
  std::printf("%lu %f\n", Slots[7].Number, Nests[7].Parts[3].Value);
}
