//===- ReuseSampling.h - a sample of reuse pairs --------------------------===//
//
// With option communication, records are not kept. Each thread writes them into
// a scratch chunk (Scratch.h), and looks at them itself before it overwrites
// them. Pairs become events in its chunk.
//
// Records are looked at in portions: when the scratch is full, before each
// ordered event, and at the end. Between threads a portion counts as executed
// when it is looked at.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_PAIRS_REUSESAMPLING_H
#define MEMFACET_RUNTIME_PAIRS_REUSESAMPLING_H

#include "memfacet/ReusePairs.h"
#include <atomic>

namespace memfacet {

struct ThreadState;

/// Of a thread, in a sample of reuse pairs.
struct ThreadPairs {
  ReuseClock Clock;
  uint64_t Told;   ///< units that all threads' clock knows of
  uint64_t Before; ///< units of handlers, which had clocks of their own
  uint64_t Missed; ///< words of handlers that interrupted a look
  /// The clock when __memfacet_left is 0, modulo 2^64.
  uint64_t Zero;
  uint32_t Handlers; ///< that have had a clock
  bool Begun;
  bool Asks;    ///< __memfacet_left counts beside the clock (Asking.h)
  bool Still;   ///< and no records are written
  bool Watched; ///< a watch has begun since this was last cleared
};

extern constinit std::atomic<bool> PairsOn;
/// Whether this process samples reuse pairs.
inline bool samplingPairs() { return PairsOn.load(std::memory_order_relaxed); }

/// Reads option communication; before the first thread of a process begins.
void startPairs();
/// Whether the thread, or what its handlers interrupted, is in the middle of
/// lookAtRecords.
bool isLooking(const ThreadState &T);
/// The words at [\p At, \p End) are whole records of \p T, and zeroes. 64 words
/// behind \p End may be read.
void lookAtRecords(ThreadState &T, const uint64_t *At, const uint64_t *End);
/// Tells how much the thread has made; it ends.
void tellUnits(ThreadState &T);

} // namespace memfacet

#endif
