//===- MarkedPoints.h - simulation points as regions of a file ------------===//

#ifndef MEMFACET_PHASES_MARKEDPOINTS_H
#define MEMFACET_PHASES_MARKEDPOINTS_H

#include "analysis/phases/PhaseStudy.h"
#include "analysis/points/MarkerFile.h"
#include <vector>

namespace memfacet {

struct MarkedPoints {
  std::vector<SimulationRegion> Regions;
  /// Points that are left out: no function was entered in them.
  std::vector<SimulationPoint> Left;
};

/// The points of \p Study, of one run, between entries of functions, which are
/// looked up in the objects' files as they are now. Counts are of all threads.
/// An error where a file is gone or does not have the function.
Expected<MarkedPoints> markedPoints(const PhaseInput &In,
                                    const PhaseStudy &Study);

} // namespace memfacet

#endif
