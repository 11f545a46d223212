//===- ReportModelTest.cpp ------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/ReportModel.h"
#include "test/support/HandMadeProfile.h"
#include "test/support/Test.h"

namespace {

ReportModel reportOf(const Profile &P, size_t Top, const char *Sort = "") {
  return makeReport(P.Structures, P.Caches,
                    {*findSortColumn(P.Caches, Sort), Top});
}

std::vector<std::string> names(const ReportModel &Model) {
  std::vector<std::string> Names;
  for (const ReportRow &Row : Model.Rows)
    Names.push_back(Row.Sum.Name);
  return Names;
}

using Names = std::vector<std::string>;

Profile threeArrays() {
  return handMadeProfile({heapStructure("small", 100, 10, 1),
                          heapStructure("large", 50, 40, 9),
                          heapStructure("middle", 400, 20, 5)});
}

} // namespace

TEST(ReportModel, StructuresAreSortedByFirstLevelMisses) {
  EXPECT_EQ(names(reportOf(threeArrays(), 20)),
            (Names{"large", "middle", "small", "[library]", "[unattributed]",
                   "TOTAL"}));
}

TEST(ReportModel, StructuresBeyondTheTopAreOneRow) {
  ReportModel Model = reportOf(threeArrays(), 1);
  EXPECT_EQ(names(Model), (Names{"large", "[2 others]", "[library]",
                                 "[unattributed]", "TOTAL"}));
  const Structure &Rest = Model.Rows[1].Sum;
  EXPECT_EQ(Rest.Total.Accesses, 500u);
  EXPECT_EQ(Rest.Total.Levels[0].Misses, 30u);
  EXPECT_EQ(Rest.Total.Levels[1].Misses, 6u);
  EXPECT_EQ(Rest.Objects, 4u);
  EXPECT_EQ(Rest.Bytes, 8192u);
}

// The program's own memory is 100 MiB, of which a pool hands out 99.
TEST(ReportModel, PiecesOfABlockAreInTheTotalOnce) {
  Profile P = handMadeProfile(
      {heapStructure("pool", 100, 10, 1), heapStructure("nodes", 500, 40, 9)});
  for (Structure &S : P.Structures)
    if (S.Name == "pool" || S.Name == "nodes")
      S.Lives.PeakObjects = S.Objects;
  Structure &Pool = P.Structures[2], &Nodes = P.Structures[3];
  ASSERT_EQ(Nodes.Name, "nodes");
  Pool.Bytes = Pool.PeakBytes = 100 << 20, Pool.Lives.Timed = 1;
  Nodes.Bytes = Nodes.PeakBytes = 99 << 20;
  ReportModel Model = reportOf(P, 20);
  EXPECT_EQ(Model.Rows.back().Sum.PeakBytes, 100u << 20);
  EXPECT_EQ(Model.Rows.back().Sum.Bytes, 100u << 20);
  // What malloc hands out has lives that are followed.
  Nodes.Lives.Timed = Nodes.Objects;
  EXPECT_EQ(reportOf(P, 20).Rows.back().Sum.PeakBytes, 199u << 20);
}

TEST(ReportModel, RowsAddUpToTheTotal) {
  for (size_t Top :
       {size_t(0), size_t(1), size_t(2), size_t(3), ReportOptions::All}) {
    ReportModel Model = reportOf(threeArrays(), Top);
    Counts Sum;
    Sum.Levels.resize(2);
    uint32_t Shares = 0;
    for (const ReportRow &Row : Model.Rows)
      if (Row.Kind != ReportRow::Role::Total) {
        Sum += Row.Sum.Total;
        Shares += Row.ShareTenths;
      }
    EXPECT_EQ(Sum, Model.Rows.back().Sum.Total) << Top;
    EXPECT_EQ(Sum, threeArrays().total()) << Top;
    EXPECT_EQ(Shares, 1000u) << Top;
  }
}

TEST(ReportModel, UntouchedStructuresAreCountedNotShown) {
  Profile P = threeArrays();
  for (const char *Name : {"unused", "spare"}) {
    P.Structures.push_back(heapStructure(Name, 0, 0, 0));
    P.Structures.back().Total = Counts();
  }
  ReportModel Model = reportOf(P, 2);
  EXPECT_EQ(names(Model), (Names{"large", "middle", "[1 other]", "[library]",
                                 "[unattributed]", "TOTAL"}));
  EXPECT_EQ(Model.NotShown, 2u);
  EXPECT_EQ(Model.NotShownSum.Objects, 4u);
  EXPECT_EQ(Model.NotShownSum.PeakBytes, 4096u);
  EXPECT_EQ(Model.Rows.back().Sum.Objects, 10u);

  ReportOptions Everything = {*findSortColumn(P.Caches, "name"),
                              ReportOptions::All, true};
  ReportModel All = makeReport(P.Structures, P.Caches, Everything);
  EXPECT_EQ(names(All), (Names{"large", "middle", "small", "spare", "unused",
                               "[library]", "[unattributed]", "TOTAL"}));
  EXPECT_EQ(All.NotShown, 0u);
}

namespace {

/// Returns threeArrays() and the stacks of \p Threads threads, one of which
/// accesses nothing.
Profile withStacks(size_t Threads) {
  Profile P = threeArrays();
  for (size_t I = 0; I <= Threads; ++I) {
    Structure S = fixedStructure(StructureKind::Stack, 8, 6);
    S.Name = fmt::format("[stack of thread {}]", I + 1);
    if (I == Threads)
      S.Total = Counts();
    P.Structures.push_back(std::move(S));
  }
  return P;
}

} // namespace

TEST(ReportModel, StacksOfManyThreadsAreOneRow) {
  Profile P = withStacks(5);
  ReportModel Model = reportOf(P, 20);
  EXPECT_EQ(names(Model),
            (Names{"large", "[stacks of 5 threads]", "middle", "small",
                   "[library]", "[unattributed]", "TOTAL"}));
  const Structure &Stacks = Model.Rows[1].Sum;
  EXPECT_EQ(Model.Rows[1].Kind, ReportRow::Role::Stacks);
  EXPECT_EQ(Stacks.Total.Accesses, 40u);
  EXPECT_EQ(Stacks.Total.Levels[0].Misses, 30u);
  Counts Sum;
  Sum.Levels.resize(2);
  for (size_t I = 0; I + 1 != Model.Rows.size(); ++I)
    Sum += Model.Rows[I].Sum.Total;
  EXPECT_EQ(Sum, P.total());
  // Beyond the top, each counts.
  EXPECT_EQ(names(reportOf(P, 1))[1], "[7 others]");
}

TEST(ReportModel, StacksOfFewThreadsAreRows) {
  EXPECT_EQ(names(reportOf(withStacks(4), 20)).size(), 3u + 4 + 3);
  Profile P = withStacks(5);
  ReportOptions Everything = {*findSortColumn(P.Caches, "name"),
                              ReportOptions::All, true};
  EXPECT_EQ(makeReport(P.Structures, P.Caches, Everything).Rows.size(),
            3u + 6 + 3);
}

TEST(ReportModel, AWriteBackAloneTouches) {
  Profile P = handMadeProfile({heapStructure("theirs", 0, 0, 0)});
  P.Structures[2].Total = {0, 0, 0, {{0, 0, 0}, {0, 0, 1}}};
  EXPECT_EQ(names(reportOf(P, 20)),
            (Names{"theirs", "[library]", "[unattributed]", "TOTAL"}));
}

TEST(ReportModel, SharesAreOfTheColumnSortedBy) {
  ReportModel Model = reportOf(threeArrays(), 20, "accesses");
  EXPECT_EQ(Model.ShareOf, "accesses");
  EXPECT_EQ(Model.Rows[0].Sum.Name, "middle");
  EXPECT_EQ(Model.Rows[0].ShareTenths, 714u); // 400 of 560
}

TEST(ReportModel, ColumnsThatDoNotAddUpShareMisses) {
  ReportModel Model = reportOf(threeArrays(), 20, "name");
  EXPECT_EQ(Model.ShareOf, "l1-misses");
  EXPECT_EQ(Model.Rows[0].Sum.Name, "large");
  EXPECT_EQ(Model.Rows[1].Sum.Name, "middle");
  EXPECT_EQ(Model.Rows[2].Sum.Name, "small");
}

TEST(ReportModel, FixedRowsAreShownWithoutAnyStructure) {
  Profile P = threeArrays();
  P.Structures.clear();
  ReportModel Model = reportOf(P, 20);
  EXPECT_EQ(names(Model), (Names{"[library]", "[unattributed]", "TOTAL"}));
  EXPECT_FALSE(Model.ShareKnown);
}

TEST(ReportModel, TiesDoNotDependOnTheOrderInTheProfile) {
  Profile P = handMadeProfile(
      {heapStructure("b", 9, 1, 0), heapStructure("a", 9, 1, 0)});
  Profile Q = handMadeProfile(
      {heapStructure("a", 9, 1, 0), heapStructure("b", 9, 1, 0)});
  EXPECT_EQ(names(reportOf(P, 20)), names(reportOf(Q, 20)));
}

TEST(ReportModel, UnknownColumnsAreCorrected) {
  EXPECT_EQ(
      errorOf(findSortColumn(threeArrays().Caches, "l2-mises")).substr(0, 57),
      "unknown column 'l2-mises'; did you mean 'l2-misses'?; col");
}

TEST(ReportModel, EveryColumnSorts) {
  Profile P = threeArrays();
  for (const SortColumn &Column : sortColumns(P.Caches)) {
    ReportModel Model =
        makeReport(P.Structures, P.Caches, {Column, ReportOptions::All});
    EXPECT_EQ(Model.Rows.size(), 6u) << Column.Name;
    EXPECT_FALSE(Column.IsBefore(Model.Rows[1].Sum, Model.Rows[0].Sum))
        << Column.Name;
    EXPECT_FALSE(Column.IsBefore(Model.Rows[2].Sum, Model.Rows[1].Sum))
        << Column.Name;
  }
}

TEST(ReportModel, AThreadShowsItsOwnCounts) {
  Profile P = threeArrays();
  Counts Part = {7, 5, 2, {{7, 4, 0}, {4, 2, 0}}};
  P.ByThread = {{0, StructureId(2), Counts()}, {1, StructureId(3), Part}};
  std::vector<Structure> OfThread = structuresOfThread(P, 1);
  ASSERT_EQ(OfThread.size(), 1u);
  EXPECT_EQ(OfThread[0].Name, "large");
  EXPECT_EQ(OfThread[0].Total, Part);
}
