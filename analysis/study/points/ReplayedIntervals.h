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

/// All intervals of the profile's threads, or of \p Thread alone, by their
/// instructions. Of a profile for which only some were simulated
/// (CollectOptions::Intervals), the others have instructions and nothing else.
/// ProcessBegin and ProcessEnd are not known: 0. An error: its streams are
/// damaged.
Expected<IntervalTable> replayedIntervals(const result::Profile &P,
                                          std::optional<uint32_t> Thread);

/// The places of \p Points in \p Table, with their weights. An error names one
/// that is not there; intervals have \p Length instructions.
Expected<std::vector<WeightedInterval>>
placesOf(const std::vector<ChosenInterval> &Points, const IntervalTable &Table,
         uint64_t Length);

/// By interval of \p Table: misses of \p Level by structure, the number of
/// which in \p P is the key.
Expected<std::vector<KeyedCounts>> missesByStructure(const result::Profile &P,
                                                     const IntervalTable &Table,
                                                     size_t Level);

} // namespace memfacet::study

#endif
