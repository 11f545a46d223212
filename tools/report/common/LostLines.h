//===- LostLines.h - lines lost to other threads, and their cost ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The number that all reports show for what threads share: how often a thread
// missed a line because another one had written it. Two ranges say how sure it
// is:
//
//   this run      not all lines were followed: a 95 % interval
//   another run   threads come to lines in another order. The low end has one
//                 miss in each turn (MoveTally.h), or is the least of the
//                 orders that were simulated. The high end is the most of
//                 these, and what each thread's accesses and the writes of
//                 others allow
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
  uint64_t True = 0, False = 0;    ///< recorded or simulated
  LostRange TrueInRun, FalseInRun; ///< in this run
  /// What any run may lose. The ranges contain those of this run.
  LostRange TrueSharing, FalseSharing;
  const result::SharingHint *Hint = nullptr; ///< null: the sample has none
};

/// Returns the lost lines of each structure, by StructureId.
std::vector<LostLines> lostLines(const result::Profile &P);
/// Returns the sums of all structures.
LostLines allLostLines(const result::Profile &P);

/// Returns the cycles that threads wait for \p Lines lost lines.
double lostCycles(double Lines);
/// Returns "2624 to 1.60 M".
std::string lostRangeText(LostRange R);
/// Returns "2624 lost lines, 157 K cycles (another run loses 64 to 1.60 M)"; of
/// lines that this run did not lose, or if no order was recorded, "0 to 1.60 M
/// lost lines, 0 to 96.0 M cycles".
std::string lostText(LostRange InRun, LostRange AnyRun);
/// Returns two lines of a header for all structures: what this run lost and,
/// where it is not the same, what another one may lose.
std::string lostHeader(const result::Profile &P);

} // namespace memfacet::report

#endif
