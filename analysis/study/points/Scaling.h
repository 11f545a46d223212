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

/// How time is divided while several threads run.
enum class TimeShares {
  Threads,      ///< equally among threads, as in the paper
  Instructions, ///< by instructions per time, the same over all of an interval
};

/// Returns how much of the run's elapsed time each interval gets. Between two
/// times at which any interval begins or ends, time is divided among the
/// intervals that run. The results add up to the time in which any thread ran.
/// Takes O(n log n).
std::vector<double> shareTime(const IntervalTable &Table,
                              std::span<const TimeSpan> Spans,
                              TimeShares Shares = TimeShares::Threads);

/// The counts of a phase in a run.
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
  /// Returns the time of \p Phase in the first run over that in \p Run; none
  /// where one of them is 0.
  std::optional<double> speedup(size_t Phase, size_t Run) const;
  /// Returns the speed-up over the ratio of the numbers of threads: 1 where the
  /// phase uses all threads.
  std::optional<double> efficiency(size_t Phase, size_t Run) const;
  /// Returns (max - min) / mean of the phase's instructions over runs. Near 0,
  /// the phase is the same work in all runs. If only one run has the phase, it
  /// is runs().
  double instructionSpread(size_t Phase) const;
  /// Returns the phases with an efficiency below \p Least in the run with the
  /// most threads (the last of several), those with most time there first.
  std::vector<size_t> notScaling(double Least = 0.5) const;
};

/// Computes how phases scale. \p Labels and \p Spans are by interval.
/// \p Threads: by run, the number of threads for the efficiency; empty: the
/// threads of a run that have intervals, including those that only start other
/// threads.
Scaling scalingOf(const IntervalTable &Table, std::span<const uint32_t> Labels,
                  std::span<const TimeSpan> Spans,
                  TimeShares Shares = TimeShares::Threads,
                  std::vector<uint32_t> Threads = {});

} // namespace memfacet::study

#endif
