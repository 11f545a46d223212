//===- ProfileFile.cpp - profiles as files --------------------------------===//

#include "analysis/profile/Profile.h"
#include "analysis/store/ProfileDraft.h"
#include "analysis/store/ProfileTables.h"
#include <cerrno>
#include <cstring>
#include <sys/stat.h>

namespace memfacet {

/// SQLite's pages have at least so many bytes, and files are whole pages.
static constexpr long SmallestPage = 512;

Status writeProfile(const Profile &P, const std::string &Path, Previous Old) {
  Expected<ProfileDraft> Draft = ProfileDraft::create(Path);
  return Draft ? Draft->write(P, Old) : Draft.error();
}

Expected<Profile> readProfile(const std::string &Path) {
  struct stat There;
  if (stat(Path.c_str(), &There) != 0)
    return makeError("cannot read profile '{}': {}; make one with "
                     "'memfacet record -o {} -- ./program'",
                     Path, std::strerror(errno), Path);
  if (!S_ISREG(There.st_mode))
    return makeError("cannot read profile '{}': it is not a regular file",
                     Path);
  if (There.st_size == 0)
    return makeError("cannot read profile '{}': it is empty", Path);
  Expected<Database> D = Database::open(Path, Database::Mode::Read);
  Expected<Profile> P =
      D ? loadProfile(std::make_shared<Database>(std::move(*D)))
        : Expected<Profile>(D.error());
  if (!P)
    return makeError("cannot read profile '{}': {}", Path, P.error().Message);
  // A page that is there in part may hold nothing of use in the rest.
  if (There.st_size % SmallestPage != 0)
    return makeError("cannot read profile '{}': its end is missing", Path);
  return P;
}

} // namespace memfacet
