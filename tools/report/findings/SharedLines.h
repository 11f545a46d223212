//===- SharedLines.h - findings about what threads share ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_REPORT_FINDINGS_SHAREDLINES_H
#define MEMFACET_REPORT_FINDINGS_SHAREDLINES_H

#include "tools/report/findings/Gains.h"

namespace memfacet::report {

/// Returns the structures whose lost lines may cost a hundredth of the run.
std::vector<Finding> sharingFindings(const result::Profile &P, const Gains &G);

} // namespace memfacet::report

#endif
