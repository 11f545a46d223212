//===- Lock.h - a lock that sleeps ----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_SUPPORT_LOCK_H
#define MEMFACET_RUNTIME_SUPPORT_LOCK_H

#include "memfacet/Check.h"
#include "runtime/support/Syscall.h"

namespace memfacet {

/// A lock that is not recursive. Take it with signals blocked (LockGuard does):
/// otherwise a handler of the same thread waits for its own thread.
class Lock {
public:
  bool tryTake() {
    uint32_t Expected = Free;
    return Word.compare_exchange_strong(Expected, Locked,
                                        std::memory_order_acquire);
  }
  [[gnu::noinline]] void take() {
    if (tryTake())
      return;
    while (Word.exchange(Contended, std::memory_order_acquire) != Free)
      sys::futexWait(&Word, uint32_t(Contended), 1000);
  }
  [[gnu::noinline]] void release() {
    uint32_t Previous = Word.exchange(Free, std::memory_order_release);
    MEMFACET_CHECK(Previous != Free, "only a lock that is taken is released");
    if (Previous == Contended)
      sys::futexWake(&Word, 1);
  }

  bool isTaken() const { return Word.load(std::memory_order_relaxed) != Free; }

  /// Frees the lock in a forked child: the thread that held it does not exist
  /// there.
  void reset() { Word.store(Free); }

private:
  enum : uint32_t { Free, Locked, Contended };
  std::atomic<uint32_t> Word{Free};
};

class LockGuard {
public:
  explicit LockGuard(Lock &L) : Mutex(L) { Mutex.take(); }
  ~LockGuard() { Mutex.release(); }
  LockGuard(const LockGuard &) = delete;
  LockGuard &operator=(const LockGuard &) = delete;

private:
  SignalBlock Block; // first: signals are blocked before the lock is taken
  Lock &Mutex;
};

} // namespace memfacet

#endif
