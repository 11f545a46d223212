// Where operators new and delete belong to an allocator's library and call no
// malloc, what the C++ library allocates by them has the same names as always.
//
// RUN: %clangxx -O2 -fPIC -shared %S/../Inputs/allocator-with-new.cpp \
// RUN:   -o %t.so
// RUN: %memfacet-clang++ -O1 -g %s -o %t.prog
// RUN: %memfacet record --complete -o %t.mfp -- %t.prog > %t.expected
// RUN: %memfacet record --complete -o %t.own.mfp -- \
// RUN:   env LD_PRELOAD=%t.so %t.prog > %t.out
// RUN: diff %t.expected %t.out
// RUN: for Profile in %t.mfp %t.own.mfp; do \
// RUN:   %expect $Profile --all \
// RUN:     's("std::string (in Names)", "heap").objects == 1000' \
// RUN:     's("Big", "heap").objects == 1' \
// RUN:     's("Wide", "heap").objects == 1' \
// RUN:     's("[unattributed]").accesses == 0' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <new>
#include <string>
#include <vector>

struct alignas(64) Line {
  volatile long Value;
};

static std::vector<std::string> Names;
static volatile char *Big;
static Line *Wide;

static void append(int I) {
  Names.push_back("a text that is too long to stand in the object " +
                  std::to_string(I));
}

int main() {
  for (int I = 0; I != 1000; ++I)
    append(I);
  long Sum = 0;
  for (auto &Name : Names)
    for (char C : Name)
      Sum += C;
  Big = new (std::nothrow) char[100];
  Big[3] = 1;
  Wide = new Line;
  Wide->Value = 2;
  // An exception comes through whoever stands in between.
  volatile size_t TooMuch = size_t(1) << 60;
  try {
    volatile char *Huge = new char[TooMuch];
    Huge[0] = 1;
  } catch (const std::bad_alloc &) {
    Sum += 1;
  }
  std::printf("%ld %ld\n", Sum, Wide->Value + Big[3]);
}
