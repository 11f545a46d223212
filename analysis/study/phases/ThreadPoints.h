//===- ThreadPoints.h - points for the intervals of one thread ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_PHASES_THREADPOINTS_H
#define MEMFACET_STUDY_PHASES_THREADPOINTS_H

#include "analysis/study/phases/SignaturePoints.h"

namespace memfacet::study {

/// The signature that gives the best simulation points
/// (docs/internals/phases.md, "Several points of a phase").
inline constexpr const char *BestPointSignature = "blocks+miss-rates:2";

/// Returns the signature that distinguishes phases of \p Runs by default:
/// BestPointSignature for one run with the records it needs, else "blocks".
/// Several runs are to have the same phases, but their misses may differ, as
/// different numbers of threads share a level.
const char *usualSignature(std::span<const result::Profile> Runs);

/// Returns whether \p P has both the code and the misses of each of \p Thread's
/// intervals, because it was recorded with --phases.
bool hasCodeAndMisses(const result::Profile &P, uint32_t Thread);

struct ThreadPoints {
  PointSet Points;
  IntervalTable Table; ///< of the same intervals
};

/// Returns a point for each interval of \p Thread by BestPointSignature,
/// weighted by the interval's instructions. The terms of \p Options are not
/// used.
Expected<ThreadPoints> pointsByCodeAndMisses(const result::Profile &P,
                                             uint32_t Thread,
                                             SignatureOptions Options);

} // namespace memfacet::study

#endif
