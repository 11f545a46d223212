// Exceptions and longjmp leave calls in the middle of blocks; destructors run
// while they do. No record is lost or left over.
//
// RUN: %memfacet-clangxx -O2 -g %s -o %t.prog
// RUN: %memfacet record -o %t.mfp -- %t.prog | FileCheck %s
// RUN: %expect %t.mfp 'Entries.stores == 1000' 'Exits.stores == 750' \
// RUN:   'Cleanups.stores == 1000' \
// RUN:   'Caught.stores == 250' 'Jumps.stores == 100' \
// RUN:   'report["loss"]["unknown_words"] == 0'
//
// CHECK: caught 250, jumped 100
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <csetjmp>
#include <cstdio>
#include <stdexcept>

volatile int Entries[1000], Exits[1000], Cleanups[1000], Caught[250], Jumps[100];
static std::jmp_buf Back;

struct Cleanup {
  int Index;
  ~Cleanup() { Cleanups[Index] = 1; }
};

[[gnu::noinline]] static void mayThrow(int I) {
  if (I % 4 == 0)
    throw std::runtime_error("every fourth");
}

[[gnu::noinline]] static void tryOne(int I) {
  Cleanup AtEnd{I};
  Entries[I] = 1;
  mayThrow(I);
  Exits[I] = 1;
}

[[gnu::noinline]] static void jump(int I) {
  Jumps[I] = 1;
  std::longjmp(Back, 1);
}

int main() {
  int Count = 0;
  for (int I = 0; I < 1000; ++I)
    try {
      tryOne(I);
    } catch (const std::runtime_error &) {
      Caught[Count++] = 1;
    }
  volatile int Jumped = 0;
  while (Jumped < 100)
    if (setjmp(Back) == 0)
      jump(Jumped);
    else
      Jumped = Jumped + 1;
  std::printf("caught %d, jumped %d\n", Count, Jumped);
}
