//===- CheckProfile.h - the invariants of one profile ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CHECK_CHECKPROFILE_H
#define MEMFACET_CHECK_CHECKPROFILE_H

#include "analysis/check/Invariants.h"
#include <string>
#include <vector>

namespace memfacet::check {

/// One invariant, and what looking at it found.
struct CheckedInvariant {
  std::string Name, Says;
  Comparisons Found;
};

/// All that cost at most \p Most, in the order of the table. \p File: null
/// where the profile is in no file.
std::vector<CheckedInvariant> checkProfile(const result::Profile &P,
                                           CheckCost Most = CheckCost::Streams,
                                           const ProfileOnDisk *File = nullptr);

/// All of the profile at \p Path. One that cannot be read violates `readable`.
std::vector<CheckedInvariant> checkProfileFile(const std::string &Path);

} // namespace memfacet::check

#endif
