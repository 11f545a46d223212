//===- Thresholds.h - changes that are too large --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   L2.misses=+5%            of the whole program
//   nodes/L1.misses=+10%     of a structure
//   instructions=+1000000    by a number
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_DIFF_THRESHOLDS_H
#define MEMFACET_REPORT_DIFF_THRESHOLDS_H

#include "tools/report/diff/Difference.h"
#include <string>
#include <string_view>

namespace memfacet::report {

struct Threshold {
  std::string Text;      ///< as it was written
  std::string Structure; ///< empty: the program
  std::string Metric;    ///< a name of metricsOf(), in upper or lower case
  double Most = 0;       ///< a larger increase is too large
  bool Percent = true;
};

/// Parses \p Text, which has a form of the comment above.
Expected<Threshold> parseThreshold(std::string_view Text);

/// A threshold, and the change that it was compared with.
struct Checked {
  Threshold Bound;
  DiffMetric Metric;
  const DiffRow *Row = nullptr;         ///< of the difference
  double MeanBefore = 0, MeanAfter = 0; ///< means
  Verdict Change = Verdict::Same;
  bool Exceeded = false; ///< also if there may be no difference

  /// Returns whether the check failed. A difference of one run each counts as
  /// real.
  bool failed() const { return Exceeded && !mayBeNone(Change); }
  /// Returns the change in per cent; infinite if MeanBefore is 0 and MeanAfter
  /// is not.
  double percent() const;
  /// Returns "L2 misses: 100 -> 112, +12.0 %, more than +5 %".
  std::string text() const;
};

/// \p D outlives the result. An error names a metric or structure that is not
/// there.
Expected<std::vector<Checked>> checkAll(const std::vector<Threshold> &All,
                                        const Difference &D);

} // namespace memfacet::report

#endif
