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

namespace memfacet {

struct Threshold {
  std::string Text;      ///< as it was written
  std::string Structure; ///< empty: the program
  std::string Metric;    ///< as metricsOf() calls it, in any case
  double Most = 0;       ///< a larger increase is too large
  bool Percent = true;
};

/// \p Text as the comment above has it.
Expected<Threshold> parseThreshold(std::string_view Text);

/// What became of one threshold.
struct Checked {
  Threshold Bound;
  DiffMetric Metric;
  const DiffRow *Row = nullptr;         ///< of the difference
  double MeanBefore = 0, MeanAfter = 0; ///< means
  Verdict Change = Verdict::Same;
  bool Exceeded = false; ///< also if there may be no difference

  /// What is to be reported. A difference of one run each counts as real.
  bool failed() const { return Exceeded && !mayBeNone(Change); }
  /// Of 0 to something, the per cent are infinite.
  double percent() const;
  /// "L2 misses: 100 -> 112, +12.0 %, more than +5 %"
  std::string text() const;
};

/// \p D outlives the result. An error names a metric or structure that is not
/// there.
Expected<std::vector<Checked>> checkAll(const std::vector<Threshold> &All,
                                        const Difference &D);

} // namespace memfacet

#endif
