// Locals of frames that exceptions leave, in C++; threads; a string's buffer
// for short texts is part of the string.
//
// RUN: for Level in -O0 -O2; do \
// RUN:   %memfacet-clangxx $Level -g %s -o %t.prog -pthread && \
// RUN:   %memfacet record -o %t.mfp -- %t.prog && \
// RUN:   %expect %t.mfp --threads \
// RUN:     'Values.kind == "local" and Values.objects == 10 * 4' \
// RUN:     'Values.type == "std::array<int, 32UL>"' \
// RUN:     'Values.stores == 10 * 4 * 32 and Values.peak_bytes == 4 * 128' \
// RUN:     'Guarded.objects == 10 and Guarded.stores == 10 * 33' \
// RUN:     'Guarded.type == "ns::Cleanup"' \
// RUN:     'AtEnd.objects == 10 and AtEnd.stores == 10 * 24' \
// RUN:     'Short.kind == Longer.kind == "local"' \
// RUN:     'Short.type == "std::string"' \
// RUN:     'Longer.stores - Short.stores == 15 - 10' \
// RUN:     'Local.objects == 4 and Local.stores == 4 * 100' \
// RUN:     's("[stack]").stores >= 10 * 60' \
// RUN:   || exit 1; \
// RUN:   %python %S/../reference/thread_counts.py %t.mfp Local > %t.txt && \
// RUN:   FileCheck %s < %t.txt || exit 1; \
// RUN: done
//
// CHECK-COUNT-4: loads 0 stores 100
// CHECK-NOT: stores
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <string>
#include <thread>

[[gnu::noinline]] static void fill(volatile int *Target, int Count) {
  for (int I = 0; I < Count; ++I)
    Target[I] = I;
}
[[gnu::noinline]] static void fill(volatile char *Target, int Count) {
  for (int I = 0; I < Count; ++I)
    Target[I] = 'x';
}

namespace ns {
struct Cleanup {
  int Fields[33];
  [[gnu::noinline]] ~Cleanup() {
    int AtEnd[24];
    fill(AtEnd, 24);
  }
};
} // namespace ns

[[gnu::noinline]] static void thrower(int Depth) {
  std::array<int, 32> Values;
  fill(Values.data(), 32);
  if (Depth == 0)
    throw Depth;
  thrower(Depth - 1);
  fill(Values.data(), 1);
}

[[gnu::noinline]] static void passes() {
  ns::Cleanup Guarded;
  fill(Guarded.Fields, 33);
  thrower(3);
}

/// The same memory, as far as it may be, without a name.
[[gnu::noinline]] static void again() {
  using Sixty = int[60];
  fill(Sixty{}, 60);
}

[[gnu::noinline]] static void strings() {
  std::string Short, Longer;
  fill(Short.data(), 10);
  fill(Longer.data(), 15);
}

static void work() {
  int Local[100];
  fill(Local, 100);
}

int main() {
  for (int I = 0; I < 10; ++I)
    try {
      passes();
    } catch (int) {
      again();
    }
  strings();
  for (int I = 0; I < 4; ++I)
    std::thread(work).join();
}
