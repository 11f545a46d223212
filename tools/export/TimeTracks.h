//===- TimeTracks.h - counts and phases over time, for viewers of traces --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Viewers of traces have one time. A profile has the clock of the process,
// which counts the instructions of all threads together, and one clock for each
// thread. So each clock is shown as a process of its own, from 0 on.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_EXPORT_TIMETRACKS_H
#define MEMFACET_EXPORT_TIMETRACKS_H

#include "analysis/result/profile/Profile.h"
#include <string>
#include <vector>

namespace memfacet::exports {

struct TimeClock {
  std::string Name; ///< "./prog", "thread 1"
  uint64_t End = 0; ///< instructions
};

/// The misses of a level in a structure, or of a thread in all structures.
struct TimeTrack {
  struct Point {
    uint64_t Begin, Value; ///< holds until the next one
  };
  size_t Clock = 0;
  std::string Name;          ///< "L1 misses: net->nodes"
  std::vector<Point> Points; ///< where the value changes; the last value is 0
};

/// A phase, or a region of interest.
struct TimeSlice {
  size_t Clock = 0;
  std::string Name;
  uint64_t Begin = 0, End = 0;
};

struct TimeTracks {
  std::vector<TimeClock> Clocks;
  std::vector<TimeTrack> Counters;
  /// Sorted by clock, then by Begin. The slices of one list do not overlap
  /// within a clock.
  std::vector<TimeSlice> Phases, Interest;
  uint64_t Period = 0; ///< instructions that each value is the sum of
};

/// Returns the tracks of \p P, with about \p MostPoints values at most. For
/// that, neighbouring intervals are added.
Expected<TimeTracks> timeTracks(const result::Profile &P,
                                uint64_t MostPoints = 200'000);

} // namespace memfacet::exports

#endif
