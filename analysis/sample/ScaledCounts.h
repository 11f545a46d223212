//===- ScaledCounts.h - counts of windows, scaled to the run --------------===//

#ifndef MEMFACET_SAMPLE_SCALEDCOUNTS_H
#define MEMFACET_SAMPLE_SCALEDCOUNTS_H

#include "analysis/profile/Profile.h"
#include <array>
#include <vector>

namespace memfacet {

/// For how much a count of a window stands.
struct ScaleFactors {
  double All = 1;
  /// Misses by structure and level.
  std::vector<std::array<double, MaxCacheLevels>> Misses = {};
  /// Misses to be added where a structure has none, by structure and level.
  std::vector<std::array<double, MaxCacheLevels>> Extra = {};
};

/// Multiplies all counts of \p P but those by interval. Each number of a thread
/// and structure is rounded, sums are made anew.
void scaleCounts(Profile &P, const ScaleFactors &F);

} // namespace memfacet

#endif
