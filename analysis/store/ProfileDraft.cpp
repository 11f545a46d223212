//===- ProfileDraft.cpp - a profile's file before it is one ---------------===//

#include "analysis/store/ProfileDraft.h"
#include "analysis/store/ProfileTables.h"
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>
#include <utility>

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

ProfileDraft::ProfileDraft(Database Tables, std::string Path,
                           std::string Temporary)
    : Tables(std::move(Tables)), Path(std::move(Path)),
      Temporary(std::move(Temporary)) {}

ProfileDraft::ProfileDraft(ProfileDraft &&Other) noexcept
    : Tables(std::move(Other.Tables)), Path(std::move(Other.Path)),
      Temporary(std::exchange(Other.Temporary, {})) {}

ProfileDraft::~ProfileDraft() {
  if (!Temporary.empty())
    unlink(Temporary.c_str());
}

static Error cannotWrite(const std::string &Path, const std::string &Why) {
  return makeError("cannot write profile '{}': {}", Path, Why);
}

Expected<ProfileDraft> ProfileDraft::create(const std::string &Path) {
  // Nothing but a file may be renamed away: not /dev/null, not a folder.
  struct stat There;
  if (lstat(Path.c_str(), &There) == 0 && !S_ISREG(There.st_mode) &&
      !S_ISLNK(There.st_mode))
    return cannotWrite(Path, "it is not a regular file");
  std::string Temporary = fmt::format("{}.tmp{}", Path, getpid());
  unlink(Temporary.c_str());
  Expected<Database> D = Database::open(Temporary, Database::Mode::Create);
  if (!D)
    return cannotWrite(Path, D.error().Message);
  ProfileDraft Draft(std::move(*D), Path, Temporary);
  if (Status S = createTables(*Draft.Tables); !S)
    return cannotWrite(Path, S.error().Message);
  return Draft;
}

Status ProfileDraft::write(const Profile &P, Previous Old) {
  // A copy takes as long as all the rest.
  Status S =
      isSorted(P) ? storeProfile(*Tables, P) : storeProfile(*Tables, sorted(P));
  Tables.reset();
  if (S)
    S = putInPlace(Temporary, Path, Old);
  if (!S)
    return cannotWrite(Path, S.error().Message);
  Temporary.clear();
  return {};
}

} // namespace memfacet
