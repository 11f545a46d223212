//===- ChangedProfile.h - a profile whose rows are anything ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_FUZZ_CHANGEDPROFILE_H
#define MEMFACET_TEST_FUZZ_CHANGEDPROFILE_H

#include "analysis/result/profile/Profile.h"
#include "test/fuzz/Feed.h"
#include <functional>

namespace memfacet::fuzz {

/// Calls \p Do with what readProfile makes of a file whose rows were changed as
/// \p In says, and whose check value is right. The file is there as long as it
/// runs. False: the file was refused.
bool withChangedProfile(Feed &In, const std::function<void(Profile &)> &Do);

} // namespace memfacet::fuzz

#endif
