//===- IntervalTable.h - the counts of each interval ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signatures are scored by these facts. They are known for every interval,
// because all intervals were simulated.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_POINTS_INTERVALTABLE_H
#define MEMFACET_STUDY_POINTS_INTERVALTABLE_H

#include "analysis/caches/model/CacheLimits.h"
#include "memfacet/Check.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace memfacet::study {

/// The counts of one cache level.
struct LevelFacts {
  uint64_t Accesses = 0, Misses = 0;
  bool operator==(const LevelFacts &) const = default;
};

/// One interval of one thread of one run.
struct IntervalFacts {
  uint32_t Run = 0; ///< number of the profile, from 0
  uint32_t Thread = 0;
  uint32_t Interval = 0;     ///< in the thread, from 0; some may be missing
  uint64_t Start = 0;        ///< instructions of the thread before the interval
  uint64_t Instructions = 0; ///< of the interval: its weight
  /// Instructions of all threads before the interval's first one, and up to and
  /// including its last one.
  uint64_t ProcessBegin = 0, ProcessEnd = 0;
  uint64_t Cycles = 0; ///< of the simulated core; 0 where there was none
  std::array<LevelFacts, caches::MaxCacheLevels> Levels = {};
  bool operator==(const IntervalFacts &) const = default;
};

/// A rate of an interval or of many: a sum over a sum.
enum class MetricKind {
  CyclesPerInstruction,
  HitRate,              ///< of a level: hits over accesses
  MissesPerInstruction, ///< of a level
};

struct Metric {
  MetricKind Kind = MetricKind::CyclesPerInstruction;
  uint32_t Level = 0; ///< from 0
  bool operator==(const Metric &) const = default;

  double numerator(const IntervalFacts &I) const {
    MEMFACET_CHECK(Level < caches::MaxCacheLevels,
                   "facts have room for as many levels");
    const LevelFacts &L = I.Levels[Level];
    switch (Kind) {
    case MetricKind::HitRate:
      return double(L.Accesses - L.Misses);
    case MetricKind::MissesPerInstruction:
      return double(L.Misses);
    case MetricKind::CyclesPerInstruction:
      break;
    }
    return double(I.Cycles);
  }
  double denominator(const IntervalFacts &I) const {
    return double(Kind == MetricKind::HitRate ? I.Levels[Level].Accesses
                                              : I.Instructions);
  }
  /// Returns the metric of \p I. With a denominator of 0, a hit rate is 1 and
  /// other metrics are 0.
  double value(const IntervalFacts &I) const {
    double Whole = denominator(I);
    if (Whole != 0)
      return numerator(I) / Whole;
    return Kind == MetricKind::HitRate ? 1 : 0;
  }
};

struct IntervalTable {
  uint32_t Runs = 0;
  size_t Levels = 0;                    ///< of the caches; the same in all runs
  bool HasCycles = false;               ///< in all runs
  std::vector<IntervalFacts> Intervals; ///< sorted by run, thread, interval

  /// Returns cycles per instruction where there are cycles, then the hit rates
  /// of all levels.
  std::vector<Metric> metrics() const {
    std::vector<Metric> All;
    if (HasCycles)
      All.push_back({});
    for (uint32_t L = 0; L != Levels; ++L)
      All.push_back({MetricKind::HitRate, L});
    return All;
  }
};

/// Returns "CPI", "L2 hit rate" or "L2 misses per instruction".
inline std::string metricName(const Metric &M) {
  if (M.Kind == MetricKind::CyclesPerInstruction)
    return "CPI";
  const char *What =
      M.Kind == MetricKind::HitRate ? " hit rate" : " misses per instruction";
  return "L" + std::to_string(M.Level + 1) + What;
}

} // namespace memfacet::study

#endif
