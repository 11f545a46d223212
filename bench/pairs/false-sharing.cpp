// Two threads count what they see, each in a counter of its own, in one line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change: unshare Counters

#include "pair.h"
#include <thread>

#ifdef AFTER
struct alignas(64) Counter {
#else
struct Counter {
#endif
  volatile uint64_t Value;
};

static Counter Counters[2];

static void count(uint32_t Thread) {
  uint64_t Random = Thread;
  for (uint32_t I = 0; I != 50'000'000; ++I)
    if (nextRandom(Random) % 4 != 0)
      Counters[Thread].Value = Counters[Thread].Value + 1;
}

int main() {
  std::thread Other(count, 1);
  count(0);
  Other.join();
  return printSum(Counters[0].Value * 31 + Counters[1].Value);
}
