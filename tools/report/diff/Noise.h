//===- Noise.h - is a difference more than runs differ by themselves? -----===//

#ifndef MEMFACET_REPORT_DIFF_NOISE_H
#define MEMFACET_REPORT_DIFF_NOISE_H

#include <cstdint>
#include <vector>

namespace memfacet {

enum class Verdict {
  Same,    ///< no difference
  Unknown, ///< one run each: nobody knows how much runs differ
  Noise,   ///< runs of one side differ as much
  Real
};

/// A quantity in the runs of each side.
struct TwoSamples {
  std::vector<double> Before, After; ///< not empty

  double meanBefore() const;
  double meanAfter() const;
};

/// By Welch's unequal variances t-test (Biometrika 34, 1947) at 95 %. If one
/// side has one run, it is taken to vary as the other side's runs.
Verdict judge(const TwoSamples &Of);

/// A mean of counts, as a count.
uint64_t rounded(double Mean);

} // namespace memfacet

#endif
