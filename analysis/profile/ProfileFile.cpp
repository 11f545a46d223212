//===- profile/ProfileFile.cpp - profiles as files ------------------------===//

#include "analysis/profile/Profile.h"
#include "analysis/profile/ProfileTables.h"
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>

namespace memfacet {
namespace {

bool byThread(const ThreadCounts &A, const ThreadCounts &B) {
  return std::tie(A.Thread, A.Structure) < std::tie(B.Thread, B.Structure);
}
bool byNumber(const ThreadRow &A, const ThreadRow &B) {
  return A.Thread < B.Thread;
}

bool isSorted(const Profile &P) {
  return std::ranges::is_sorted(P.Threads, byNumber) &&
         std::ranges::is_sorted(P.ByThread, byThread) &&
         std::ranges::is_sorted(P.Streams.All, {}, &Stream::key);
}

Profile sorted(Profile P) {
  std::ranges::sort(P.Threads, byNumber);
  std::ranges::sort(P.ByThread, byThread);
  P.Streams.sort();
  return P;
}

Status storeIn(const std::string &File, const Profile &P) {
  Expected<Database> D = Database::open(File, Database::Mode::Create);
  if (!D)
    return D.error();
  return storeProfile(*D, isSorted(P) ? P : sorted(P));
}

/// Replaces \p Path by \p New; what was there stays reachable throughout.
Status putInPlace(const std::string &New, const std::string &Path,
                  Previous Old) {
  std::string OldPath = Path + ".old";
  if (Old == Previous::KeepAsOld && access(Path.c_str(), F_OK) == 0) {
    unlink(OldPath.c_str());
    // Where links are not possible, a moment without any profile is.
    if (link(Path.c_str(), OldPath.c_str()) != 0 &&
        rename(Path.c_str(), OldPath.c_str()) != 0)
      return makeError("cannot keep the previous one as '{}': {}", OldPath,
                       std::strerror(errno));
  }
  if (rename(New.c_str(), Path.c_str()) != 0)
    return Error{std::strerror(errno)};
  return {};
}

} // namespace

/// SQLite's pages have at least so many bytes, and files are whole pages.
static constexpr long SmallestPage = 512;

Status writeProfile(const Profile &P, const std::string &Path, Previous Old) {
  // Nothing but a file may be renamed away: not /dev/null, not a folder.
  struct stat There;
  if (lstat(Path.c_str(), &There) == 0 && !S_ISREG(There.st_mode) &&
      !S_ISLNK(There.st_mode))
    return makeError("cannot write profile '{}': it is not a regular file",
                     Path);
  std::string Temporary = fmt::format("{}.tmp{}", Path, getpid());
  unlink(Temporary.c_str());
  Status S = storeIn(Temporary, P);
  if (S)
    S = putInPlace(Temporary, Path, Old);
  if (S)
    return S;
  unlink(Temporary.c_str());
  return makeError("cannot write profile '{}': {}", Path, S.error().Message);
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
