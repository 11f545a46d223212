//===- Futex.h - sleeping on a word of shared memory ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_STREAM_FUTEX_H
#define MEMFACET_WORDS_STREAM_FUTEX_H

#include <atomic>
#include <climits>
#include <cstdint>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace memfacet::words {

/// Sleeps until woken, for at most \p Milliseconds, if \p Word holds \p Value.
template <typename T>
void futexWait(std::atomic<T> &Word, T Value, uint32_t Milliseconds) {
  static_assert(sizeof(Word) == 4);
  timespec Timeout = {time_t(Milliseconds / 1000),
                      long(Milliseconds % 1000) * 1'000'000};
  syscall(SYS_futex, &Word, FUTEX_WAIT, uint32_t(Value), &Timeout, nullptr, 0);
}

/// Wakes all threads that sleep on \p Word.
template <typename T> void futexWake(std::atomic<T> &Word) {
  static_assert(sizeof(Word) == 4);
  syscall(SYS_futex, &Word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

} // namespace memfacet::words

#endif
