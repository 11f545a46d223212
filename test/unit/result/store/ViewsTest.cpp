//===- ViewsTest.cpp - a profile asked in SQL says what it has ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/Views.h"
#include "analysis/result/store/IntervalRows.h"
#include "analysis/result/store/IntervalsTable.h"
#include "analysis/result/store/QueryFile.h"
#include "test/support/IntervalCounts.h"
#include "test/unit/result/store/ProfileFiles.h"

namespace {

using Rows = std::vector<std::vector<QueryValue>>;

class Views : public ProfileFiles {
protected:
  Rows ask(const std::string &Sql) {
    QueryFile Q = good(QueryFile::open(Path));
    QueryResult R = good(Q.ask(Sql));
    Rows All;
    for (std::vector<QueryValue> Row; good(R.next(Row));)
      All.push_back(Row);
    return All;
  }
  /// The numbers of the first row.
  std::vector<int64_t> numbers(const std::string &Sql) {
    std::vector<int64_t> Numbers;
    Rows All = ask(Sql);
    for (const QueryValue &V : All.at(0))
      Numbers.push_back(std::get<int64_t>(V));
    return Numbers;
  }
  std::string wrong(const std::string &Sql) {
    QueryFile Q = good(QueryFile::open(Path));
    Expected<QueryResult> R = Q.ask(Sql);
    return R ? "" : R.error().Message;
  }
};

LevelCounts levelCounts(uint64_t N) { return {N, N / 2, N / 4}; }

/// Two structures in two threads, with two levels.
Profile smallProfile() {
  Profile P;
  P.Caches = *parseCacheModel("L1=1K,2;L2=2K,2");
  P.Instructions = 5000, P.IntervalInstructions = 1000;
  P.Threads = {{0, 0, 3000}, {1, 0, 2000}};
  P.Structures.resize(2);
  P.Structures[0].Name = "left";
  P.Structures[1].Name = "right";
  std::vector<IntervalCounts> Intervals;
  for (uint32_t Thread : {0, 1})
    for (uint32_t Id : {0, 1})
      for (uint32_t I : {0, 2}) {
        uint64_t N = 100 * (Thread + 1) + 10 * Id + I;
        Counts C = {N, N - N / 3, N / 3, {levelCounts(N), levelCounts(N / 2)}};
        Intervals.push_back({Thread, StructureId(Id), I, C});
        P.Structures[Id].Total += C;
      }
  addIntervals(Intervals, P);
  return P;
}

TEST_F(Views, StructuresHaveTheirLevelsBesideThem) {
  Profile P = smallProfile();
  write(P);
  for (size_t Id = 0; Id != P.Structures.size(); ++Id) {
    const Counts &C = P.Structures[Id].Total;
    EXPECT_EQ(numbers(fmt::format(
                  "SELECT accesses, stores, l1_accesses, l1_misses, "
                  "l1_writebacks, l2_misses FROM structures WHERE id = {}",
                  Id)),
              (std::vector<int64_t>{int64_t(C.Accesses), int64_t(C.Stores),
                                    int64_t(C.Levels[0].Accesses),
                                    int64_t(C.Levels[0].Misses),
                                    int64_t(C.Levels[0].Writebacks),
                                    int64_t(C.Levels[1].Misses)}));
  }
}

/// Each row of intervals of random profiles, against the streams read one by
/// one.
TEST_F(Views, IntervalsAreTheStreams) {
  size_t Compared = 0;
  for (uint64_t Seed = 0; Seed != 20; ++Seed) {
    Profile P = Seed == 0 ? smallProfile() : RandomProfile(Seed).make();
    write(P);
    std::vector<IntervalCounts> Want = good(intervalCounts(P));
    Rows Answer =
        ask("SELECT thread, structure, interval, accesses, stores, "
            "l1_misses FROM intervals WHERE accesses <> 0 OR stores <> "
            "0 OR l1_misses <> 0 ORDER BY 1, 2, 3");
    std::erase_if(Want, [](const IntervalCounts &C) {
      return C.Total.Accesses == 0 && C.Total.Stores == 0 &&
             C.Total.Levels[0].Misses == 0;
    });
    ASSERT_EQ(Answer.size(), Want.size()) << Seed;
    for (size_t I = 0; I != Want.size(); ++I) {
      const IntervalCounts &C = Want[I];
      EXPECT_EQ(Answer[I], (std::vector<QueryValue>{
                               int64_t(C.Thread), int64_t(C.Structure.Value),
                               int64_t(C.Interval), int64_t(C.Total.Accesses),
                               int64_t(C.Total.Stores),
                               int64_t(C.Total.Levels[0].Misses)}));
      ++Compared;
    }
  }
  EXPECT_GT(Compared, 8u);
}

TEST_F(Views, ConditionsOnIntervalsLeaveOutNothingElse) {
  write(smallProfile());
  EXPECT_EQ(numbers("SELECT count(*) FROM intervals"), std::vector<int64_t>{8});
  EXPECT_EQ(numbers("SELECT count(*), min(interval), max(begin) FROM intervals "
                    "WHERE thread = 1 AND structure = 0"),
            (std::vector<int64_t>{2, 0, 2000}));
  EXPECT_EQ(numbers("SELECT sum(accesses), sum(loads + stores) FROM intervals "
                    "WHERE structure = 1"),
            (std::vector<int64_t>{644, 644}));
  // No thread has these numbers.
  for (const char *None : {"-1", "4294967295", "4294967296", "'x'", "2"})
    EXPECT_EQ(numbers(fmt::format(
                  "SELECT count(*) FROM intervals WHERE thread = {}", None)),
              std::vector<int64_t>{0})
        << None;
  EXPECT_EQ(numbers("SELECT count(*) FROM structures s JOIN intervals i ON "
                    "i.structure = s.id WHERE s.name = 'left'"),
            std::vector<int64_t>{4});
}

TEST_F(Views, APhaseEndsWhereTheNextOfItsThreadBegins) {
  Profile P = smallProfile();
  P.Markers = {{MarkerKind::Phase, 0, 0, "a"},
               {MarkerKind::Phase, 1, 500, "x"},
               {MarkerKind::Phase, 0, 1999, "b"},
               {MarkerKind::InterestEnd, 0, 2500, ""}};
  write(P);
  Rows Answer = ask("SELECT number, thread, name, begin, end, first_interval, "
                    "last_interval FROM phases ORDER BY number");
  auto Phase = [](int64_t Number, int64_t Thread, const char *Name,
                  int64_t Begin, int64_t End, int64_t First, int64_t Last) {
    return std::vector<QueryValue>{
        Number, Thread, std::string(Name), Begin, End, First, Last};
  };
  EXPECT_EQ(Answer, (Rows{Phase(1, 0, "a", 0, 1999, 0, 1),
                          Phase(2, 1, "x", 500, 2000, 0, 1),
                          Phase(3, 0, "b", 1999, 3000, 1, 2)}));
}

/// Array elements, nested records and accesses of several members.
TEST_F(Views, FieldsAreTheMembersThatAccessesCover) {
  Profile P = smallProfile();
  RecordType Node = {"node", 32, {}, {}};
  Node.Members = {{"key", "int", 0, 32},
                  {"at[].x", "int", 64, 32, 3, 64},
                  {"at[].y", "int", 96, 32, 3, 64}};
  Node.Parts = {{"point", 64, 64}};
  RecordType Point = {
      "point", 8, {{"x", "int", 0, 32}, {"y", "int", 32, 32}}, {}};
  P.Records = {Node, Point};
  P.Structures[0].Record = 0;
  auto Site = [&](uint32_t Record, uint32_t Offset, uint64_t Bytes,
                  uint64_t Accesses) {
    CodeSite S = {"a.c", "f", 1, 1, false, Accesses, Accesses};
    S.Field = {Record, Offset, Bytes, 0};
    P.BySite.push_back(
        {uint32_t(P.Sites.size()), StructureId(0), {0, 0}, Accesses});
    P.Sites.push_back(S);
  };
  P.HasSiteAccesses = true;
  Site(0, 0, 4, 1);     // key
  Site(0, 28, 4, 20);   // at[2].y
  Site(0, 8, 8, 300);   // at[0]: x and y
  Site(1, 4, 4, 4000);  // a point's y: that of at[]
  Site(0, 0, 0, 50000); // all of it
  write(P);
  EXPECT_EQ(
      ask("SELECT member, byte_offset, accesses FROM fields ORDER BY "
          "position"),
      (Rows{{"key", 0, 50001}, {"at[].x", 8, 50300}, {"at[].y", 12, 54320}}));
}

TEST_F(Views, AreTheSameForFilesOfEarlierVersions) {
  Profile P = smallProfile();
  write(P);
  {
    auto D = Database::open(Path, Database::Mode::Create);
    ASSERT_TRUE(D->run(toVersion10(P)));
  }
  EXPECT_EQ(numbers("SELECT sum(l1_misses) FROM structures"),
            std::vector<int64_t>{int64_t(P.total().Levels[0].Misses)});
}

TEST_F(Views, AForgedViewIsRefused) {
  write(smallProfile());
  {
    auto D = Database::open(Path, Database::Mode::Create);
    ASSERT_TRUE(D->run("DROP VIEW phases; CREATE VIEW phases AS WITH RECURSIVE "
                       "r(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM r) "
                       "SELECT * FROM r"));
  }
  // Readers of tables do not mind.
  EXPECT_TRUE(readProfile(Path));
  Expected<QueryFile> Q = QueryFile::open(Path);
  ASSERT_FALSE(Q);
  EXPECT_EQ(Q.error().Message,
            "cannot read profile '" + Path +
                "': view phases is missing or not as memfacet makes it");
}

TEST_F(Views, NothingCanBeChangedOrOpened) {
  write(smallProfile());
  for (const char *Sql :
       {"DELETE FROM notes", "INSERT INTO notes VALUES (1, 'x')",
        "UPDATE notes SET text = ''", "CREATE TABLE t (a)",
        "CREATE TEMP TABLE t (a)", "CREATE TEMP VIEW t AS SELECT 1",
        "DROP VIEW phases", "ATTACH ':memory:' AS other",
        "PRAGMA application_id = 1", "PRAGMA table_info(notes)", "BEGIN",
        "VACUUM INTO 'other'", "ANALYZE", "REINDEX"})
    EXPECT_EQ(wrong(Sql), "a query can only read: begin it with SELECT or WITH")
        << Sql;
  EXPECT_EQ(wrong("SELECT 1; SELECT 2"),
            "one query at a time: leave out what is after the first semicolon");
  EXPECT_EQ(wrong("SELECT 1; -- only this\n; "), "");
  EXPECT_EQ(wrong("  -- nothing"), "there is no query in '  -- nothing'");
}

/// `l1_misses` of the page stands for all levels.
std::string documented(const std::vector<std::string> &Columns) {
  std::vector<std::string> Names;
  for (const std::string &Name : Columns)
    if (!has(Name, "l2_"))
      Names.push_back("`" + Name + "`");
  return fmt::format("{}", fmt::join(Names, ", "));
}

TEST_F(Views, ThePageListsTheirColumns) {
  write(smallProfile());
  QueryFile Q = good(QueryFile::open(Path));
  std::filesystem::path Root =
      std::filesystem::path(__FILE__).parent_path() / "../../../..";
  std::ifstream In(Root / "docs/queries.md");
  std::string Page(std::istreambuf_iterator<char>(In), {});
  ASSERT_EQ(Q.views().size(), profileViews(2).size() + 1);
  for (const QueryFile::Source &V : Q.views()) {
    size_t Begin = Page.find("\n| `" + V.Name + "` |");
    ASSERT_NE(Begin, Page.npos) << V.Name;
    std::string Row =
        Page.substr(Begin + 1, Page.find('\n', Begin + 1) - Begin - 1);
    EXPECT_TRUE(Row.ends_with("| " + documented(V.Columns) + " |"))
        << V.Name << ": " << documented(V.Columns);
  }
  EXPECT_TRUE(has(
      Page, fmt::format("the version of the views: {}.", ProfileViewVersion)));
}

} // namespace
