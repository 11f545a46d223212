//===- Scaling.h - phases over runs with different threads ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same program with 1, 2, ... threads, clustered as one: how much of each
// phase a run has, and how long it takes (E. Perelman et al., "Detecting phases
// in parallel applications on shared memory architectures", UCSD CS2005-0844,
// section 6).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_POINTS_SCALING_H
#define MEMFACET_STUDY_POINTS_SCALING_H

#include "analysis/study/points/IntervalTable.h"
#include <array>
#include <optional>
#include <span>
#include <vector>

namespace memfacet::study {

/// When an interval ran, on a clock that its run's threads share; any unit.
struct TimeSpan {
  double Begin = 0, End = 0; ///< [Begin, End)
  bool operator==(const TimeSpan &) const = default;
};

/// Whom time belongs to while several threads run.
enum class TimeShares {
  Threads,      ///< all of them equally: the paper's
  Instructions, ///< each by its instructions per time, even over an interval
};

/// How much of its run's elapsed time each interval gets: between two points in
/// time at which any interval begins or ends, time is split among those that
/// run. They add up to the time in which anybody ran. O(n log n).
std::vector<double> shareTime(const IntervalTable &Table,
                              std::span<const TimeSpan> Spans,
                              TimeShares Shares = TimeShares::Threads);

/// A phase in a run.
struct PhaseInRun {
  uint64_t Intervals = 0, Instructions = 0, Cycles = 0;
  std::array<LevelFacts, caches::MaxCacheLevels> Levels = {};
  double Time = 0; ///< elapsed, in the spans' unit

  void add(const IntervalFacts &I, double Elapsed);
  bool operator==(const PhaseInRun &) const = default;
};

struct Scaling {
  std::vector<uint32_t> Threads;                ///< by run
  std::vector<std::vector<PhaseInRun>> ByPhase; ///< by label, then run
  std::vector<PhaseInRun> Whole;                ///< by run

  size_t runs() const { return Whole.size(); }
  /// Time of \p Phase in the first run over that in \p Run; none where it took
  /// no time in one of them.
  std::optional<double> speedup(size_t Phase, size_t Run) const;
  /// Speed-up over how many times as many threads there are: 1 where the phase
  /// uses all of them.
  std::optional<double> efficiency(size_t Phase, size_t Run) const;
  /// (max - min) / mean of the phase's instructions over runs. Phases are the
  /// same work in all runs where it is near 0; it is runs() where only one run
  /// has the phase.
  double instructionSpread(size_t Phase) const;
  /// Phases with an efficiency below \p Least in the run with the most threads
  /// (the last of several), those that took most time there first.
  std::vector<size_t> notScaling(double Least = 0.5) const;
};

/// \p Labels and \p Spans: by interval. \p Threads: by run, what efficiency is
/// measured with; none: how many threads of a run have intervals, which also
/// counts those that only start others.
Scaling scalingOf(const IntervalTable &Table, std::span<const uint32_t> Labels,
                  std::span<const TimeSpan> Spans,
                  TimeShares Shares = TimeShares::Threads,
                  std::vector<uint32_t> Threads = {});

} // namespace memfacet::study

#endif
