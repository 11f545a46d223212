// 64 C++ threads take turns by a mutex and a condition, three times round: a
// sum that all of them update, and a slot for each, 16 to a line. After the
// first round, each update misses, in every order.
//
// RUN: %memfacet-clang++ -O1 -g -std=c++20 %s -o %t.prog -pthread
// RUN: %memfacet record --no-analysis --trace %t.mft -- %t.prog
// RUN: %memfacet simulate %t.mft --sharing=no-range -o %t.mfp
// RUN: %memfacet sharing %t.mfp --json --structure Sum Slots | FileCheck %s
// RUN: %memfacet simulate %t.mft --sharing=map=groups=16,no-range -o %t.16.mfp
// RUN: %memfacet sharing %t.16.mfp | FileCheck %s --check-prefix=GROUPS
//
// CHECK: "structures":
// CHECK: "name": "Sum"
// CHECK: "cold": 64,
// CHECK-NEXT: "true_sharing": 128,
// CHECK-NEXT: "false_sharing": 0,
// CHECK-NEXT: "misses": 128,
// CHECK-NEXT: "certain": 128,
// CHECK: "class": "migratory"
// CHECK: "name": "Slots"
// CHECK: "true_sharing": 0,
// CHECK-NEXT: "false_sharing": 128,
// CHECK-NEXT: "misses": 128,
// CHECK-NEXT: "certain": 128,
// CHECK: "class": "falsely-shared"
//
// A sample of the same accesses, with a period of 1, knows all of them. Locks
// of the standard library are taken where the program does so.
// RUN: %memfacet simulate %t.mft --sharing=no-range --communication=1 -o %t.both.mfp
// RUN: %memfacet sharing %t.both.mfp --json > %t.exact.json
// RUN: %memfacet communication %t.both.mfp --replicas 0 --json > %t.sample.json
// RUN: %python %S/../reference/sample_adds_up.py %t.exact.json %t.sample.json \
// RUN:   Sum 128 Slots 128
// RUN: %memfacet sharing %t.both.mfp | FileCheck %s --check-prefix=LOCK
// LOCK: Lock {{ *}}mutex {{.*}}work sharing-64-threads.cpp:[[#@LINE+28]] (
//
// RUN: %memfacet communication %t.both.mfp | FileCheck %s --check-prefix=SAMPLE
// SAMPLE: sample {{.*}}, 65 threads
//
// RUN: %memfacet sharing %t.mfp | FileCheck %s --check-prefix=PAIRS
// PAIRS: From thread to thread, those with most lines:
// PAIRS: from {{ *}}to {{ *}}lines {{ *}}bytes
//
// With 16 threads to a cache, the sum goes on to the next one four times a
// round, or five: threads have numbers from 1. 5 + 4 + 4, less 5 new lines.
// GROUPS: map groups=16; {{[0-9]+}} threads
// GROUPS: Sum {{ *}}migratory {{ *}}{{[0-9]+}} {{ *}}5 {{ *}}10 {{ *}}10 {{ *}}0 {{ *}}10
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

constexpr int Threads = 64, Rounds = 3;
alignas(64) volatile long Sum;
alignas(64) volatile int Slots[Threads];
static std::mutex Lock;
static std::condition_variable Changed;
alignas(64) static int Turn;

static void work(int Me) {
  for (int Round = 0; Round != Rounds; ++Round) {
    std::unique_lock Guard(Lock);
    Changed.wait(Guard, [&] { return Turn == Round * Threads + Me; });
    Sum = Sum + Me;
    Slots[Me] = Slots[Me] + 1;
    ++Turn;
    Changed.notify_all();
  }
}

int main() {
  std::vector<std::thread> All;
  for (int I = 0; I != Threads; ++I)
    All.emplace_back(work, I);
  for (std::thread &T : All)
    T.join();
}
