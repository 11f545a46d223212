//===- stencil/Barrier.h - threads wait for each other --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef STENCIL_BARRIER_H
#define STENCIL_BARRIER_H

#include <pthread.h>
#include <system_error>

namespace stencil {

/// Sleeps rather than spins: bands may outnumber processors.
class Barrier {
public:
  explicit Barrier(unsigned Threads) {
    if (int Code = pthread_barrier_init(&Handle, nullptr, Threads))
      throw std::system_error(Code, std::generic_category());
  }
  ~Barrier() { pthread_barrier_destroy(&Handle); }
  Barrier(const Barrier &) = delete;
  Barrier &operator=(const Barrier &) = delete;

  void wait() { pthread_barrier_wait(&Handle); }

private:
  pthread_barrier_t Handle;
};

} // namespace stencil

#endif
