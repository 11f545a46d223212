//===- EmptyDatabaseTest.cpp - what SQLite would have made ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/EmptyDatabase.h"
#include "analysis/caches/model/CacheLimits.h"
#include "analysis/support/NewFile.h"
#include "test/unit/result/store/ProfileFiles.h"

namespace {

using namespace memfacet;
using namespace memfacet::test;

constexpr DatabaseNumbers Numbers = {ProfileApplication, ProfileVersion};

class EmptyDatabase : public testing::Test {
protected:
  Database writtenByUs(std::span<const TableText> Tables,
                       std::span<const ViewText> Views) {
    int Fd = good(openNewFile(Fast.Path));
    EXPECT_TRUE(writeEmptyDatabase(Fd, Numbers, Tables, Views));
    close(Fd);
    return good(Database::open(Fast.Path, Database::Mode::Create));
  }
  /// The slow way.
  Database madeBySqlite(std::span<const TableText> Tables,
                        std::span<const ViewText> Views) {
    Database D = good(Database::open(Slow.Path, Database::Mode::Create));
    std::string Sql = fmt::format("PRAGMA application_id = {}; "
                                  "PRAGMA user_version = {}; BEGIN; ",
                                  Numbers.Application, Numbers.Version);
    for (const TableText &T : Tables)
      if (T.In.contains(Numbers.Version))
        Sql += T.Creation + "; ";
    for (const ViewText &V : Views)
      Sql += V.definition() + "; ";
    EXPECT_TRUE(D.run(Sql + "COMMIT"));
    return D;
  }

  static std::vector<std::string> schema(Database &D) {
    std::vector<std::string> Rows;
    Statement S = good(D.prepare("SELECT type, name, tbl_name, sql, "
                                 "rootpage = 0 FROM sqlite_master"));
    while (good(S.next()))
      Rows.push_back(fmt::format("{}|{}|{}|{}|{}", S.text(0), S.text(1),
                                 S.text(2), S.text(3), S.number(4)));
    return Rows;
  }
  static std::string text(Database &D, const char *Sql) {
    Statement S = good(D.prepare(Sql));
    return good(S.next()) ? S.text(0) : "";
  }

  TemporaryFile Fast{".ours"}, Slow{".theirs"};
};

TEST_F(EmptyDatabase, HasTheSchemaThatSqliteWouldMake) {
  for (size_t Levels = 0; Levels <= MaxCacheLevels; ++Levels) {
    std::vector<ViewText> Views = profileViews(Levels);
    Database A = writtenByUs(profileTables(), Views);
    std::filesystem::remove(Slow.Path);
    Database B = madeBySqlite(profileTables(), Views);
    EXPECT_EQ(schema(A), schema(B));
    for (const char *Pragma : {"PRAGMA application_id", "PRAGMA user_version",
                               "PRAGMA page_size", "PRAGMA freelist_count"})
      EXPECT_EQ(good(A.number(Pragma)), good(B.number(Pragma))) << Pragma;
    EXPECT_EQ(good(A.size()), std::filesystem::file_size(Fast.Path));
    EXPECT_EQ(text(A, "PRAGMA encoding"), text(B, "PRAGMA encoding"));
    EXPECT_EQ(text(A, "PRAGMA integrity_check"), "ok");
    // What was changed since is found as in any file.
    EXPECT_TRUE(A.run("CREATE TABLE further (a)"));
    EXPECT_EQ(text(A, "PRAGMA integrity_check"), "ok");
  }
}

TEST_F(EmptyDatabase, TakesRowsOfEachKindOfTable) {
  auto Check = [](const char *Name, size_t Keys, bool WithRowId,
                  const char *Type) {
    TableText T = {Name,
                   since(1),
                   Keys,
                   WithRowId,
                   {{"a", Type, true}, {"b", "INTEGER", true}}};
    T.Creation = fmt::format("CREATE TABLE {} {}", Name, T.definition());
    return T;
  };
  std::vector<TableText> Tables = {Check("keyless", 0, false, "INTEGER"),
                                   Check("numbers", 1, false, "INTEGER"),
                                   Check("texts", 1, false, "TEXT"),
                                   Check("pairs", 2, false, "INTEGER"),
                                   Check("indexed", 2, true, "INTEGER")};
  Database D = writtenByUs(Tables, {});
  for (const TableText &T : Tables) {
    for (int I = 0; I != 2000; ++I)
      ASSERT_TRUE(D.run(fmt::format("INSERT INTO {} VALUES ({}, {})", T.Name,
                                    I * 7 % 2000, I)));
    EXPECT_EQ(
        good(D.number(fmt::format("SELECT b FROM {} WHERE a = 21", T.Name))),
        3u);
    if (T.KeyColumns == 0)
      continue;
    EXPECT_FALSE(D.run(fmt::format("INSERT INTO {} VALUES (7, 1)", T.Name)))
        << "a key comes twice";
  }
  EXPECT_EQ(text(D, "PRAGMA integrity_check"), "ok");
}

} // namespace
