//===- PhaseStudy.h - the phases of recorded runs -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All threads of all runs are clustered as one set of intervals (E. Perelman et
// al., "Detecting Phases in Parallel Applications on Shared Memory
// Architectures", UCSD CS2005-0844, sections 5.3 and 6.1).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_PHASES_PHASESTUDY_H
#define MEMFACET_STUDY_PHASES_PHASESTUDY_H

#include "analysis/study/clustering/ChooseClusters.h"
#include "analysis/study/phases/SignaturePoints.h"
#include "analysis/study/points/ChooseByError.h"
#include "analysis/study/points/PointEstimate.h"
#include "analysis/study/points/Scaling.h"
#include "analysis/study/points/SimulationPoints.h"
#include "memfacet/Check.h"
#include <optional>

namespace memfacet::study {

/// The spans that runs are cut into, and what happened in them.
struct PhaseInput {
  std::span<const result::Profile> Runs;
  std::vector<IntervalSpan> Spans;
  IntervalTable Table; ///< of Spans
  /// By span: when it ran, on the clock that all threads of a run share.
  std::vector<TimeSpan> Times;
};

/// Cuts \p Runs into spans of about \p Period instructions; 0: as recorded. An
/// error where a profile has no signatures, or too few intervals to cluster.
Expected<PhaseInput> phaseInput(std::span<const result::Profile> Runs,
                                uint64_t Period);

struct PhaseOptions {
  SignatureOptions Signature = {};
  ChooseOptions Choose = {};
  PointOptions Pick = {};
  /// Replaces BIC: the least number of phases with which the 95 % interval of
  /// each metric is, on either side, at most this share of the value.
  std::optional<double> MaxError = {};
  /// For several points of a phase; none: one point of each phase.
  std::optional<PointBudget> Budget = {};
};

/// Phases are numbered by how many instructions they have, most first.
struct PhaseStudy {
  PointSet Points; ///< of the input's spans
  Choice Chosen;
  std::vector<SimulationPoint> Picked; ///< of the clusters of Chosen
  bool HasSeveralPoints = false; ///< whether a phase may have several points
  /// Picked, weighted by instructions, for estimates.
  std::vector<WeightedInterval> Sample;
  std::vector<ErrorTrial> Trials; ///< with PhaseOptions::MaxError

  const std::vector<uint32_t> &labels() const { return Chosen.Best.Labels; }
  uint32_t phases() const { return Chosen.Best.Clusters; }
  /// Returns the number of the point Picked[\p I] in files, which no other
  /// point has: that of the phase, where phases have one point.
  uint32_t pointNumber(size_t I) const {
    MEMFACET_CHECK(I < Picked.size(), "only points have numbers in files");
    return HasSeveralPoints ? uint32_t(I) : Picked[I].Cluster;
  }
};

Expected<PhaseStudy> studyPhases(const PhaseInput &In,
                                 const PhaseOptions &Requested);

/// Returns the share of the input's instructions that the points of \p Study
/// have.
double simulatedShare(const PhaseInput &In, const PhaseStudy &Study);

} // namespace memfacet::study

#endif
