//===- SharedLines.h - findings about what threads share ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_FINDINGS_SHAREDLINES_H
#define MEMFACET_REPORT_FINDINGS_SHAREDLINES_H

#include "tools/report/common/LostLines.h"
#include "tools/report/findings/Finding.h"

namespace memfacet::report {

/// A finding about lost lines, and what they cost.
struct SharingFinding {
  Finding Entry;
  double Cycles = 0; ///< between those of the least and the most lost lines
};

/// Returns the structures whose lost lines may cost a hundredth of the run.
std::vector<SharingFinding> sharingFindings(const result::Profile &P);

} // namespace memfacet::report

#endif
