// A mutex of the standard library's is taken where the program says so, not in
// the header that was inlined.
//
// RUN: %memfacet-clang++ -O2 -g -std=c++20 %s -o %t.prog -pthread
// RUN: %memfacet record --no-analysis --trace %t.mft -- %t.prog
// RUN: %memfacet simulate %t.mft --sharing=no-range -o %t.mfp
// RUN: %memfacet sharing %t.mfp | FileCheck %s
// CHECK: Lock {{ *}}mutex {{ *}}99 {{ *}}99 {{ *}}100.0 % {{.*}}work threads/sharing-locks-cpp.cpp:[[#@LINE+14]] (100.0 %)
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Inputs/threads.h"
#include <mutex>

static std::mutex Lock;
static volatile long Sum;

static void *work(void *Argument) {
  long Me = (long)Argument;
  for (int I = 0; I != 50; ++I) {
    sem_wait(&Baton[Me]);
    {
      // One of the two after the other.
      std::lock_guard Guard(Lock);
      Sum = Sum + 1;
    }
    sem_post(&Baton[1 - Me]);
  }
  return nullptr;
}

int main() { runThreads(2, work); }
