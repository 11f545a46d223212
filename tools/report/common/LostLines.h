//===- LostLines.h - lines lost to other threads, and their cost ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The number that all reports show for what threads share: how often a thread
// missed a line because another one had written it, as a range. The low end was
// recorded. The high end is what other orders of the same accesses may lose:
// of the orders that were simulated, of the 95 % interval, and of the sample
// that each recording has.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_COMMON_LOSTLINES_H
#define MEMFACET_REPORT_COMMON_LOSTLINES_H

#include "analysis/result/profile/Profile.h"

namespace memfacet::report {

struct LostRange {
  uint64_t Low = 0, High = 0;

  LostRange &operator+=(LostRange O) {
    Low += O.Low, High += O.High;
    return *this;
  }
  bool operator==(const LostRange &) const = default;
};

/// The lines of one structure that threads lost.
struct LostLines {
  StructureId Structure = {};
  uint64_t True = 0, False = 0; ///< recorded or simulated
  LostRange TrueSharing, FalseSharing;
  const result::SharingHint *Hint = nullptr; ///< null: the sample has none
};

/// Returns the lost lines of each structure, by StructureId.
std::vector<LostLines> lostLines(const result::Profile &P);
/// Returns the sums of all structures: TrueSharing and FalseSharing.
LostLines allLostLines(const result::Profile &P);

/// Returns the cycles that threads wait for \p Lines lost lines.
double lostCycles(double Lines);
/// Returns "2624 to 1.60 M lost lines, 157 K to 96.0 M cycles".
std::string lostText(LostRange R);
/// Returns two lines of a header for all structures.
std::string lostHeader(const result::Profile &P);

} // namespace memfacet::report

#endif
