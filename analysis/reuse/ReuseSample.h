//===- ReuseSample.h - a touch and the next one of its line ---------------===//

#ifndef MEMFACET_REUSE_REUSESAMPLE_H
#define MEMFACET_REUSE_REUSESAMPLE_H

#include <cstdint>
#include <vector>

namespace memfacet {

/// Times are touches, all lines, numbered from 0.
struct ReuseSample {
  static constexpr uint64_t Never = ~uint64_t(0);

  uint64_t Start;       ///< a touch that was chosen
  uint64_t End = Never; ///< the next touch of its line
  /// The structure that is charged: of the later touch, or of the only one.
  uint32_t Owner = 0;
  bool Counted = true; ///< that touch was in the region of interest
};

/// A pair of touches of which the distance is known, too.
struct ReuseCheck {
  ReuseSample Pair; ///< of less than ReuseChecks::TimeLimit
  uint32_t Distance;
  uint32_t Burst; ///< in which it was observed
};

/// All that was sampled of one stream.
struct ReuseSamples {
  std::vector<ReuseSample> All; ///< by Start
  uint64_t Touches = 0;         ///< the time now
  double Gap = 1;               ///< touches for each sample, on average
  std::vector<ReuseCheck> Checks = {};
};

} // namespace memfacet

#endif
