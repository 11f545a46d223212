//===- ProfileFile.cpp - profiles as files --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/ProfileFile.h"
#include "analysis/result/store/Digest.h"
#include "analysis/result/store/EmptyDatabase.h"
#include "analysis/result/store/IntervalRows.h"
#include "analysis/result/store/ProfileRows.h"
#include "analysis/result/store/Views.h"
#include "analysis/support/NewFile.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>
#include <utility>

namespace memfacet::result {
namespace {

constexpr const char *OldExtension = ".old";

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

/// Makes the file \p Path of a profile without any row. The error is what the
/// system says.
Status makeEmpty(const std::string &Path, size_t Levels) {
  // SQLite would follow a link.
  Expected<int> Fd = openNewFile(Path);
  if (!Fd)
    return Fd.error();
  Status Wrote = writeEmptyDatabase(*Fd, {ProfileApplication, ProfileVersion},
                                    profileTables(), profileViews(Levels));
  close(*Fd);
  return Wrote;
}

/// Opens the file for rows.
Expected<Database> openEmpty(const std::string &Path) {
  Expected<Database> D = Database::open(Path, Database::Mode::Create);
  if (!D)
    return D;
  // No other process sees the file before the final rename: no journal on the
  // disk, no waiting for it. (OFF is refused, as the database is defensive.)
  if (Status S = D->run("PRAGMA journal_mode = MEMORY;"
                        "PRAGMA synchronous = OFF;"
                        "PRAGMA locking_mode = EXCLUSIVE;"
                        "BEGIN");
      !S)
    return S.error();
  return D;
}

/// Ends what openEmpty began. The lists of \p P must be sorted as they are read
/// back.
Status storeRows(Database &D, const Profile &P) {
  RowWriter W(D);
  storeProgram(W, P);
  storeDetails(W, P);
  storeTimes(W, P);
  storeSharing(W, P);
  return W.status() ? D.run("COMMIT") : W.status();
}

Error notKept(const std::string &OldPath) {
  return makeError("cannot keep the previous one as '{}': {}", OldPath,
                   std::strerror(errno));
}

/// Replaces \p Path by \p New; what was there stays reachable throughout.
Status putInPlace(const std::string &New, const std::string &Path,
                  ExistingFile Old) {
  std::string OldPath = Path + OldExtension;
  if (Old == ExistingFile::KeepAsOld && access(Path.c_str(), F_OK) == 0) {
    unlink(OldPath.c_str());
    // If links are not possible, there is a moment without any profile.
    if (link(Path.c_str(), OldPath.c_str()) != 0 &&
        rename(Path.c_str(), OldPath.c_str()) != 0)
      return notKept(OldPath);
  }
  if (rename(New.c_str(), Path.c_str()) != 0)
    return Error{std::strerror(errno)};
  return {};
}

/// Returns how each table was made, by its name. A name that comes twice has no
/// text.
Expected<std::map<std::string, std::string>> tableTexts(Database &D) {
  Expected<Statement> S =
      D.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table'");
  if (!S)
    return S.error();
  std::map<std::string, std::string> Texts;
  while (true) {
    Expected<bool> More = S->next();
    if (!More)
      return More.error();
    if (!*More)
      return Texts;
    if (auto [Found, New] = Texts.try_emplace(S->text(0), S->text(1)); !New)
      Found->second.clear();
  }
}

/// Checks that a file has the tables that memfacet writes. A foreign or later
/// file shows by its numbers, a forged one by tables that are not as memfacet
/// makes them (views and the like). Returns the version.
Expected<uint64_t> checkTables(Database &D) {
  Expected<uint64_t> Application = D.number("PRAGMA application_id");
  if (!Application)
    return Application.error();
  if (*Application != ProfileApplication)
    return makeError("not a MemFacet profile");
  Expected<uint64_t> Version = D.number("PRAGMA user_version");
  if (!Version)
    return Version.error();
  if (*Version == 0 || *Version > ProfileVersion)
    return makeError("profile of version {}, this memfacet reads versions 1 "
                     "to {}",
                     *Version, ProfileVersion);
  Expected<std::map<std::string, std::string>> Texts = tableTexts(D);
  if (!Texts)
    return Texts.error();
  for (const TableText &T : profileTables()) {
    if (!T.In.contains(*Version))
      continue;
    auto Found = Texts->find(std::string(T.Name));
    if (Found == Texts->end() || Found->second != T.Creation)
      return makeError("table {} is missing or not as memfacet makes it",
                       T.Name);
  }
  return *Version;
}

/// Returns how many bytes a file of SQLite has, as its header says; 0: it is
/// none, or does not say.
uint64_t lengthInHeader(const std::string &Path) {
  std::array<unsigned char, 100> Header = {};
  std::ifstream File(Path, std::ios::binary);
  File.read(reinterpret_cast<char *>(Header.data()), Header.size());
  if (std::memcmp(Header.data(), "SQLite format 3", 16) != 0)
    return 0;
  if (size_t(File.gcount()) != Header.size())
    return Header.size();
  auto Number = [&](size_t Position, size_t Bytes) {
    uint64_t Value = 0;
    for (size_t I = 0; I != Bytes; ++I)
      Value = Value << 8 | Header[Position + I];
    return Value;
  };
  // The number of pages is that of the change with the second number.
  return Number(24, 4) == Number(92, 4) ? Number(16, 2) * Number(28, 4) : 0;
}

/// Checks that the end is there: SQLite reads what is left of a file, as far as
/// it can.
Status checkLength(const std::string &Path, uint64_t Length) {
  uint64_t Wanted = lengthInHeader(Path);
  if (Length < Wanted)
    return makeError("its end is missing: {} of {} bytes are there; copy it "
                     "again, or record it again",
                     Length, Wanted);
  // A page that is there in part may hold nothing of use in the rest.
  constexpr uint64_t SmallestPage = 512;
  if (Wanted != 0 && Length % SmallestPage != 0)
    return makeError("something was appended to it; copy it again, or record "
                     "it again");
  return {};
}

/// Loads all rows. Whatever \p Whole holds, the result is a whole profile or an
/// error.
Expected<UncheckedProfile> loadRows(const std::shared_ptr<Database> &Whole) {
  // One look at the file for all tables: SQLite would lock and look for each.
  if (Status S = Whole->run("BEGIN"); !S)
    return S.error();
  Expected<uint64_t> Version = checkTables(*Whole);
  if (!Version)
    return Version.error();
  UncheckedProfile Result;
  Result.Version = *Version;
  Profile &P = Result.P;
  std::vector<IntervalCounts> OldIntervals;
  RowReader R(*Whole, *Version);
  Result.Stored = loadProgram(R, P);
  OldCurveErrors OldErrors;
  loadDetails(R, P, OldErrors);
  loadTimes(R, Whole, P, OldIntervals);
  loadSharing(R, P);
  R.check(Whole->run("COMMIT"));
  if (!R.status())
    return R.status().error();
  Result.Computed = digest(P, OldIntervals, OldErrors);
  addIntervals(OldIntervals, P);
  addIntervals(OldErrors, P);
  return Result;
}

} // namespace

ProfileDraft::ProfileDraft(Database Tables, std::string Path,
                           std::string Temporary, size_t Levels)
    : Tables(std::move(Tables)), Path(std::move(Path)),
      Temporary(std::move(Temporary)), Levels(Levels) {}

ProfileDraft::ProfileDraft(ProfileDraft &&Other) noexcept
    : Tables(std::move(Other.Tables)), Path(std::move(Other.Path)),
      Temporary(std::exchange(Other.Temporary, {})), Levels(Other.Levels) {}

ProfileDraft::~ProfileDraft() {
  if (!Temporary.empty())
    unlink(Temporary.c_str());
}

static Error cannotWrite(const std::string &Path, const std::string &Reason) {
  return makeError("cannot write profile '{}': {}", Path, Reason);
}

std::string draftPath(const std::string &Path) {
  return fmt::format("{}.tmp{}", Path, getpid());
}

Expected<ProfileDraft> ProfileDraft::create(const std::string &Path,
                                            size_t Levels) {
  // Nothing but a file may be renamed away: not /dev/null, not a folder.
  struct stat Info;
  if (lstat(Path.c_str(), &Info) == 0 && !S_ISREG(Info.st_mode) &&
      !S_ISLNK(Info.st_mode))
    return cannotWrite(Path, "it is not a regular file");
  std::string Temporary = draftPath(Path);
  Status Made = makeEmpty(Temporary, Levels);
  Expected<Database> D = Made ? openEmpty(Temporary) : Made.error();
  if (D)
    return ProfileDraft(std::move(*D), Path, Temporary, Levels);
  unlink(Temporary.c_str());
  return cannotWrite(Path, D.error().Message);
}

Status ProfileDraft::write(const Profile &P, ExistingFile Old) {
  MEMFACET_CHECK(Tables, "a draft is written once");
  MEMFACET_CHECK(P.Caches.Levels.size() == Levels, "has the views of others");
  // A copy takes as long as all the rest.
  Status S =
      isSorted(P) ? storeRows(*Tables, P) : storeRows(*Tables, sorted(P));
  Tables.reset();
  if (S)
    S = putInPlace(Temporary, Path, Old);
  if (!S)
    return cannotWrite(Path, S.error().Message);
  Temporary.clear();
  return {};
}

Status writeProfile(const Profile &P, const std::string &Path,
                    ExistingFile Old) {
  Expected<ProfileDraft> Draft =
      ProfileDraft::create(Path, P.Caches.Levels.size());
  return Draft ? Draft->write(P, Old) : Draft.error();
}

Expected<bool> keepAsOld(const std::string &Path) {
  std::string OldPath = Path + OldExtension;
  if (rename(Path.c_str(), OldPath.c_str()) == 0)
    return true;
  if (errno == ENOENT)
    return false;
  return notKept(OldPath);
}

Expected<UncheckedProfile> readUnchecked(const std::string &Path) {
  struct stat Info;
  if (stat(Path.c_str(), &Info) != 0)
    return makeError("cannot read profile '{}': {}; make one with "
                     "'memfacet record -o {} -- ./program'",
                     Path, std::strerror(errno), Path);
  if (!S_ISREG(Info.st_mode))
    return makeError("cannot read profile '{}': it is not a regular file",
                     Path);
  if (Info.st_size == 0)
    return makeError("cannot read profile '{}': it is empty", Path);
  if (Status Whole = checkLength(Path, uint64_t(Info.st_size)); !Whole)
    return makeError("cannot read profile '{}': {}", Path,
                     Whole.error().Message);
  Expected<Database> D = Database::open(Path, Database::Mode::Read);
  Expected<UncheckedProfile> P =
      D ? loadRows(std::make_shared<Database>(std::move(*D)))
        : Expected<UncheckedProfile>(D.error());
  if (!P)
    return makeError("cannot read profile '{}': {}", Path, P.error().Message);
  return P;
}

Expected<Profile> readProfile(const std::string &Path) {
  Expected<UncheckedProfile> Read = readUnchecked(Path);
  if (!Read)
    return Read.error();
  if (!Read->fits())
    return makeError("cannot read profile '{}': its contents do not fit their "
                     "check value",
                     Path);
  return std::move(Read->P);
}

} // namespace memfacet::result
