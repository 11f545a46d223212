//===- ProfileFile.h - a profile's file before it is complete -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most users need only writeProfile and readProfile of Profile.h. Opening the
// tables takes as long as filling in the rows of a short run. So a ProfileDraft
// can do it while the profile is not there yet.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_STORE_PROFILEFILE_H
#define MEMFACET_RESULT_STORE_PROFILEFILE_H

#include "analysis/result/profile/Profile.h"
#include "analysis/result/store/Database.h"
#include <optional>
#include <string>

namespace memfacet::result {

/// Returns the file of a draft of this process, until the profile is whole.
std::string draftPath(const std::string &Path);

/// A temporary file in the folder of its later place, with the tables and views
/// of a profile and no rows. The destructor removes it. May be used in another
/// thread than the one that made it.
class ProfileDraft {
public:
  /// \p Path is where the profile will be, \p Levels the number of levels of
  /// its caches.
  static Expected<ProfileDraft> create(const std::string &Path, size_t Levels);
  ProfileDraft(ProfileDraft &&Other) noexcept;
  ProfileDraft &operator=(ProfileDraft &&) = delete;
  ~ProfileDraft();

  /// Fills in the rows and puts the file in its place. Called once. \p P has as
  /// many levels as the draft.
  Status write(const Profile &P, ExistingFile Old);

private:
  ProfileDraft(Database Tables, std::string Path, std::string Temporary,
               size_t Levels);

  std::optional<Database> Tables; ///< open until the rows are there
  std::string Path;
  std::string Temporary; ///< empty once it is in its place
  size_t Levels;
};

/// What is in a file that other programs may have changed.
struct UncheckedProfile {
  Profile P;
  uint64_t Version = 0;
  uint64_t Stored = 0, Computed = 0; ///< check values over all contents
  bool fits() const { return Stored == Computed; }
};

/// Does the same as readProfile, but also reads contents that do not fit their
/// check value, to find what is wrong with them.
Expected<UncheckedProfile> readUnchecked(const std::string &Path);

} // namespace memfacet::result

#endif
