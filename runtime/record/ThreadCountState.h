//===- ThreadCountState.h - a thread that counts its blocks ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_RECORD_THREADCOUNTSTATE_H
#define MEMFACET_RUNTIME_RECORD_THREADCOUNTSTATE_H

#include <cstdint>

namespace memfacet::counts {
struct CountArray;
}

namespace memfacet::record {

/// The counts of one thread, in its ThreadState. All zeroes at the thread's
/// start.
struct ThreadCountState {
  counts::CountArray *FirstArray; ///< one per object whose code it has executed
  uint64_t Reported;              ///< instructions in the Counts events so far
  uint64_t IntervalEnd;  ///< in instructions of the thread; 0: not known yet
  int64_t ClockStart;    ///< value that the clock was set to
  uint64_t Ticks;        ///< ticks of the clock in this interval
  uint64_t Instructions; ///< instructions of this interval at the last look
  uint64_t Rate; ///< ticks per instruction, in 16 bits of fraction; 0: unknown
};

} // namespace memfacet::record

#endif
