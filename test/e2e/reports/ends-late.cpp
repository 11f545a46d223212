// Destructors of thread-specific data and of thread-locals run when a thread
// ends. What they allocate, release and touch counts, in every round.
//
// RUN: %clangxx -O2 -w -pthread %s -o %t.plain && %t.plain > %t.expected
// RUN: %memfacet-clangxx -O2 -g -w -pthread %s -o %t && for Mode in "" --complete; do \
// RUN:   %memfacet record $Mode -o %t.mfp -- %t > %t.out && \
// RUN:   diff %t.expected %t.out && %memfacet check %t.mfp && \
// RUN:   %expect %t.mfp 'Late.accesses == 20 * (4 * 10 * 2 + 1000 * 2 + 2) + 3' 's("More", "heap").objects == 20' 's("Next", "heap").objects == 80' 's("Block", "heap").objects == 20' || exit 1; \
// RUN: done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <thread>
#include <vector>

pthread_key_t First, Second;
volatile long Late[64];

// Called again and again, as long as it sets a value, four times at most.
static void onEnd(void *Old) {
  auto *Block = static_cast<volatile long *>(Old);
  long N = Block[0];
  for (int I = 0; I != 10; ++I)
    Late[I] = Late[I] + N;
  auto *Next = static_cast<volatile long *>(malloc(4096));
  Next[0] = N + 1;
  free(Old);
  pthread_setspecific(First, const_cast<long *>(Next));
  if (N == 3) {
    pthread_setspecific(First, nullptr);
    free(const_cast<long *>(Next));
  }
}

struct Guard {
  std::vector<long> Values;
  Guard() : Values(100) {}
  ~Guard() {
    std::vector<long> More(1000, 1);
    for (long V : More)
      Late[20] = Late[20] + V;
    Late[21] = Late[21] + long(Values.size());
  }
};

static void run() {
  thread_local Guard G;
  G.Values[3] = 1;
  auto *Block = static_cast<volatile long *>(malloc(4096));
  Block[0] = 0;
  pthread_setspecific(First, const_cast<long *>(Block));
  pthread_setspecific(Second, malloc(77));
}

int main() {
  pthread_key_create(&First, onEnd);
  pthread_key_create(&Second, free);
  for (int I = 0; I != 20; ++I)
    std::thread(run).join();
  printf("%ld %ld %ld\n", Late[0], Late[20], Late[21]);
}
