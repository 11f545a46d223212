//===- MergeProfiles.h - one profile of those of several processes --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts are summed. A structure or a place in the code is the same in several
// runs if everything that names it is the same. Threads of the runs follow one
// another, so a rank is a range of threads and keeps its counts and its
// intervals.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_MERGE_MERGEPROFILES_H
#define MEMFACET_RESULT_MERGE_MERGEPROFILES_H

#include "analysis/result/profile/Profile.h"
#include <memory>

namespace memfacet::result {

/// Merges profiles, one after the other. Only the sum is kept.
class ProfileMerger {
public:
  ProfileMerger();
  ProfileMerger(ProfileMerger &&) noexcept;
  ~ProfileMerger();

  /// Adds \p P, a rank called \p Label. If \p P is itself merged, its ranks
  /// keep their own labels. Returns an error if it cannot be merged with those
  /// before.
  Status add(Profile P, const std::string &Label);
  /// Returns the sum. Called once, after at least one profile was added. What
  /// was left out is in the Notes of the sum. Returns an error if streams are
  /// damaged.
  Expected<Profile> finish();

private:
  struct Impl;
  std::unique_ptr<Impl> Self;
};

/// Returns where the names of files differ, without what all begin and end
/// with: "run.0.mfp" and "run.10.mfp" give "0" and "10".
std::vector<std::string> labelsOf(const std::vector<std::string> &Files);

} // namespace memfacet::result

#endif
