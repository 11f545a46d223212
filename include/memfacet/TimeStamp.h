//===- TimeStamp.h - the clock that program and collector share -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events have times of this clock, and the collector compares them with its own
// time: both must read the same clock.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TIMESTAMP_H
#define MEMFACET_TIMESTAMP_H

#include <cstdint>

namespace memfacet {

/// Returns the ticks of a counter that all processors share: the time stamp
/// counter of x86-64 (some 2 to 4 ticks a nanosecond), or the virtual counter
/// of aarch64 (25 million to a thousand million ticks a second).
inline uint64_t timeStamp() {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  uint64_t Ticks;
  asm volatile("mrs %0, cntvct_el0" : "=r"(Ticks));
  return Ticks;
#else
#error "the clock of this processor is not known"
#endif
}

} // namespace memfacet

#endif
