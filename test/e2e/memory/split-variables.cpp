// The optimiser makes variables of the parts of a static variable whose address
// is never taken, without the padding between them, and a variable of a block
// that is allocated once. They have the names of the parts and of the pointer.
// After a public question about padding that did not keep two threads apart.
//
// RUN: for Flags in "-O2" "-O2 -flto" "-O2 -flto=thin" "-O2 -gdwarf-4"; do \
// RUN:   %memfacet-clangxx $Flags -g %s -o %t.prog -pthread && \
// RUN:   %memfacet record --complete -o %t.mfp -- %t.prog && \
// RUN:   %memfacet check %t.mfp && \
// RUN:   %expect %t.mfp 's("Counters.First").stores == 1000' \
// RUN:     's("Counters.Last").stores == 1000' \
// RUN:     's("Counters.Last").type == "long"' \
// RUN:     's("split::Object.Inherited").stores == 1000' \
// RUN:     's("split::Object.Inner.Second").type == "int"' \
// RUN:     's("split::Object.Choice").stores == 1000' \
// RUN:     's("Matrix[1][2]").stores == 1000' \
// RUN:     's("Block").bytes == 400' 's("Block").type == "int"' \
// RUN:     's("Block").kind == "global"' \
// RUN:     || exit 1; \
// RUN: done
// RUN: %memfacet report %t.mfp --all | FileCheck %s
// CHECK: Block {{.*}}split-variables.cpp:[[#@LINE+29]]
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdlib>

#define BARRIER __asm__ volatile("" ::: "memory")

static struct {
  long First;
  char Padding[56];
  long Last;
} Counters;
static long Matrix[2][3];

namespace split {
struct Base {
  long Inherited;
};
struct Derived : Base {
  struct {
    int First, Second;
  } Inner;
  union {
    long Choice;
    double Or;
  };
};
static Derived Object;
} // namespace split

static int *Block;

__attribute__((noinline)) static void count(long N) {
  for (long I = 0; I < N; ++I) {
    Counters.First += I;
    Counters.Last += I;
    Matrix[1][2] += I;
    split::Object.Inherited += I;
    split::Object.Inner.Second += int(I);
    split::Object.Choice += I;
    BARRIER;
  }
}

__attribute__((noinline)) static int valueIn(int I) { return Block[I]; }

int main(int Arguments, char **) {
  Block = static_cast<int *>(std::malloc(400));
  for (int I = 0; I < 100; ++I)
    Block[I] = I;
  count(999 + Arguments);
  return (Counters.First + Counters.Last + Matrix[1][2] +
          split::Object.Inherited + split::Object.Inner.Second +
          split::Object.Choice + valueIn(Arguments)) == 0;
}
