//===- QueryFile.cpp - questions to a profile in SQL ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/QueryFile.h"
#include "analysis/result/store/IntervalsTable.h"
#include "analysis/result/store/Schema.h"
#include "analysis/result/store/Views.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sqlite3.h>
#include <unistd.h>

namespace memfacet::result {

namespace {

Error sqlError(sqlite3 *D) { return {D ? sqlite3_errmsg(D) : "out of memory"}; }

/// Allows to read what the connection has, and nothing else.
int allowReading(void *, int Action, const char *, const char *, const char *,
                 const char *) {
  switch (Action) {
  case SQLITE_SELECT:
  case SQLITE_READ:
  case SQLITE_FUNCTION:
  case SQLITE_RECURSIVE:
    return SQLITE_OK;
  default:
    return SQLITE_DENY;
  }
}

QueryValue valueAt(sqlite3_stmt *S, int Column) {
  switch (sqlite3_column_type(S, Column)) {
  case SQLITE_INTEGER:
    return int64_t(sqlite3_column_int64(S, Column));
  case SQLITE_FLOAT:
    return sqlite3_column_double(S, Column);
  case SQLITE_NULL:
    return std::monostate();
  default:
    break;
  }
  bool IsText = sqlite3_column_type(S, Column) == SQLITE_TEXT;
  const auto *Data = static_cast<const char *>(sqlite3_column_blob(S, Column));
  std::string Bytes(Data ? Data : "", size_t(sqlite3_column_bytes(S, Column)));
  if (IsText)
    return Bytes;
  return QueryBytes{std::move(Bytes)};
}

/// Returns whether there is a statement in \p Rest. Blanks, semicolons and
/// comments are none.
bool hasStatement(sqlite3 *D, const char *Rest) {
  while (*Rest) {
    sqlite3_stmt *More = nullptr;
    const char *Start = Rest;
    int Result = sqlite3_prepare_v2(D, Rest, -1, &More, &Rest);
    sqlite3_finalize(More);
    if (Result != SQLITE_OK || More || Rest == Start)
      return true;
  }
  return false;
}

} // namespace

void QueryResult::Finalize::operator()(sqlite3_stmt *S) const {
  sqlite3_finalize(S);
}
void QueryFile::Close::operator()(sqlite3 *D) const { sqlite3_close(D); }

Expected<bool> QueryResult::next(std::vector<QueryValue> &Row) {
  int Step = sqlite3_step(Self.get());
  if (Step == SQLITE_DONE)
    return false;
  if (Step != SQLITE_ROW)
    return sqlError(sqlite3_db_handle(Self.get()));
  Row.clear();
  for (int C = 0; C != int(Names.size()); ++C)
    Row.push_back(valueAt(Self.get(), C));
  return true;
}

/// Checks the views: forged ones could say anything.
Status QueryFile::checkViews() const {
  for (const ViewText &V : profileViews(P->Caches.Levels.size())) {
    Expected<QueryResult> Found =
        ask(fmt::format("SELECT sql FROM sqlite_master WHERE type = 'view' AND "
                        "name = '{}'",
                        V.Name));
    std::vector<QueryValue> Row;
    if (!Found)
      return Found.error();
    Expected<bool> HasRow = Found->next(Row);
    if (!HasRow)
      return HasRow.error();
    const auto *Sql = *HasRow ? std::get_if<std::string>(&Row[0]) : nullptr;
    if (!Sql || *Sql != V.definition())
      return makeError("view {} is missing or not as memfacet makes it",
                       V.Name);
  }
  return {};
}

Status QueryFile::findSources() {
  auto Add = [&](std::vector<Source> &Sources,
                 const std::string &Name) -> Status {
    Expected<QueryResult> R = ask("SELECT * FROM " + Name);
    if (!R)
      return R.error();
    Sources.push_back({Name, R->columns()});
    return {};
  };
  for (const ViewText &V : profileViews(P->Caches.Levels.size()))
    if (Status S = Add(Views, V.Name); !S)
      return S;
  if (Status S = Add(Views, "intervals"); !S)
    return S;
  for (const TableText &T : profileTables())
    if (T.In.contains(ProfileVersion))
      if (Status S = Add(Tables, std::string(T.Name)); !S)
        return S;
  return {};
}

Expected<QueryFile> QueryFile::openFile(const std::string &Path, Profile P) {
  QueryFile Q;
  Q.P = std::make_unique<Profile>(std::move(P));
  sqlite3 *Raw = nullptr;
  int Opened = sqlite3_open_v2(
      Path.c_str(), &Raw, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nullptr);
  Q.Self.reset(Raw);
  if (Opened != SQLITE_OK)
    return sqlError(Raw);
  // The same as in Database::open: nothing runs from the file's own schema but
  // views of plain SQL.
  sqlite3_db_config(Raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(Raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  if (sqlite3_exec(Raw, "PRAGMA temp_store = MEMORY", nullptr, nullptr,
                   nullptr) != SQLITE_OK)
    return sqlError(Raw);
  if (Status S = addIntervalsTable(Raw, *Q.P); !S)
    return S.error();
  if (Status S = Q.checkViews(); !S)
    return S.error();
  if (Status S = Q.findSources(); !S)
    return S.error();
  // Set after the first use of `intervals`, which declares its columns.
  sqlite3_set_authorizer(Raw, allowReading, nullptr);
  return Q;
}

Expected<QueryFile> QueryFile::fromProfile(Profile P) {
  const char *Folder = getenv("TMPDIR");
  // No other user can look into this folder.
  std::string OwnFolder =
      fmt::format("{}/memfacet-query-XXXXXX", Folder ? Folder : "/tmp");
  if (!mkdtemp(OwnFolder.data()))
    return makeError("cannot write to '{}': {}; set TMPDIR to a folder for "
                     "files that are needed for a moment",
                     OwnFolder, std::strerror(errno));
  std::string Name = OwnFolder + "/profile.mfp";
  Status Written = writeProfile(P, Name, ExistingFile::Replace);
  Expected<QueryFile> Q = Written ? openFile(Name, std::move(P))
                                  : Expected<QueryFile>(Written.error());
  unlink(Name.c_str());
  rmdir(OwnFolder.c_str());
  return Q;
}

/// Returns the version of the profile at \p Path.
static Expected<uint64_t> versionOf(const std::string &Path) {
  Expected<Database> D = Database::open(Path, Database::Mode::Read);
  if (!D)
    return D.error();
  return D->number("PRAGMA user_version");
}

Expected<QueryFile> QueryFile::open(const std::string &Path) {
  Expected<Profile> P = readProfile(Path);
  return P ? open(Path, std::move(*P)) : P.error();
}

Expected<QueryFile> QueryFile::open(const std::string &Path, Profile P) {
  Expected<uint64_t> Version = versionOf(Path);
  if (!Version)
    return Version.error();
  Expected<QueryFile> Q = *Version == ProfileVersion
                              ? openFile(Path, std::move(P))
                              : fromProfile(std::move(P));
  if (!Q)
    return makeError("cannot read profile '{}': {}", Path, Q.error().Message);
  return Q;
}

Expected<QueryResult> QueryFile::ask(const std::string &Sql) const {
  sqlite3_stmt *Raw = nullptr;
  const char *Rest = nullptr;
  int Result =
      sqlite3_prepare_v2(Self.get(), Sql.c_str(), int(Sql.size()), &Raw, &Rest);
  QueryResult R;
  R.Self.reset(Raw);
  // VACUUM INTO does not ask the authorizer.
  if (Result == SQLITE_AUTH || (Raw && !sqlite3_stmt_readonly(Raw)))
    return makeError("a query can only read: begin it with SELECT or WITH");
  if (Result != SQLITE_OK)
    return sqlError(Self.get());
  if (!Raw)
    return makeError("there is no query in '{}'", Sql);
  if (hasStatement(Self.get(), Rest))
    return makeError("one query at a time: leave out what is after the first "
                     "semicolon");
  for (int C = 0; C != sqlite3_column_count(Raw); ++C)
    R.Names.emplace_back(sqlite3_column_name(Raw, C));
  return R;
}

} // namespace memfacet::result
