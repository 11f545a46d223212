//===- ScaleCounts.h - counts of windows become those of a run ------------===//

#ifndef MEMFACET_SAMPLE_SCALECOUNTS_H
#define MEMFACET_SAMPLE_SCALECOUNTS_H

#include "analysis/cache/CacheLimits.h"
#include "analysis/profile/Profile.h"
#include <array>

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
void scaleCounts(Profile &P, const ScaleFactors &Factors);

} // namespace memfacet

#endif
