//===- PointRun.h - a run, estimated from its simulation points -----------===//
//
// docs/phases.md defines the numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_PHASES_POINTRUN_H
#define MEMFACET_REPORT_PHASES_POINTRUN_H

#include "analysis/points/ReplayedIntervals.h"
#include "tools/support/Terminal.h"
#include <optional>
#include <string>
#include <vector>

namespace memfacet {

/// Misses of one level of one structure.
struct EstimatedMisses {
  double Estimate = 0;
  uint64_t Truth = 0; ///< where the whole was simulated
};

struct EstimatedStructure {
  std::string Name, Place;
  std::vector<EstimatedMisses> Levels;
};

struct PointRun {
  std::string Caches;  ///< spec
  std::string Core;    ///< name or spec; may be empty
  uint64_t Length = 0; ///< instructions of an interval
  uint64_t WarmIntervals = 0;
  PointCut Cut; ///< where intervals end
  bool ThreadsAlone = false;
  ChosenIntervals Chosen;
  std::vector<uint64_t> PointLengths; ///< instructions, by point
  uint64_t Intervals = 0;             ///< that the points stand for
  uint64_t Instructions = 0;          ///< of these
  uint64_t PointInstructions = 0;     ///< of these, in points
  /// Of all threads: in the trace, and of these in all that was simulated,
  /// points, what warms caches before them and what others did meanwhile.
  uint64_t TraceInstructions = 0, ReplayedInstructions = 0;
  bool HasTruth = false; ///< the whole was simulated, too
  std::vector<MetricEstimate> Metrics;
  /// By metric, from the points alone (estimateFromPoints); empty where no
  /// phase has several points.
  std::vector<double> HalfWidths;
  /// The weight of phases with one point, which HalfWidths leave out.
  double UnknownShare = 0;
  /// The most misses of the last level first.
  std::vector<EstimatedStructure> Structures;
  /// Processor time; the second one where the whole was simulated, too.
  double PointSeconds = 0, WholeSeconds = 0;

  /// The sum of |estimate - truth| over all structures, divided by the sum of
  /// truths. Infinite where that is 0.
  double structureError(size_t Level) const;
};

/// From the profile of a simulation of the points alone and, unless it is null,
/// that of the whole. How they were simulated is left to the caller: the last
/// two of instructions, intervals to warm, flags, times.
Expected<PointRun> estimateRun(const ChosenIntervals &Chosen,
                               const Profile &Part, const Profile *Whole);

std::string pointRunText(const PointRun &R, const Terminal &Out);
std::string pointRunJson(const PointRun &R);
/// A header row, then a row per metric and per level of each structure.
std::string pointRunCsv(const PointRun &R);

} // namespace memfacet

#endif
