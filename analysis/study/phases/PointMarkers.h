//===- PointMarkers.h - where the points of recorded runs begin and end ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_PHASES_POINTMARKERS_H
#define MEMFACET_STUDY_PHASES_POINTMARKERS_H

#include "analysis/study/phases/PhaseStudy.h"
#include "analysis/study/points/Markers.h"
#include <vector>

namespace memfacet::study {

/// Which blocks may mark a place.
enum class MarkerBlocks {
  Any,
  Entries, ///< first runs of functions that have a symbol: they have an address
};

/// Where the points of \p Study are, in the same order, each by executions in
/// its own run. Blocks are indices into the run's BlockVectors::Blocks. Nothing
/// where no such block was executed in the interval, and, for all, where the
/// run has no block vectors.
std::vector<std::optional<MarkedRegion>>
pointMarkers(const PhaseInput &In, const PhaseStudy &Study, MarkerBlocks Kind);

struct MarkedPoints {
  std::vector<SimulationRegion> Regions;
  /// Points that are left out: no function was entered in them.
  std::vector<SimulationPoint> Omitted;
};

/// The points of \p Study, of one run, between entries of functions, which are
/// looked up in the objects' files as they are now. Counts are of all threads.
/// An error where a file is gone or does not have the function.
Expected<MarkedPoints> markedPoints(const PhaseInput &In,
                                    const PhaseStudy &Study);

} // namespace memfacet::study

#endif
