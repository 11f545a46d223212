//===- Matching.h - the structures of two profiles, in pairs --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The profiles may be of two builds: lines have moved, types have changed, and
// variables have other names.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_DIFF_MATCHING_H
#define MEMFACET_REPORT_DIFF_MATCHING_H

#include "analysis/result/profile/Profile.h"
#include <array>

namespace memfacet::report {

/// The parts of one structure in both profiles. It may be in one of them only;
/// [library] and [unattributed] have several parts.
struct Match {
  std::array<std::vector<const result::Structure *>, 2> Structures;
  bool Renamed = false; ///< matched by shape, not by name
};

/// Pairs the structures of \p ProfileBefore and \p ProfileAfter; each is in one
/// match. Structures of one name and kind match if each profile has one of
/// them. Otherwise those of one type match, first by place, then in the order
/// of places. Two of the rest match if no others have their kind, type and
/// element size (and function, unless they are records), and if their numbers
/// of objects and accesses differ by a factor of 4 at most. The profiles
/// outlive the result.
std::vector<Match> matchStructures(const result::Profile &ProfileBefore,
                                   const result::Profile &ProfileAfter);

} // namespace memfacet::report

#endif
