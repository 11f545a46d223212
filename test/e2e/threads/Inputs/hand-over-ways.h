//===- hand-over-ways.h - further ways to hand over -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_HAND_OVER_WAYS_H
#define MEMFACET_TEST_HAND_OVER_WAYS_H

#include <atomic>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <latch>
#include <mutex>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stop_token>
#include <sys/syscall.h>
#include <threads.h>
#include <unistd.h>

#ifndef TURNS
#define TURNS 300
#define LINES 64
#endif
constexpr int Turns = TURNS;

/// Lets thread 0 and thread 1 act in turn.
struct Way {
  virtual void await(int Thread) = 0;
  virtual void pass(int Thread) = 0;
};

/// By the threads of C11.
struct ByC11 final : Way {
  mtx_t M;
  cnd_t Changed;
  int Turn = 0;
  ByC11() {
    mtx_init(&M, mtx_plain);
    cnd_init(&Changed);
  }
  void await(int Thread) override {
    mtx_lock(&M);
    while (Turn != Thread)
      cnd_wait(&Changed, &M);
    mtx_unlock(&M);
  }
  void pass(int Thread) override {
    mtx_lock(&M);
    Turn = 1 - Thread;
    mtx_unlock(&M);
    cnd_broadcast(&Changed);
  }
};

/// A wait that could be stopped.
struct ByStoppableWait final : Way {
  std::mutex M;
  std::condition_variable_any Changed;
  std::stop_source Source;
  int Turn = 0;
  void await(int Thread) override {
    std::unique_lock Guard(M);
    Changed.wait(Guard, Source.get_token(), [&] { return Turn == Thread; });
  }
  void pass(int Thread) override {
    {
      std::lock_guard Guard(M);
      Turn = 1 - Thread;
    }
    Changed.notify_all();
  }
};

/// A latch for each turn.
struct ByLatch final : Way {
  std::deque<std::latch> Latches[2];
  int Next[2] = {0, 0};
  ByLatch() {
    for (int I = 0; I <= Turns; ++I)
      for (std::deque<std::latch> &L : Latches)
        L.emplace_back(1);
    Latches[0][0].count_down();
  }
  void await(int Thread) override { Latches[Thread][Next[Thread]].wait(); }
  void pass(int Thread) override {
    int Turn = Next[Thread]++;
    Latches[1 - Thread][Thread == 0 ? Turn : Turn + 1].count_down();
  }
};

/// Tokens in a ring for several producers and consumers, each cell with a
/// ticket.
struct ByRing final : Way {
  struct alignas(64) Cell {
    std::atomic<unsigned> Ticket;
    int Token;
  };
  struct Ring {
    Cell Cells[4];
    alignas(64) std::atomic<unsigned> Head{0};
    alignas(64) std::atomic<unsigned> Tail{0};
    Ring() {
      for (unsigned I = 0; I != 4; ++I)
        Cells[I].Ticket = I;
    }
    void push(int Token) {
      unsigned Place = Tail.fetch_add(1);
      Cell &C = Cells[Place % 4];
      while (C.Ticket.load(std::memory_order_acquire) != Place)
        sched_yield();
      C.Token = Token;
      C.Ticket.store(Place + 1, std::memory_order_release);
    }
    int pop() {
      unsigned Place = Head.fetch_add(1);
      Cell &C = Cells[Place % 4];
      while (C.Ticket.load(std::memory_order_acquire) != Place + 1)
        sched_yield();
      int Token = C.Token;
      C.Ticket.store(Place + 4, std::memory_order_release);
      return Token;
    }
  } Rings[2];
  ByRing() { Rings[0].push(0); }
  void await(int Thread) override { Rings[Thread].pop(); }
  void pass(int Thread) override { Rings[1 - Thread].push(Thread); }
};

/// A new object in each turn, which a pointer publishes.
struct ByPointer final : Way {
  struct State {
    int Turn;
  };
  alignas(64) std::atomic<State *> Current{new State{0}};
  void await(int Thread) override {
    while (Current.load(std::memory_order_consume)->Turn != Thread)
      sched_yield();
  }
  void pass(int Thread) override {
    Current.store(new State{1 - Thread}, std::memory_order_release);
  }
};

/// A lock with a queue, in which each thread spins on a word of its own.
struct ByQueueLock final : Way {
  struct alignas(64) Node {
    std::atomic<Node *> Next{nullptr};
    std::atomic<bool> Waits{false};
  };
  alignas(64) std::atomic<Node *> Last{nullptr};
  alignas(64) int Turn = 0;
  Node Nodes[2];
  void lock(Node &N) {
    N.Next = nullptr;
    N.Waits = true;
    if (Node *Previous = Last.exchange(&N)) {
      Previous->Next = &N;
      while (N.Waits.load(std::memory_order_acquire))
        sched_yield();
    }
  }
  void unlock(Node &N) {
    Node *Expected = &N;
    if (!N.Next.load() && Last.compare_exchange_strong(Expected, nullptr))
      return;
    while (!N.Next.load())
      sched_yield();
    N.Next.load()->Waits.store(false, std::memory_order_release);
  }
  void await(int Thread) override {
    for (bool IsMine = false; !IsMine;) {
      lock(Nodes[Thread]);
      IsMine = Turn == Thread;
      unlock(Nodes[Thread]);
      if (!IsMine)
        sched_yield();
    }
  }
  void pass(int Thread) override {
    lock(Nodes[Thread]);
    Turn = 1 - Thread;
    unlock(Nodes[Thread]);
  }
};

/// Signals that are blocked, and waited for.
struct BySignal final : Way {
  std::atomic<int> Ids[2] = {0, 0};
  sigset_t Set;
  bool HasBegun = false;
  BySignal() {
    sigemptyset(&Set);
    sigaddset(&Set, SIGRTMIN + 1);
    pthread_sigmask(SIG_BLOCK, &Set, nullptr);
  }
  void await(int Thread) override {
    Ids[Thread] = int(syscall(SYS_gettid));
    while (!Ids[1 - Thread])
      sched_yield();
    if (Thread == 0 && !HasBegun) {
      HasBegun = true;
      return;
    }
    siginfo_t Info;
    while (sigwaitinfo(&Set, &Info) < 0)
      ;
  }
  void pass(int Thread) override {
    syscall(SYS_tgkill, getpid(), Ids[1 - Thread].load(), SIGRTMIN + 1);
  }
};

/// Returns a new one, or null.
inline Way *furtherWay(const char *Name) {
  if (!strcmp(Name, "c11"))
    return new ByC11;
  if (!strcmp(Name, "stoppable-wait"))
    return new ByStoppableWait;
  if (!strcmp(Name, "latch"))
    return new ByLatch;
  if (!strcmp(Name, "ring"))
    return new ByRing;
  if (!strcmp(Name, "pointer"))
    return new ByPointer;
  if (!strcmp(Name, "queue-lock"))
    return new ByQueueLock;
  if (!strcmp(Name, "signal"))
    return new BySignal;
  return nullptr;
}

#endif
