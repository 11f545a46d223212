//===- ProfileFile.h - a profile's file before it is complete -------------===//
//
// Profile.h has writeProfile and readProfile, which are all that most need. To
// create the tables takes as long as to fill in the rows of a short run, so who
// waits for a profile may create them meanwhile.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STORE_PROFILEFILE_H
#define MEMFACET_STORE_PROFILEFILE_H

#include "analysis/profile/Profile.h"
#include "analysis/store/Database.h"
#include <optional>
#include <string>

namespace memfacet {

/// A temporary file beside its later place, with the tables of a profile and no
/// rows. It is gone with this. May be used in another thread than the one that
/// made it.
class ProfileDraft {
public:
  /// \p Path is where the profile shall be.
  static Expected<ProfileDraft> create(const std::string &Path);
  ProfileDraft(ProfileDraft &&Other) noexcept;
  ProfileDraft &operator=(ProfileDraft &&) = delete;
  ~ProfileDraft();

  /// Fills in the rows and puts the file in its place. Once.
  Status write(const Profile &P, Previous Old);

private:
  ProfileDraft(Database Tables, std::string Path, std::string Temporary);

  std::optional<Database> Tables; ///< open until the rows are there
  std::string Path;
  std::string Temporary; ///< empty once it is in its place
};

} // namespace memfacet

#endif
