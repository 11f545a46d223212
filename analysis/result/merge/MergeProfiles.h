//===- MergeProfiles.h - one profile of those of several processes --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts are summed. What is the same in several runs (a structure, a place in
// the code) is so by all that names it. Threads of the runs follow one another,
// so a rank is a range of threads and keeps its counts and its intervals.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_MERGE_MERGEPROFILES_H
#define MEMFACET_RESULT_MERGE_MERGEPROFILES_H

#include "analysis/result/profile/Profile.h"
#include <memory>

namespace memfacet::result {

/// Merges profiles, one after the other: only what is merged is kept.
class ProfileMerger {
public:
  ProfileMerger();
  ProfileMerger(ProfileMerger &&) noexcept;
  ~ProfileMerger();

  /// Adds \p P, a rank called \p Label; where it is itself merged, its ranks
  /// under their own labels. An error: it cannot be merged with those before.
  Status add(Profile P, const std::string &Label);
  /// Once, after at least one. What was left out is in its Notes. An error:
  /// streams are damaged.
  Expected<Profile> finish();

private:
  struct Impl;
  std::unique_ptr<Impl> Self;
};

/// Where the names of files differ, without what all begin and end with:
/// "run.0.mfp" and "run.10.mfp" give "0" and "10".
std::vector<std::string> labelsOf(const std::vector<std::string> &Files);

} // namespace memfacet::result

#endif
