//===- PointMarkers.h - where simulation points begin and end -------------===//

#ifndef MEMFACET_PHASES_POINTMARKERS_H
#define MEMFACET_PHASES_POINTMARKERS_H

#include "analysis/phases/PhaseStudy.h"
#include "analysis/points/Markers.h"

namespace memfacet {

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
pointMarkers(const PhaseInput &In, const PhaseStudy &Study, MarkerBlocks Which);

} // namespace memfacet

#endif
