//===- ReplayedIntervals.h - intervals of a part of a run -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_POINTS_REPLAYEDINTERVALS_H
#define MEMFACET_STUDY_POINTS_REPLAYEDINTERVALS_H

#include "analysis/result/profile/Profile.h"
#include "analysis/study/points/PointEstimate.h"
#include "analysis/study/points/PointFile.h"
#include <optional>
#include <vector>

namespace memfacet::study {

/// Returns all intervals of the profile's threads, or of \p Thread alone, that
/// have instructions. If only some were simulated (CollectOptions::Intervals),
/// the others have instructions and nothing else. ProcessBegin and ProcessEnd
/// are not known, and 0. An error where the profile's streams are damaged.
Expected<IntervalTable> replayedIntervals(const result::Profile &P,
                                          std::optional<uint32_t> Thread);

/// Returns the indices of \p Points in \p Table, with their weights. An error
/// names a point that is not there. Intervals have \p Length instructions.
Expected<std::vector<WeightedInterval>>
placesOf(const std::vector<ChosenInterval> &Points, const IntervalTable &Table,
         uint64_t Length);

/// Returns, for each interval of \p Table, the misses of \p Level by structure.
/// The key is the structure's number in \p P.
Expected<std::vector<KeyedCounts>> missesByStructure(const result::Profile &P,
                                                     const IntervalTable &Table,
                                                     size_t Level);

} // namespace memfacet::study

#endif
