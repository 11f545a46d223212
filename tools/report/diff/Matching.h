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

namespace memfacet {

/// What is one structure in both profiles. It may be in one of them only;
/// [library] and the like have several parts.
struct Match {
  std::array<std::vector<const result::Structure *>, 2> Structures;
  bool Renamed = false; ///< the same by its shape
};

/// Each structure of \p ProfileBefore and \p ProfileAfter once. Structures of
/// one name and kind are the same where there is one in each profile; else
/// where also their types are, and their places or the order of their places.
/// Of what is left, two are the same if no others have their kind, type and
/// element size, and if they are no records, their function; and if their
/// numbers of objects and accesses differ by a factor of 4 at most. The
/// profiles outlive the result.
std::vector<Match> matchStructures(const result::Profile &ProfileBefore,
                                   const result::Profile &ProfileAfter);

} // namespace memfacet

#endif
