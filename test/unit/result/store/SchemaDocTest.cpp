//===- SchemaDocTest.cpp - the page says what the file has ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/profile/Profile.h"
#include "analysis/result/store/Database.h"
#include "analysis/result/store/IntervalRows.h"
#include "analysis/result/store/Schema.h"
#include "test/support/TemporaryFile.h"
#include "test/support/random/RandomProfile.h"

namespace fs = std::filesystem;

namespace {

std::string page() {
  fs::path Root = fs::path(__FILE__).parent_path() / "../../../..";
  std::ifstream In(Root / "docs/internals/profile-schema.md");
  return {std::istreambuf_iterator<char>(In), {}};
}

/// What stands in the page's ```sql blocks.
std::vector<std::string> sqlBlocks(const std::string &Page) {
  std::vector<std::string> Blocks;
  const std::string Open = "```sql\n", Close = "```";
  for (size_t Begin = Page.find(Open); Begin != Page.npos;
       Begin = Page.find(Open, Begin)) {
    Begin += Open.size();
    size_t End = Page.find(Close, Begin);
    Blocks.push_back(Page.substr(Begin, End - Begin));
    Begin = End + Close.size();
  }
  return Blocks;
}

TEST(SchemaPage, ListsExactlyTheTables) {
  std::string Expected;
  for (const TableText &T : profileTables())
    if (T.In.contains(ProfileVersion))
      Expected += fmt::format("CREATE TABLE {} {};\n", T.Name, T.definition());
  ASSERT_FALSE(sqlBlocks(page()).empty());
  EXPECT_EQ(sqlBlocks(page()).front(), Expected);
}

TEST(SchemaPage, NamesEveryKeyOfMetaAndTheVersion) {
  std::string Page = page();
  std::vector<std::string> Keys = {tables::CachesSpec, tables::Digest,
                                   tables::ViewVersion};
  for (const StoredColumn &C : tables::Meta)
    Keys.push_back(C.Name);
  for (const std::string &Key : Keys)
    EXPECT_TRUE(has(Page, "`" + Key + "`"));
  EXPECT_TRUE(has(Page, fmt::format("is {} (`MFPR`)", ProfileApplication)));
  EXPECT_TRUE(has(Page, fmt::format("of the schema, {}.", ProfileVersion)));
}

TEST(SchemaPage, ItsQueriesGiveRows) {
  TemporaryFile File(".mfp");
  Profile P = RandomProfile(1).make();
  P.Caches = *parseCacheModel("L1=1K,2;L2=2K,2");
  LevelCounts L{10, 5, 2};
  P.Structures.assign(3, {});
  for (Structure &S : P.Structures)
    S.Total = {10, 8, 2, {L, L}};
  P.Threads = {{0, 0, 1000}};
  P.ByThread = {{0, StructureId(2), {10, 8, 2, {L, L}}}};
  P.Streams = {};
  addIntervals({{0, StructureId(2), 0, {10, 8, 2, {L, L}}}}, P);
  ASSERT_TRUE(writeProfile(P, File.Path));
  {
    auto D = good(Database::open(File.Path, Database::Mode::Read));
    std::vector<std::string> Queries = sqlBlocks(page());
    ASSERT_EQ(Queries.size(), 6u);
    for (size_t I = 1; I != Queries.size(); ++I) {
      auto S = D.prepare(Queries[I]);
      ASSERT_TRUE(S) << Queries[I] << S.error().Message;
      auto Row = S->next();
      EXPECT_TRUE(Row && *Row) << Queries[I];
    }
  }
}

} // namespace
