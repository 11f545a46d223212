//===- FilteredRecordsTest.cpp - what a program that filters writes -------===//

#include "analysis/store/IntervalRows.h"
#include "test/support/IntervalCounts.h"
#include "test/support/NamedStructure.h"
#include "test/support/random/RandomFiltered.h"

namespace {

/// A program with a heap object of 1 MB at HeapAt, in which \p Execute executes
/// runs of one site each.
template <typename Work>
void compareWork(const char *Caches, const std::vector<SiteSpec> &Sites,
                 Work Execute) {
  for (Shape First : {shapeFor(Caches), OneWay}) {
    SCOPED_TRACE(fmt::format("{} ways", First.Ways));
    Analysed Complete(Caches, 1'000'000'000), Filtered(Caches, 1'000'000'000);
    Program P(Complete, Filtered, First);
    uint64_t Kind = P.Tables.allocation({.Name = "object"});
    std::vector<Program::Run> Runs;
    for (const SiteSpec &S : Sites)
      Runs.push_back(P.run({S}, 1));
    P.start();
    P.alloc(HeapAt, 1 << 20, Kind);
    Execute(P, Runs);
    P.endInterval();
    P.pass();
    expectSame(summary(Complete.finish()), summary(Filtered.finish()));
  }
}

// An access of 64 KB to a first level of 16 KB: the lines at its end are there,
// and leave before they are written.
TEST(FilteredRecords, LongAccessesWriteOneLineAfterTheOther) {
  compareWork("L1=16K,4;L2=64K,8",
              {{.Shape = SiteShape::Range},
               {.Kind = AccessKind::Store, .Shape = SiteShape::Range}},
              [](Program &P, const std::vector<Program::Run> &Runs) {
                for (int I = 0; I != 3; ++I)
                  for (const Program::Run &R : Runs)
                    P.execute(R, {{HeapAt + 8, 0x10000}});
              });
}

TEST(FilteredRecords, CountsOfPiecesMayBeLarge) {
  compareWork("L1=16K,4;L2=64K,8", {{}, {.Kind = AccessKind::Store}},
              [](Program &P, const std::vector<Program::Run> &Runs) {
                for (uint64_t Line = 0; Line != 6; ++Line)
                  for (const Program::Run &R : Runs)
                    for (int I = 0; I != 40'000; ++I)
                      P.execute(R, {{HeapAt + Line * 0x1000}});
              });
}

TEST(FilteredRecords, AnExecutionMayBeNoAccessOrSeveral) {
  compareWork("L1=16K,4;L2=64K,8",
              {{.Shape = SiteShape::Range}, {.Shape = SiteShape::Masked}},
              [](Program &P, const std::vector<Program::Run> &Runs) {
                for (uint64_t I = 0; I != 5; ++I) {
                  P.execute(Runs[0], {{HeapAt + 8, I % 2 * 100}});
                  P.execute(Runs[1], {{HeapAt + 64 * I, uint64_t(0x15) >> I}});
                }
              });
}

/// One pointer site, then another in the same run; a heap object of each of
/// two kinds.
struct TwoSites {
  Analysed Complete, Filtered;
  Program P;
  uint64_t A, B;
  Program::Run R;

  explicit TwoSites(bool Vectors = false, uint64_t Interval = 1'000'000)
      : Complete("L1=4K,1", Interval),
        Filtered("L1=4K,1", Interval, {}, Vectors),
        P(Complete, Filtered, OneWay), A(P.Tables.allocation({.Name = "a"})),
        B(P.Tables.allocation({.Name = "b"})),
        R(P.run({{.Size = 8}, {.Size = 8, .Kind = AccessKind::Store}}, 4)) {
    P.start();
    P.alloc(0x10000, 0x1000, A);
    P.alloc(0x20000, 0x1000, B);
  }
  Profile finish(bool Killed = false) {
    P.endInterval();
    if (!Killed)
      P.told();
    P.pass();
    return Filtered.finish();
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

TEST(FilteredRecords, SitesAreSharedOutByTheirChanges) {
  TwoSites T;
  // Three changes in one, one in the other; the second site has none.
  for (uint64_t I = 0; I != 3; ++I)
    T.P.execute(T.R, {{0x10000 + 64 * I}, {0x10008 + 64 * I}});
  for (uint64_t I = 0; I != 4; ++I)
    T.P.execute(T.R, {{0x20000}, {0x20008}});
  Profile P = T.finish();
  EXPECT_EQ(named(P, "a").Total.Accesses, 6u);
  EXPECT_EQ(named(P, "b").Total.Accesses, 8u);
  std::map<std::pair<uint32_t, std::string>, uint64_t> Expected{
      {{0, "a"}, 5}, {{0, "b"}, 2}, {{1, "a"}, 5}, {{1, "b"}, 2}};
  EXPECT_EQ(shares(P), Expected);
  ASSERT_EQ(P.Notes.size(), 1u);
  EXPECT_TRUE(has(P.Notes[0], "estimate"));
}

TEST(FilteredRecords, SitesOfOneStructureAreExact) {
  TwoSites T;
  for (uint64_t I = 0; I != 7; ++I)
    T.P.execute(T.R, {{0x10000}, {0x10008}});
  Profile P = T.finish();
  std::map<std::pair<uint32_t, std::string>, uint64_t> Expected{{{0, "a"}, 7},
                                                                {{1, "a"}, 7}};
  EXPECT_EQ(shares(P), Expected);
  EXPECT_TRUE(P.Notes.empty());
}

/// Of an object that another thread has just loaded.
TEST(FilteredRecords, CountsMayComeBeforeTheirTables) {
  Analysed Complete("L1=4K,1", 1'000'000), Filtered("L1=4K,1", 1'000'000);
  Program P(Complete, Filtered, shapeFor("L1=4K,1"));
  Program::Run R = P.run({{.Size = 8}}, 5);
  StreamBuilder Counts, Rest;
  for (uint64_t Growth : {3, 4})
    Counts.event(EventKind::Counts,
                 {countsOf(0, false), counterWord(0, int64_t(Growth))});
  Rest.module(0, P.Tables).event(EventKind::Counts, {countsOf(0, true)});
  Filtered.take(0, Counts);
  Filtered.take(0, Rest);
  EXPECT_EQ(Filtered.finish().Instructions, 7u * R.Instructions);
}

TEST(FilteredRecords, SaysThatItWasKilled) {
  TwoSites T;
  T.P.execute(T.R, {{0x10000}, {0x10008}});
  Profile P = T.finish(/*Killed=*/true);
  ASSERT_EQ(P.Notes.size(), 1u);
  EXPECT_TRUE(has(P.Notes[0], "the program was killed"));
}

TEST(FilteredRecords, IntervalsEndWhereCountersSaySo) {
  TwoSites T(false, 100);
  for (uint64_t I = 0; I != 4; ++I) {
    for (uint64_t N = 0; N != 26 + 25 * (I == 2); ++N)
      T.P.execute(T.R, {{0x10000}, {0x10008}});
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

TEST(FilteredRecords, HasBlockVectorsOnlyIfAskedFor) {
  for (bool Asked : {false, true}) {
    TwoSites T(Asked);
    for (uint64_t I = 0; I != 5; ++I)
      T.P.execute(T.R, {{0x10000}, {0x10008}});
    Profile P = T.finish();
    EXPECT_EQ(P.Vectors.Intervals.size(), size_t(Asked));
    EXPECT_EQ(P.Instructions, 20u);
    EXPECT_EQ(P.Vectors.Source,
              Asked ? BlockSource::Counted : BlockVectors().Source);
  }
}

TEST(FilteredRecords, IsRefusedWhereEveryAccessIsNeeded) {
  ModuleSet Modules;
  auto Check = [&](const char *Caches, const AnalysisOptions &Options) {
    return Analysis(*parseCacheModel(Caches), Modules, Options).checkFiltered();
  };
  EXPECT_TRUE(Check("L1=4K,1", {}));
  EXPECT_TRUE(Check("L1=4K,1", {.Observers = blockObservers()}));
  EXPECT_FALSE(Check("L1=4K,1", {.Why = true}));
  EXPECT_FALSE(Check("L1=4K,1,plru", {}));
  AnalysisRun Run;
  TableBuilder Tables;
  Tables.block({.Slots = 1, .Sites = {{.Base = 0}}});
  StreamBuilder S;
  S.module(0, Tables);
  S.filtered(FilteredKind::Change, 0x1000, Tables.begin(TableKind::Sites), 0);
  Status Refused = Run.Records.segment({ThreadId(0), S.words()});
  ASSERT_FALSE(Refused);
  EXPECT_TRUE(has(Refused.error().Message, "--complete"));
}

} // namespace
