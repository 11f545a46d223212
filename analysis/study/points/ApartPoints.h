//===- ApartPoints.h - profile of points that were simulated one by one ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each point is simulated by itself. Caches are empty before the instructions
// that warm them up. So it does not matter which process simulates which point.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_POINTS_APARTPOINTS_H
#define MEMFACET_STUDY_POINTS_APARTPOINTS_H

#include "analysis/result/merge/SameThings.h"
#include "analysis/study/points/PointFile.h"
#include <span>

namespace memfacet::study {

/// Makes one profile of the simulations of points. It has what estimates need:
/// the names of structures, the instructions of all intervals, and the counts
/// of the points. The same simulations in the same order give the same profile,
/// whether they are added one by one or as profiles that were made of some of
/// them.
class ApartPoints {
public:
  /// Adds the counts that \p P has of \p Points.
  Status add(const result::Profile &P, std::span<const ChosenInterval> Points);
  /// Returns the profile. To be called once, after at least one add().
  Expected<result::Profile> finish();

private:
  /// Thread, group of measures, interval, structure, measure.
  using Key = std::tuple<uint32_t, result::Measure, uint32_t, uint32_t,
                         result::Measure>;

  Status begin(const result::Profile &P);

  result::Profile All;
  result::SameThings Things{All};
  std::map<Key, uint64_t> Values;
  bool HasBegun = false;
};

} // namespace memfacet::study

#endif
