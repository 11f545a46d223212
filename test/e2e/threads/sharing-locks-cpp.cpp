// A mutex of the standard library's is taken where the program says so, not in
// the header that was inlined.
//
// RUN: %memfacet-clang++ -O2 -g -std=c++20 %s -o %t.prog -pthread
// RUN: %memfacet record --sharing=no-range -o %t.mfp -- %t.prog
// RUN: %memfacet sharing %t.mfp | FileCheck %s
// CHECK: Lock {{ *}}mutex {{ *}}99 {{ *}}99 {{ *}}100.0 % {{.*}}work sharing-locks-cpp.cpp:[[#@LINE+15]] (100.0 %)

#include <mutex>
#include <semaphore.h>
#include <thread>

static std::mutex Lock;
static sem_t Turns[2];
static volatile long Sum;

static void work(int Me) {
  for (int I = 0; I != 50; ++I) {
    sem_wait(&Turns[Me]);
    {
      // Of the two, one after the other.
      std::lock_guard Held(Lock);
      Sum = Sum + 1;
    }
    sem_post(&Turns[1 - Me]);
  }
}

int main() {
  sem_init(&Turns[0], 0, 1);
  sem_init(&Turns[1], 0, 0);
  std::thread Other(work, 1);
  work(0);
  Other.join();
}
