// What runs before main, after main and in atexit handlers is recorded: static
// constructors (with a priority too), destructors, and thread-locals'.
//
// RUN: %memfacet-clangxx -std=c++20 -O1 -g %s -o %t.prog
// RUN: %memfacet record -o %t.mfp -- %t.prog
// RUN: %expect %t.mfp 'Early.stores == 100' 'Constructed.stores == 200' \
// RUN:   'Destroyed.stores == 300' 'AtExit.stores == 400' 'Last.stores == 500' \
// RUN:   'Local.stores == 2 * 50'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdlib>
#include <thread>

volatile int Early[100], Constructed[200], Destroyed[300], AtExit[400],
    Last[500], Local[50];

static void fill(volatile int *Cells, int Count) {
  for (int I = 0; I < Count; ++I)
    Cells[I] = I;
}

[[gnu::constructor(101)]] static void early() { fill(Early, 100); }
[[gnu::destructor(101)]] static void last() { fill(Last, 500); }
static void atExit() { fill(AtExit, 400); }

struct Object {
  Object() { fill(Constructed, 200); }
  ~Object() { fill(Destroyed, 300); }
} Instance;

struct PerThread {
  int Used = 0;
  ~PerThread() { fill(Local, 50); }
};
thread_local PerThread State;

int main() {
  std::atexit(atExit);
  ++State.Used;
  std::thread([] { ++State.Used; }).join();
}
