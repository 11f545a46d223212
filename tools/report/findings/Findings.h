//===- Findings.h - what costs most, why, and what to do ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A finding is about one structure: the share of the misses that it causes, how
// it is accessed, and the change that may help. All numbers come from the
// profile; nothing is simulated. So what a change saves is an upper bound, and
// each finding ends with a command that shows more.
//
// docs/changes.md has the rules.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_FINDINGS_FINDINGS_H
#define MEMFACET_REPORT_FINDINGS_FINDINGS_H

#include "analysis/result/profile/Profile.h"
#include "tools/report/format/Columns.h"
#include "tools/support/Terminal.h"

namespace memfacet::report {

/// A change that may help.
enum class Change {
  Split,     ///< move members that are seldom used elsewhere
  Pool,      ///< allocate objects one after the other
  Traverse,  ///< walk along the elements, not across them
  Order,     ///< order elements as pointers and indices reach them
  Tile,      ///< work in tiles: the structure is read from end to end
  KeepApart, ///< others evict what is used again and again
  Unshare,   ///< threads write different bytes of one line
  MayShare,  ///< threads may do so in another order
  Annotate,  ///< the program says what its own allocator hands out
  None
};
} // namespace memfacet::report

template <>
inline constexpr std::array memfacet::NamesOf<memfacet::report::Change> = {
    "split",      "pool",    "traverse",  "order",    "tile",
    "keep-apart", "unshare", "may-share", "annotate", "none"};

namespace memfacet::report {

struct Finding {
  StructureId Structure;
  /// The share of the cycles that the program's misses cost (missCycles), 0
  /// to 1.
  double Share = 0;
  Change Remedy = Change::None;
  /// The share of the same cycles that the change saves, about; 0: not known.
  double Saves = 0;
  std::string Cause;  ///< "pointer chasing 74.4 %"
  std::string Advice; ///< a sentence without a full stop, or ""
};

/// Returns at most \p Most findings, those first that save most. Structures
/// with less than a fiftieth of the cycles are left out. What threads share
/// (Unshare, MayShare) is no miss of these caches: their Share is 0.
std::vector<Finding> findingsOf(const result::Profile &P, size_t Most);

/// Returns "58.3 % of L1 misses: net->nodes (...)" and so on, in one line.
std::string findingText(const result::Profile &P, const Finding &F);
/// Returns the command that shows more. \p File: " FILE" of the profile, or "".
std::string findingNext(const result::Profile &P, const Finding &F,
                        const std::string &File);

/// Writes a numbered list with a title, wrapped for \p Out, and what a slower
/// recording would add; "" if there is neither.
std::string findingsText(const result::Profile &P, const std::string &File,
                         const Terminal &Out);
Json findingsJson(const result::Profile &P);

} // namespace memfacet::report

#endif
