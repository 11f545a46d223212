//===- WantedIntervals.h - which parts of a stream are expanded -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_DECODE_WANTEDINTERVALS_H
#define MEMFACET_DECODE_WANTEDINTERVALS_H

#include "analysis/support/Ids.h"
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace memfacet::decode {

/// Intervals of one thread, on its own clock.
struct IntervalRange {
  uint32_t Thread = 0;
  uint32_t First = 0, Last = 0;
  bool operator==(const IntervalRange &) const = default;
};

/// What is wanted of the other threads while one is in a wanted interval.
enum class Concurrent : uint8_t {
  Wanted,  ///< everything: they share caches and take lines from each other
  LeftOut, ///< nothing, unless they are in a wanted interval themselves
};

/// Stretches of the process's clock, spread evenly over it.
struct ClockSample {
  uint64_t Stretch = 1'000'000; ///< instructions
  double Share = 1;             ///< of all stretches, at most 1; 0: none

  /// Returns whether stretch \p Number, from 0, is in the sample. Distances
  /// differ, as a program may have a period, too.
  bool has(uint64_t Number) const {
    constexpr uint64_t GoldenRatio = 0x9e3779b97f4a7c15;
    return double(Number * GoldenRatio) < Share * 0x1p64;
  }
};

/// Decides which parts of a stream are wanted, by the progress of the threads.
class WantedIntervals {
public:
  /// A thread that has executed nothing for \p Patience instructions of the
  /// process waits: until it goes on, the other threads are not wanted on its
  /// account. Else a join in a wanted interval would take in all that the
  /// thread waits for.
  explicit WantedIntervals(std::span<const IntervalRange> Ranges,
                           Concurrent OtherThreads = Concurrent::Wanted,
                           uint64_t Patience = UINT64_MAX);
  /// Wants what all threads do in the stretches of \p Sample.
  explicit WantedIntervals(const ClockSample &Sample) : Sample(Sample) {
    ran(ThreadId(), 0);
  }

  /// Says that \p Thread begins \p Interval. The intervals of a thread ascend.
  void enter(ThreadId Thread, uint64_t Interval);
  void ended(ThreadId Thread);
  /// \p Thread has executed something; the process's clock is \p NewClock.
  void ran(ThreadId Thread, uint64_t NewClock);
  /// Returns whether what \p Thread does now is wanted.
  bool wanted(ThreadId Thread) const;

private:
  struct Progress {
    std::vector<IntervalRange> Ranges; ///< apart, sorted
    size_t Next = 0;                   ///< the first that is not over
    bool IsInside = false;
    uint64_t LastRan = 0; ///< process's clock
  };

  std::map<uint32_t, Progress> Threads; ///< those that have ranges
  std::optional<ClockSample> Sample;
  bool IsInSample = false;
  Concurrent OtherThreads = Concurrent::Wanted;
  uint64_t Patience = UINT64_MAX, Clock = 0;
};

} // namespace memfacet::decode

#endif
