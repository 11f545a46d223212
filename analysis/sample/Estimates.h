//===- Estimates.h - from windows to the whole run ------------------------===//

#ifndef MEMFACET_SAMPLE_ESTIMATES_H
#define MEMFACET_SAMPLE_ESTIMATES_H

#include "analysis/cache/FreshLines.h"
#include "analysis/profile/Profile.h"
#include "analysis/sample/WindowCounts.h"
#include <array>

namespace memfacet {

/// What is known of a sampled run at its end. Words are those of block records.
struct SampledStream {
  uint64_t Words = 0;    ///< recorded or not
  uint64_t Recorded = 0; ///< of them
  uint64_t Measured = 0; ///< of these
  std::vector<Window> Windows;
  FreshLines::Counts Seen = {}; ///< FreshLines::seen, of what was recorded
  /// Of what was measured. Empty: nobody knows what the gaps hide.
  SetDistances::Table Distances = {};
};

/// Makes the counts of \p P, which are those of the windows, estimates of the
/// whole run, all but those by interval, and says how sure they are
/// (docs/sampling.md). Sums over threads, and over structures, stay what they
/// are; sums over sites may differ from them by rounding.
void estimateRun(Profile &P, const SampledStream &S);

} // namespace memfacet

#endif
