//===- SelectedRecordsTest.cpp - what a program that selects writes -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/IntervalRows.h"
#include "test/support/IntervalCounts.h"
#include "test/support/NamedStructure.h"
#include "test/support/SelectedProgram.h"
#include <random>

namespace {

/// One pointer site, then another in the same run; a heap object of each of
/// two kinds.
struct TwoSites {
  Analysed Complete, Selected;
  Program P;
  uint64_t A, B;
  Program::Run R;

  explicit TwoSites(uint64_t Interval = 1'000'000, bool InWindow = false)
      : Complete("L1=4K,1", Interval), Selected("L1=4K,1", Interval),
        P(Complete, Selected), A(P.Tables.allocation({.Name = "a"})),
        B(P.Tables.allocation({.Name = "b"})),
        R(P.run({{.Size = 8}, {.Size = 8, .Kind = AccessKind::Store}}, 4)) {
    P.InWindow = InWindow;
    P.start();
    P.alloc(0x10000, 0x1000, A);
    P.alloc(0x20000, 0x1000, B);
  }
  void inA(uint64_t Times) {
    for (uint64_t I = 0; I != Times; ++I)
      P.execute(R, {{0x10000}, {0x10008}});
  }
  void inB(uint64_t Times) {
    for (uint64_t I = 0; I != Times; ++I)
      P.execute(R, {{0x20000}, {0x20008}});
  }
  Profile finish(bool Killed = false) {
    P.endInterval();
    if (!Killed)
      P.endProcess();
    P.pass();
    return Selected.finish();
  }
};

/// Accesses by site and name.
std::map<std::pair<uint32_t, std::string>, uint64_t> shares(const Profile &P) {
  std::map<std::pair<uint32_t, std::string>, uint64_t> Result;
  for (const SiteCounts &C : P.BySite)
    if (C.Accesses)
      Result[{C.Site, P.Structures[C.Structure.Value].Name}] += C.Accesses;
  return Result;
}

using Shares = std::map<std::pair<uint32_t, std::string>, uint64_t>;

TEST(SelectedRecords, WindowsTellWhoseTheyAre) {
  TwoSites T(1'000'000, /*InWindow=*/true);
  T.inA(3);
  T.inB(1);
  T.P.choose(0);
  // All that follow repeat the same line.
  T.inB(4);
  Profile P = T.finish();
  // Four are certain, the others are as three to one.
  Shares Expected{{{0, "a"}, 6}, {{0, "b"}, 2}, {{1, "a"}, 6}, {{1, "b"}, 2}};
  EXPECT_EQ(shares(P), Expected);
  EXPECT_EQ(named(P, "a").Total.Accesses, 12u);
  EXPECT_EQ(named(P, "b").Total.Accesses, 4u);
  ASSERT_EQ(P.Notes.size(), 1u);
  EXPECT_TRUE(has(P.Notes[0], "estimate"));
}

TEST(SelectedRecords, ManyInWindowsSinceTheLastCountTellMore) {
  TwoSites T(1'000'000, /*InWindow=*/true);
  T.inA(1000);
  T.P.endInterval();
  T.inB(64);
  T.P.choose(0);
  T.inB(36);
  Profile P = T.finish();
  Shares Expected{
      {{0, "a"}, 1000}, {{0, "b"}, 100}, {{1, "a"}, 1000}, {{1, "b"}, 100}};
  EXPECT_EQ(shares(P), Expected);
  ASSERT_EQ(P.Notes.size(), 1u);
  EXPECT_TRUE(has(P.Notes[0], "estimate"));
}

TEST(SelectedRecords, FewInWindowsLeaveTheRestToAllWindows) {
  TwoSites T(1'000'000, /*InWindow=*/true);
  T.inA(1000);
  T.P.endInterval();
  T.inB(24);
  T.P.choose(0);
  T.inA(1024);
  Profile P = T.finish();
  // 24 are certain; 1024 in proportion 1000 to 24.
  Shares Expected{
      {{0, "a"}, 2000}, {{0, "b"}, 48}, {{1, "a"}, 2000}, {{1, "b"}, 48}};
  EXPECT_EQ(shares(P), Expected);
}

TEST(SelectedRecords, SitesOfOneStructureAreExact) {
  TwoSites T;
  T.inA(7);
  Profile P = T.finish();
  Shares Expected{{{0, "a"}, 7}, {{1, "a"}, 7}};
  EXPECT_EQ(shares(P), Expected);
  EXPECT_TRUE(P.Notes.empty());
}

TEST(SelectedRecords, SitesWithoutRecordsFollowTheirNeighbours) {
  TwoSites T;
  T.P.choose(6);
  // The second site's lines are not chosen.
  for (int I = 0; I != 5; ++I)
    T.P.execute(T.R, {{0x10540}, {0x20040}});
  Profile P = T.finish();
  Shares Expected{{{0, "a"}, 5}, {{1, "a"}, 5}};
  EXPECT_EQ(shares(P), Expected);
  ASSERT_EQ(P.Notes.size(), 1u);
  EXPECT_TRUE(has(P.Notes[0], "estimate"));
}

TEST(SelectedRecords, WhatNobodyHasSeenIsUnattributed) {
  TwoSites T;
  T.P.choose(6);
  for (int I = 0; I != 5; ++I)
    T.P.execute(T.R, {{0x10040}, {0x20040}});
  Profile P = T.finish();
  EXPECT_EQ(named(P, "[unattributed]").Total.Accesses, 10u);
}

// The second site is shown in a later interval: there its accesses count.
TEST(SelectedRecords, ExecutionsWaitUntilTheirSiteIsShown) {
  TwoSites T;
  T.P.choose(6);
  for (int I = 0; I != 5; ++I)
    T.P.execute(T.R, {{0x10540}, {0x20040}});
  T.P.endInterval();
  T.P.execute(T.R, {{0x10540}, {0x20540}});
  Profile P = T.finish();
  Shares Expected{{{0, "a"}, 6}, {{1, "b"}, 6}};
  EXPECT_EQ(shares(P), Expected);
  EXPECT_EQ(named(P, "b").Total.Accesses, 6u);
  EXPECT_EQ(named(P, "b").Total.Stores, 6u);
  // Both were seen in one structure only.
  EXPECT_TRUE(P.Notes.empty());
}

/// A place that a look at its records does not show.
TEST(SelectedRecords, MissesElsewhereMakeAccessesEstimates) {
  TwoSites T;
  T.P.alloc(0x40000, 0x2000, T.A);
  T.P.choose(0);
  for (uint64_t I = 0; I != 100; ++I)
    T.P.execute(T.R, {{0x40000 + 0x1000 * (I % 2)}, {0x10000}});
  T.P.execute(T.R, {{0x20000}, {0x10000}});
  Profile P = T.finish();
  Shares Expected{{{0, "a"}, 101}, {{1, "a"}, 101}};
  EXPECT_EQ(shares(P), Expected);
  ASSERT_EQ(P.Notes.size(), 1u);
  EXPECT_TRUE(has(P.Notes[0], "estimate"));
}

TEST(SelectedRecords, DirectSitesNameTheirVariable) {
  Analysed Complete("L1=4K,1", 1'000'000), Selected("L1=4K,1", 1'000'000);
  Program P(Complete, Selected);
  P.Tables.global({.Name = "g", .Address = 0x1040, .Size = 8});
  Program::Run R = P.run({{.Flags = SiteDirect, .Object = 0x1040}}, 4);
  P.start();
  P.choose(6);
  for (int I = 0; I != 9; ++I)
    P.execute(R, {{0x1040}});
  P.endInterval();
  P.pass();
  Profile Result = Selected.finish();
  EXPECT_EQ(named(Result, "g").Total.Accesses, 9u);
  // It has no chosen line: its misses are unknown.
  EXPECT_EQ(named(Result, "g").Total.Levels[0].Misses, 0u);
  size_t Id =
      size_t(std::ranges::find(Result.Structures, "g", &Structure::Name) -
             Result.Structures.begin());
  ASSERT_LT(Id, Result.Lines.ByStructure.size());
  EXPECT_EQ(Result.Lines.ByStructure[Id][0], (MissInterval{0, 9}));
}

// A walk over many lines: each stretch's chosen lines miss, and stand for the
// others.
TEST(SelectedRecords, StretchesOfAWalkAddUp) {
  TwoSites T;
  uint64_t Line = 0;
  T.P.alloc(0x1000000, 0x100000, T.A);
  for (uint8_t Bits : {0, 1, 3}) {
    if (Bits != 0)
      T.P.choose(Bits);
    for (uint64_t I = 0; I != 640; ++I, ++Line)
      T.P.execute(T.R, {{0x1000000 + 64 * Line}, {0x1000008 + 64 * Line}});
    T.P.endInterval();
  }
  Profile P = T.finish();
  EXPECT_EQ(named(P, "a").Total.Levels[0].Misses, 3u * 640);
  EXPECT_EQ(named(P, "a").Total.Levels[0].Accesses, 2u * 3 * 640);
  std::vector<LineStretch> Expected{{0, 0}, {4 * 640, 1}, {8 * 640, 3}};
  EXPECT_EQ(P.Lines.Stretches, Expected);
  // All residues have as many: the error is the least.
  EXPECT_NEAR(double(P.Lines.Total[0].Low), 3 * 640, 10);
  EXPECT_NEAR(double(P.Lines.Total[0].High), 3 * 640, 10);
}

/// Counts are of an object that another thread has just loaded.
TEST(SelectedRecords, CountsMayComeBeforeTheirTables) {
  Analysed Complete("L1=4K,1", 1'000'000), Selected("L1=4K,1", 1'000'000);
  Program P(Complete, Selected);
  Program::Run R = P.run({{.Size = 8}}, 5);
  StreamBuilder Counts, Rest;
  for (uint64_t Growth : {3, 4})
    Counts.event(EventKind::Counts,
                 {countsOf(0, false), counterWord(0, int64_t(Growth))});
  Rest.module(0, P.Tables).event(EventKind::Counts, {countsOf(0, true)});
  Selected.take(0, Counts);
  Selected.take(0, Rest);
  EXPECT_EQ(Selected.finish().Instructions, 7u * R.Instructions);
}

TEST(SelectedRecords, AnExecutionMayBeNoAccessOrSeveral) {
  Analysed Complete("L1=4K,1", 1'000'000), Selected("L1=4K,1", 1'000'000);
  Program P(Complete, Selected);
  uint64_t Kind = P.Tables.allocation({.Name = "a"});
  Program::Run Range = P.run({{.Shape = SiteShape::Range}}, 1),
               Lanes = P.run({{.Shape = SiteShape::Masked}}, 1);
  P.InWindow = true; // elsewhere, parts of an access are touches of their own
  P.start();
  P.alloc(0x10000, 0x10000, Kind);
  for (uint64_t I = 0; I != 5; ++I) {
    P.execute(Range, {{0x10008, I % 2 * 100}});
    P.execute(Lanes, {{0x10000 + 64 * I, uint64_t(0x15) >> I}});
  }
  P.endInterval();
  P.pass();
  expectSame(summary(Complete.finish()), summary(Selected.finish()));
}

// A crash or a jump out of a block comes between a record and the count.
TEST(SelectedRecords, MissesWithoutExecutionsHaveSites) {
  Analysed Complete("L1=4K,1", 1'000'000), Selected("L1=4K,1", 1'000'000);
  Program P(Complete, Selected);
  uint64_t Kind = P.Tables.allocation({.Name = "a"});
  Program::Run R = P.run({{.Size = 8}}, 4);
  P.start();
  P.alloc(0x10000, 0x1000, Kind);
  P.pass();
  StreamBuilder Uncounted;
  Uncounted.selected(SelectedKind::Access, 0x10000, R.Sites[0], 8);
  Selected.take(0, Uncounted);
  Profile Result = Selected.finish();
  ASSERT_EQ(Result.Sites.size(), 1u);
  EXPECT_EQ(Result.Sites[0].Accesses, 0u);
  ASSERT_EQ(Result.BySite.size(), 1u);
  EXPECT_EQ(Result.BySite[0].Misses, std::vector<uint64_t>{1});
  EXPECT_EQ(named(Result, "a").Total.Levels[0].Misses, 1u);
}

TEST(SelectedRecords, SaysThatItWasKilled) {
  TwoSites T;
  T.inA(1);
  Profile P = T.finish(/*Killed=*/true);
  ASSERT_EQ(P.Notes.size(), 1u);
  EXPECT_TRUE(has(P.Notes[0], "the program was killed"));
}

TEST(SelectedRecords, IntervalsEndWhereCountersSaySo) {
  TwoSites T(100);
  for (uint64_t I = 0; I != 4; ++I) {
    T.inA(26 + 25 * (I == 2));
    T.P.endInterval();
  }
  Profile P = T.finish();
  EXPECT_EQ(P.Instructions, 4u * (4 * 26 + 25));
  std::map<uint32_t, uint64_t> Accesses;
  std::vector<IntervalCounts> Rows = *intervalCounts(P);
  for (const IntervalCounts &C : Rows)
    Accesses[C.Interval] += C.Total.Accesses;
  std::map<uint32_t, uint64_t> Expected{{0, 52}, {1, 52}, {2, 102}, {4, 52}};
  EXPECT_EQ(Accesses, Expected);
}

TEST(SelectedRecords, AreRefusedWhereEveryAccessIsNeeded) {
  ModuleSet Modules;
  auto Check = [&](const char *Caches, const AnalysisOptions &Options) {
    return Analysis(*parseCacheModel(Caches), Modules, Options).checkSelected();
  };
  CollectOptions Blocks;
  observeBlocks(Blocks);
  EXPECT_TRUE(Check("L1=4K,1", {}));
  EXPECT_FALSE(Check("L1=4K,1", {.Observers = Blocks.Analysis.Observers}));
  EXPECT_FALSE(Check("L1=4K,1", {.MissCauses = true}));
  EXPECT_FALSE(Check("L1=4K,1,plru", {}));
  EXPECT_FALSE(Check("L1=4K,1;L2=16K,full", {}));
  AnalysisRun Run("L1=1K,2");
  TableBuilder Tables;
  Tables.block({.Slots = 1, .Sites = {{.Base = 0}}});
  StreamBuilder S;
  S.module(0, Tables).lines(0);
  S.selected(SelectedKind::Access, 0x1000, Tables.begin(TableKind::Sites), 8);
  Status Refused = Run.Records.segment({ThreadId(0), S.words()});
  ASSERT_FALSE(Refused);
  EXPECT_TRUE(has(Refused.error().Message, "--complete"));
}

/// A site of ranges, in a heap object of 1 MiB.
struct Ranges {
  Analysed Complete, Selected;
  Program P;
  uint64_t A;
  Program::Run R;

  Ranges()
      : Complete("L1=4K,1", 1'000'000), Selected("L1=4K,1", 1'000'000),
        P(Complete, Selected), A(P.Tables.allocation({.Name = "a"})),
        R(P.run({{.Kind = AccessKind::Store, .Shape = SiteShape::Range}}, 4)) {
    P.start();
    P.alloc(0x100000, 0x100000, A);
  }
  /// Returns the touches of the first level in the complete and in the selected
  /// stream.
  std::pair<uint64_t, uint64_t> touches() {
    P.endInterval();
    P.endProcess();
    P.pass();
    Profile Whole = Complete.finish(), Part = Selected.finish();
    EXPECT_EQ(Whole.total().Accesses, Part.total().Accesses);
    EXPECT_EQ(named(Part, "a").Total.Levels[0].Accesses,
              Part.total().Levels[0].Accesses);
    EXPECT_EQ(Part.Sites[0].Touches, Part.total().Levels[0].Accesses);
    return {Whole.total().Levels[0].Accesses, Part.total().Levels[0].Accesses};
  }
};

TEST(SelectedRecords, AllLinesOfRangesAreTouched) {
  Ranges T;
  std::mt19937_64 Random(3);
  for (int I = 0; I != 500; ++I)
    T.P.execute(T.R, {{0x100000 + Random() % 0x200, Random() % 0x400}});
  auto [Whole, Part] = T.touches();
  EXPECT_GT(Whole, 1000u);
  EXPECT_EQ(Whole, Part);
}

TEST(SelectedRecords, ChosenLinesOfRangesStandForOthers) {
  Ranges T;
  T.P.choose(3);
  // From a line that is not chosen on, 128 lines: 16 chosen ones are parts.
  for (int I = 0; I != 10; ++I)
    T.P.execute(T.R, {{0x100000, 0x2000}});
  auto [Whole, Part] = T.touches();
  EXPECT_EQ(Whole, 10u * 128);
  EXPECT_EQ(Part, 10u * (1 + 16 * 8));
}

// Nothing but a damaged stream begins with a further part.
TEST(SelectedRecords, APartAloneNamesTheStructure) {
  TwoSites T(1'000'000, /*InWindow=*/true);
  T.P.pass();
  T.Selected.take(0, StreamBuilder().selected(SelectedKind::Access, 0x10000,
                                              T.R.Sites[0], ContinuedBit | 8));
  T.P.choose(6);
  T.inA(4); // in no chosen line
  Profile P = T.finish();
  EXPECT_EQ(named(P, "a").Total.Accesses, 4u);
}

} // namespace
