//===- ThreadCountState.h - a thread that counts its blocks ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_RECORD_THREADCOUNTSTATE_H
#define MEMFACET_RUNTIME_RECORD_THREADCOUNTSTATE_H

#include <cstdint>

namespace memfacet {

struct CountArray;

/// Of one thread, in its ThreadState; all zero at its birth.
struct ThreadCountState {
  CountArray *FirstArray; ///< one per object whose code it has executed
  uint64_t Reported;      ///< instructions that Counts events have told
  uint64_t IntervalEnd;   ///< in instructions of the thread; 0: not known yet
  int64_t ClockStart;     ///< what the clock was set to
  uint64_t Ticks;         ///< that the clock has taken in this interval
  uint64_t Instructions;  ///< of this interval, when last looked
  uint64_t Rate; ///< ticks per instruction, in 16 bits of fraction; 0: unknown
};

} // namespace memfacet

#endif
