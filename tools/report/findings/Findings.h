//===- Findings.h - what costs most, why, and what to do ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A finding is about one structure, or about several with one cure: the share
// of the misses that it causes, how it is accessed, and the change that may
// help. All numbers come from the profile; nothing is simulated. So what a
// change saves is an estimate, and each finding ends with a command that shows
// more.
//
// docs/changes.md has the rules.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_FINDINGS_FINDINGS_H
#define MEMFACET_REPORT_FINDINGS_FINDINGS_H

#include "analysis/result/profile/Profile.h"
#include "tools/report/findings/Finding.h"
#include "tools/report/format/Columns.h"
#include "tools/support/Terminal.h"

namespace memfacet::report {

/// Which findings are shown.
struct FindingLimits {
  size_t Most = 5;
  /// Structures with a smaller share of the cycles have no finding.
  double LeastShare = 0.02;
  /// Structures with this share are shown even if they are not among the first.
  double CertainShare = 0.05;
};
/// All that cost something.
constexpr FindingLimits AllFindings = {~size_t(0), 0.001, 0.001};

/// Returns the findings that \p Limits allow, those first that save most time,
/// and last those whose gain is small or that have no change. What
/// threads share (Unshare, MayShare, HandOver) is no miss of these caches:
/// their Share is 0.
std::vector<Finding> findingsOf(const result::Profile &P,
                                const FindingLimits &Limits = {});

/// Returns "saves about 12.0 % of the time (5.0 to 25.0 %)" and so on.
std::string gainText(const Finding &F);
/// Returns "58.3 % of L1 misses: net->nodes (...)" and so on, in one line.
std::string findingText(const result::Profile &P, const Finding &F);
/// Returns the command that shows more. \p File: " FILE" of the profile, or "".
std::string findingNext(const result::Profile &P, const Finding &F,
                        const std::string &File);

/// Writes a numbered list with a title, wrapped for \p Out, and what a slower
/// recording would add; "" if there is neither.
std::string findingsText(const result::Profile &P, const std::string &File,
                         const Terminal &Out, const FindingLimits &Limits = {});
Json findingsJson(const result::Profile &P,
                  const FindingLimits &Limits = AllFindings);

} // namespace memfacet::report

#endif
