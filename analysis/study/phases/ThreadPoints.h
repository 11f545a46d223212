//===- ThreadPoints.h - the intervals of one thread, for its points -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_PHASES_THREADPOINTS_H
#define MEMFACET_STUDY_PHASES_THREADPOINTS_H

#include "analysis/study/phases/SignaturePoints.h"

namespace memfacet::study {

/// The signature by which simulation points are best (docs/internals/phases.md,
/// "Several points of a phase").
inline constexpr const char *BestPointSignature = "blocks+miss-rates:2";

/// By what phases of \p Runs are told apart unless something else is asked for:
/// BestPointSignature where one run has what it takes, else "blocks". Several
/// runs may differ in their misses (a number of threads shares a level), and
/// shall have the same phases.
const char *usualSignature(std::span<const result::Profile> Runs);

/// Whether \p P knows both the code and the misses of each of \p Thread's
/// intervals: it was recorded with --phases.
bool hasCodeAndMisses(const result::Profile &P, uint32_t Thread);

struct ThreadPoints {
  PointSet Points;
  IntervalTable Table; ///< of the same intervals
};

/// A point for each interval of \p Thread by BestPointSignature, weighted by
/// its instructions. \p Options says all but the terms.
Expected<ThreadPoints> pointsByCodeAndMisses(const result::Profile &P,
                                             uint32_t Thread,
                                             SignatureOptions Options);

} // namespace memfacet::study

#endif
