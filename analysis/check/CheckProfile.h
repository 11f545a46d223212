//===- CheckProfile.h - the invariants of one profile ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CHECK_CHECKPROFILE_H
#define MEMFACET_CHECK_CHECKPROFILE_H

#include "analysis/check/Invariants.h"
#include <string>
#include <vector>

namespace memfacet::check {

/// One invariant, and what checking it found.
struct CheckedInvariant {
  std::string Name, Says;
  Comparisons Found;
};

/// Checks all invariants that cost at most \p Most, in the order of the table.
/// \p File is null if the profile is in no file.
std::vector<CheckedInvariant> checkProfile(const result::Profile &P,
                                           CheckCost Most = CheckCost::Streams,
                                           const ProfileOnDisk *File = nullptr);

/// Checks all invariants of the profile at \p Path. One that cannot be read
/// violates `readable`.
std::vector<CheckedInvariant> checkProfileFile(const std::string &Path);

} // namespace memfacet::check

#endif
