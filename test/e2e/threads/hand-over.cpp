// Two threads hand over 64 lines, 300 times, in ways that recordings know (a
// mutex, a barrier) and in ways that none knows (acquire and release of an
// atomic variable, a pipe, a lock that the program makes itself). Each time but
// the first, each line is missed by the one that reads it. The program follows
// the lines itself, so what is counted is what happened.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %memfacet-clang++ -O1 -g -std=c++20 -pthread %s -o %t/prog
// RUN: %python %S/../reference/hand_over.py %memfacet %t/prog
//
// One thread after the other: nothing is lost.
// RUN: cd %t && %memfacet record -o after.mfp -- ./prog after
// RUN: cd %t && %memfacet sharing after.mfp --json --structure Box | FileCheck %s --check-prefix=AFTER
// AFTER: "name": "Box"
// AFTER: "misses": 0,
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Inputs/hand-over-ways.h"
#include <atomic>
#include <barrier>
#include <condition_variable>
#include <cstring>
#include <linux/futex.h>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <semaphore>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

struct alignas(64) Line {
  long Value;
};
static Line Box[LINES];
static long Sum;

struct ByAtomic final : Way {
  alignas(64) std::atomic<int> Turn{0};
  void await(int Thread) override {
    while (Turn.load(std::memory_order_acquire) != Thread)
      sched_yield();
  }
  void pass(int Thread) override {
    Turn.store(1 - Thread, std::memory_order_release);
  }
};

struct ByWait final : Way {
  alignas(64) std::atomic<int> Turn{0};
  void await(int Thread) override { Turn.wait(1 - Thread); }
  void pass(int Thread) override {
    Turn.store(1 - Thread);
    Turn.notify_one();
  }
};

struct ByCondition final : Way {
  std::mutex M;
  std::condition_variable Changed;
  int Turn = 0;
  void await(int Thread) override {
    std::unique_lock Guard(M);
    Changed.wait(Guard, [&] { return Turn == Thread; });
  }
  void pass(int Thread) override {
    {
      std::lock_guard Guard(M);
      Turn = 1 - Thread;
    }
    Changed.notify_one();
  }
};

struct BySemaphore final : Way {
  std::binary_semaphore First{1}, Second{0};
  void await(int Thread) override { (Thread ? Second : First).acquire(); }
  void pass(int Thread) override { (Thread ? First : Second).release(); }
};

struct ByPipe final : Way {
  int Ends[2][2];
  ByPipe() {
    if (pipe(Ends[0]) || pipe(Ends[1]))
      std::abort();
    pass(1);
  }
  void await(int Thread) override {
    char C;
    if (read(Ends[Thread][0], &C, 1) != 1)
      std::abort();
  }
  void pass(int Thread) override {
    if (write(Ends[1 - Thread][1], "x", 1) != 1)
      std::abort();
  }
};

struct ByFutex final : Way {
  alignas(64) int Turn = 0;
  void await(int Thread) override {
    while (__atomic_load_n(&Turn, __ATOMIC_ACQUIRE) != Thread)
      syscall(SYS_futex, &Turn, FUTEX_WAIT, 1 - Thread, nullptr, nullptr, 0);
  }
  void pass(int Thread) override {
    __atomic_store_n(&Turn, 1 - Thread, __ATOMIC_RELEASE);
    syscall(SYS_futex, &Turn, FUTEX_WAKE, 1, nullptr, nullptr, 0);
  }
};

/// A lock of the program's own.
struct ByFlag final : Way {
  alignas(64) std::atomic_flag Lock = ATOMIC_FLAG_INIT;
  alignas(64) int Turn = 0;
  bool is(int Thread, int Next) {
    while (Lock.test_and_set(std::memory_order_acquire))
      sched_yield();
    bool Result = Turn == Thread;
    if (Result)
      Turn = Next;
    Lock.clear(std::memory_order_release);
    return Result;
  }
  void await(int Thread) override {
    while (!is(Thread, Thread))
      sched_yield();
  }
  void pass(int Thread) override { is(Thread, 1 - Thread); }
};

struct ByBarrier final : Way {
  std::barrier<> Both{2};
  void await(int Thread) override {
    if (Thread == 1)
      Both.arrive_and_wait();
  }
  void pass(int Thread) override {
    Both.arrive_and_wait();
    if (Thread == 0)
      Both.arrive_and_wait();
  }
};

struct ByEvent final : Way {
  int Counts[2] = {eventfd(1, 0), eventfd(0, 0)};
  void await(int Thread) override {
    eventfd_t Value;
    if (eventfd_read(Counts[Thread], &Value))
      std::abort();
  }
  void pass(int Thread) override { eventfd_write(Counts[1 - Thread], 1); }
};

/// A thread that does not find what it waits for takes the lock again.
struct BySpinLock final : Way {
  alignas(64) pthread_spinlock_t Lock;
  alignas(64) int Turn = 0;
  BySpinLock() { pthread_spin_init(&Lock, 0); }
  void await(int Thread) override {
    for (bool IsMine = false; !IsMine;) {
      pthread_spin_lock(&Lock);
      IsMine = Turn == Thread;
      pthread_spin_unlock(&Lock);
      if (!IsMine)
        sched_yield();
    }
  }
  void pass(int Thread) override {
    pthread_spin_lock(&Lock);
    Turn = 1 - Thread;
    pthread_spin_unlock(&Lock);
  }
};

struct ByPthreadBarrier final : Way {
  pthread_barrier_t Both;
  ByPthreadBarrier() { pthread_barrier_init(&Both, nullptr, 2); }
  void await(int Thread) override {
    if (Thread == 1)
      pthread_barrier_wait(&Both);
  }
  void pass(int Thread) override {
    pthread_barrier_wait(&Both);
    if (Thread == 0)
      pthread_barrier_wait(&Both);
  }
};

/// A thread waits by a volatile variable, as in old programs.
struct ByVolatile final : Way {
  alignas(64) volatile int Turn = 0;
  void await(int Thread) override {
    while (Turn != Thread)
      sched_yield();
    asm volatile("" ::: "memory");
  }
  void pass(int Thread) override {
    asm volatile("" ::: "memory");
    Turn = 1 - Thread;
  }
};

struct InOneThread final : Way {
  void await(int) override {}
  void pass(int) override {}
};

__attribute__((noinline)) static void fill(int Turn) {
  for (Line &L : Box)
    L.Value = Turn;
}
__attribute__((noinline)) static void add() {
  for (const Line &L : Box)
    Sum += L.Value;
}

static Way *wayCalled(const char *Name) {
  if (!strcmp(Name, "atomic"))
    return new ByAtomic;
  if (!strcmp(Name, "wait"))
    return new ByWait;
  if (!strcmp(Name, "condition"))
    return new ByCondition;
  if (!strcmp(Name, "semaphore"))
    return new BySemaphore;
  if (!strcmp(Name, "pipe"))
    return new ByPipe;
  if (!strcmp(Name, "futex"))
    return new ByFutex;
  if (!strcmp(Name, "flag"))
    return new ByFlag;
  if (!strcmp(Name, "barrier"))
    return new ByBarrier;
  if (!strcmp(Name, "eventfd"))
    return new ByEvent;
  if (!strcmp(Name, "spin-lock"))
    return new BySpinLock;
  if (!strcmp(Name, "pthread-barrier"))
    return new ByPthreadBarrier;
  if (!strcmp(Name, "volatile"))
    return new ByVolatile;
  if (Way *W = furtherWay(Name))
    return W;
  return new InOneThread;
}

int main(int, char **Arguments) {
  Way *W = wayCalled(Arguments[1]);
  auto Write = [=] {
    for (int I = 0; I != Turns; ++I) {
      W->await(0);
      fill(I);
      W->pass(0);
    }
  };
  auto Read = [=] {
    for (int I = 0; I != Turns; ++I) {
      W->await(1);
      add();
      W->pass(1);
    }
  };
  std::thread First(Write);
  if (!strcmp(Arguments[1], "after"))
    First.join();
  std::thread Second(Read);
  if (First.joinable())
    First.join();
  Second.join();
}
