//===- MergedThreads.h - all threads as if they were one ------------------===//
//
// A baseline: intervals of the whole process, in which whatever its threads do
// is one behaviour (Perelman et al., section 5.1, found it too coarse).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PHASES_MERGEDTHREADS_H
#define MEMFACET_PHASES_MERGEDTHREADS_H

#include "analysis/phases/PhaseStudy.h"

namespace memfacet {

/// Labels for the spans of \p In: each has that of the stretch of the process
/// in which its middle lies. Stretches have as many instructions as a span, and
/// their points are the means of the spans' in them, weighted by instructions.
std::vector<uint32_t> mergedThreadLabels(const PhaseInput &In,
                                         const PointSet &Points,
                                         const ChooseOptions &Options);

} // namespace memfacet

#endif
