//===- ChangedProfile.h - a profile whose rows are anything ---------------===//

#ifndef MEMFACET_TEST_FUZZ_CHANGEDPROFILE_H
#define MEMFACET_TEST_FUZZ_CHANGEDPROFILE_H

#include "analysis/profile/Profile.h"
#include "test/fuzz/Feed.h"
#include <optional>

namespace memfacet::fuzz {

/// What readProfile makes of a file whose rows were changed as \p In says, and
/// whose check value is right. Nothing: it refuses the file.
std::optional<Profile> changedProfile(Feed &In);

} // namespace memfacet::fuzz

#endif
