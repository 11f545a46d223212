//===- PointMarkers.h - where the points of recorded runs begin and end ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_PHASES_POINTMARKERS_H
#define MEMFACET_STUDY_PHASES_POINTMARKERS_H

#include "analysis/study/phases/PhaseStudy.h"
#include "analysis/study/points/Markers.h"
#include <vector>

namespace memfacet::study {

/// The blocks that may mark a place.
enum class MarkerBlocks {
  Any,
  Entries, ///< first runs of functions that have a symbol: they have an address
};

/// Returns where the points of \p Study are, in the same order, each by
/// executions in the point's run. Blocks are indices into the run's
/// BlockVectors::Blocks. A point has no region if no block of \p Kind was
/// executed in the interval, or the run has no block vectors.
std::vector<std::optional<MarkedRegion>>
pointMarkers(const PhaseInput &In, const PhaseStudy &Study, MarkerBlocks Kind);

struct MarkedPoints {
  std::vector<SimulationRegion> Regions;
  /// Points without a region: no function was entered in them.
  std::vector<SimulationPoint> Omitted;
};

/// Returns the points of \p Study, of one run, as regions between entries of
/// functions. Functions are looked up in the present object files. Counts are
/// of all threads. An error where a file is gone or does not have the function.
Expected<MarkedPoints> markedPoints(const PhaseInput &In,
                                    const PhaseStudy &Study);

} // namespace memfacet::study

#endif
