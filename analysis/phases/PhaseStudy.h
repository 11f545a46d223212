//===- phases/PhaseStudy.h - the phases of recorded runs ------------------===//
//
// All threads of all runs are clustered as one set of intervals (E. Perelman et
// al., "Detecting Phases in Parallel Applications on Shared Memory
// Architectures", UCSD CS2005-0844, sections 5.3 and 6.1).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PHASES_PHASESTUDY_H
#define MEMFACET_PHASES_PHASESTUDY_H

#include "analysis/phases/ChooseClusters.h"
#include "analysis/phases/PointEstimate.h"
#include "analysis/phases/SignaturePoints.h"

namespace memfacet {

/// What a run is cut into, and what happened there.
struct PhaseInput {
  std::span<const Profile> Runs;
  std::vector<IntervalSpan> Spans;
  IntervalTable Table; ///< of Spans
};

/// Spans of at least \p Period instructions; 0: as recorded. An error where a
/// profile has no signatures, or too few intervals to cluster.
Expected<PhaseInput> phaseInput(std::span<const Profile> Runs, uint64_t Period);

struct PhaseOptions {
  SignatureOptions Signature = {};
  ChooseOptions Choose = {};
  PointOptions Pick = {};
};

/// Phases are numbered by how many instructions they have, most first.
struct PhaseStudy {
  PointSet Points; ///< of the input's spans
  Choice Chosen;
  std::vector<SimulationPoint> Picked; ///< of the clusters of Chosen
  /// Picked, weighted by instructions; for estimates.
  std::vector<WeightedInterval> Sample;

  const std::vector<uint32_t> &labels() const { return Chosen.Best.Labels; }
  uint32_t phases() const { return Chosen.Best.Clusters; }
};

Expected<PhaseStudy> studyPhases(const PhaseInput &In,
                                 const PhaseOptions &Options);

/// The share of the input's instructions that the points of \p Study have.
double simulatedShare(const PhaseInput &In, const PhaseStudy &Study);

} // namespace memfacet

#endif
