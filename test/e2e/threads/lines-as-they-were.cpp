// Two threads hand over Count lines, Stride lines apart, and work for
// themselves in between. One line in 64 is chosen at last, and few of these
// lines or none are among them. But all of them are known from the beginning of
// the run.
//
// RUN: %memfacet-clang++ -O1 -g -std=c++20 -pthread -DCount=20 -DStride=1 %s -o %t.few
// RUN: %memfacet record -o %t.few.mfp -- %t.few
// RUN: %memfacet sharing %t.few.mfp --json > %t.few.json
// RUN: %python -c "import json; rows = json.load(open('%t.few.json'))['structures']; \
// RUN:   box = [r for r in rows if r['name'] == 'Box'][0]; print(box); \
// RUN:   truth = 20 * 2999; assert box['low'] <= truth <= box['high']; \
// RUN:   assert abs(box['misses'] / truth - 1) < 0.1"
// RUN: %memfacet check %t.few.mfp
//
// A column of a matrix: four residues have its lines.
// RUN: %memfacet-clang++ -O1 -g -std=c++20 -pthread -DCount=200 -DStride=16 %s -o %t.far
// RUN: %memfacet record -o %t.far.mfp -- %t.far
// RUN: %memfacet sharing %t.far.mfp --json > %t.far.json
// RUN: %python -c "import json; rows = json.load(open('%t.far.json'))['structures']; \
// RUN:   box = [r for r in rows if r['name'] == 'Box'][0]; print(box); \
// RUN:   truth = 200 * 2999; assert box['low'] <= truth <= box['high']; \
// RUN:   assert abs(box['misses'] / truth - 1) < 0.1"
// RUN: %memfacet check %t.far.mfp
//
// Each report has the same structure.
// RUN: %memfacet report %t.far.mfp | FileCheck %s
// RUN: %memfacet communication %t.far.mfp | FileCheck --check-prefix=PLACE %s
// CHECK: 1. true sharing: Box
// PLACE: 1 hot-spot
// PLACE: load {{.*}} Box
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <atomic>
#include <cstdio>
#include <sched.h>
#include <thread>

constexpr int Rounds = 3000, Work = 5000;
struct alignas(64) Line {
  long Value;
};
static Line Box[Count * Stride];
alignas(64) static std::atomic<int> Turn{0};
static long Private[2][65536];

static void take(int Wanted) {
  while (Turn.load(std::memory_order_acquire) != Wanted)
    sched_yield();
}

static long work(long *P, unsigned &Seed) {
  long Sum = 0;
  for (int I = 0; I < Work; ++I) {
    Seed = Seed * 1664525 + 1013904223;
    Sum += P[(Seed >> 8) % 65536]++;
  }
  return Sum;
}

int main() {
  std::thread Writer([] {
    unsigned Seed = 1;
    for (int R = 0; R < Rounds; ++R) {
      take(0);
      for (int I = 0; I < Count; ++I)
        Box[I * Stride].Value = R + I;
      work(Private[0], Seed);
      Turn.store(1, std::memory_order_release);
    }
  });
  long Sum = 0;
  std::thread Reader([&Sum] {
    unsigned Seed = 2;
    long ReaderSum = 0;
    for (int R = 0; R < Rounds; ++R) {
      take(1);
      for (int I = 0; I < Count; ++I)
        ReaderSum += Box[I * Stride].Value;
      ReaderSum += work(Private[1], Seed);
      Turn.store(0, std::memory_order_release);
    }
    Sum = ReaderSum;
  });
  Writer.join();
  Reader.join();
  std::printf("%ld\n", Sum);
}
