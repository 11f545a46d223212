// std::thread, a mutex, thread-locals: one structure for all instances of a
// thread-local, an object per thread that has one.
//
// RUN: %memfacet-clangxx -std=c++20 -O2 -g %s -o %t.prog
// RUN: %memfacet record -o %t.mfp -- %t.prog
// RUN: %expect %t.mfp --threads 'Scratch.kind == "thread-local"' \
// RUN:   'Scratch.stores == 4 * 300' 'Scratch.loads == 4 * 300' \
// RUN:   'Scratch.bytes == 5 * 1200' 'Scratch.objects == 5' \
// RUN:   's("Sum").stores == 4 * 300' 's("Sum").loads == 4 * 300 + 1'
// RUN: %python %S/../reference/thread_counts.py %t.mfp Scratch | FileCheck %s
//
// CHECK-COUNT-4: loads 300 stores 300
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <mutex>
#include <thread>
#include <vector>

constexpr int Length = 300;

thread_local volatile int Scratch[Length];
volatile long Sum;
std::mutex Lock;

static void work() {
  for (int I = 0; I < Length; ++I)
    Scratch[I] = I;
  for (int I = 0; I < Length; ++I) {
    std::lock_guard Guard(Lock);
    Sum = Sum + Scratch[I];
  }
}

int main() {
  std::vector<std::thread> Workers;
  for (int I = 0; I < 4; ++I)
    Workers.emplace_back(work);
  for (std::thread &Worker : Workers)
    Worker.join();
  return Sum == 4 * (Length * (Length - 1) / 2) ? 0 : 1;
}
