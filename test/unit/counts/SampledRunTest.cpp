//===- SampledRunTest.cpp - windows of a stream, analysed -----------------===//

#include "analysis/store/IntervalRows.h"
#include "analysis/stream/SampleChooser.h"
#include "test/support/AnalysisRun.h"
#include "test/support/IntervalCounts.h"
#include "test/support/NamedStructure.h"

namespace {

constexpr uint64_t Small = 0x800000, Large = 0x900000, Buffer = 0xa00000;
constexpr uint64_t SmallBytes = 4096, LargeBytes = 1 << 17, BufferBytes = 64;

/// A program that accesses three globals, in a proportion that changes.
class Program {
public:
  Program(uint64_t Seed, size_t Accesses) : Random(Seed) {
    for (uint32_t Instructions : {3, 7, 5})
      Blocks.push_back(Tables.block(
          {.Instructions = Instructions, .Slots = 1, .Sites = {{.Size = 8}}}));
    Tables.global({"small", Small, SmallBytes, "long[512]"});
    Tables.global({"large", Large, LargeBytes, "long[16384]"});
    Tables.global({"buffer", Buffer, BufferBytes, "long[8]"});
    Stream.module(0, Tables);
    run(Accesses);
  }

  void run(size_t Accesses) {
    for (size_t I = 0; I != Accesses; ++I, ++Made) {
      uint64_t R = Random();
      double Turn = std::sin(double(Made) / 40000);
      double Where = double(R >> 40) / double(1 << 24);
      size_t Which = Where < 0.4 + 0.2 * Turn ? 0 : Where < 0.8 ? 1 : 2;
      uint64_t Base = Which == 0 ? Small : Which == 1 ? Large : Buffer;
      uint64_t Bytes = Which == 0   ? SmallBytes
                       : Which == 1 ? LargeBytes
                                    : BufferBytes;
      Stream.block(Blocks[Which], {Base + R % Bytes / 8 * 8});
    }
  }

  TableBuilder Tables;
  StreamBuilder Stream;

private:
  std::mt19937_64 Random;
  std::vector<uint64_t> Blocks;
  uint64_t Made = 0;
};

struct How {
  std::string Plan = {}; ///< empty: the whole stream
  std::optional<size_t> Scheduler = {};
  const char *Caches = "L1=2K,2;L2=16K,4;L3=64K,8";
};

Profile analyse(const Program &Of, const How &H) {
  AnalysisRun Run(H.Caches, {.IntervalInstructions = 100'000}, H.Scheduler);
  if (H.Plan.empty())
    return Run.segment(Of.Stream.words()).finish();
  SamplePlan Plan;
  EXPECT_TRUE(SamplePlanReader(H.Plan.data(), H.Plan.size()).read(Plan));
  SampleChooser Chooser(Plan, Run.Builder, Run.Records);
  EXPECT_TRUE(Chooser.segment({ThreadId(0), Of.Stream.words()}));
  EXPECT_TRUE(Chooser.finish());
  return Run.finish();
}

double share(const Profile &P, std::string_view Name, size_t Level) {
  return double(named(P, Name).Total.Levels[Level].Misses) /
         double(P.total().Levels[Level].Misses);
}

size_t numberOf(const Profile &P, std::string_view Name) {
  for (size_t Id = 0; Id != P.Structures.size(); ++Id)
    if (P.Structures[Id].Name == Name)
      return Id;
  ADD_FAILURE() << Name;
  return 0;
}

} // namespace

TEST(SampledRun, OfWholePeriodsIsTheRun) {
  Program Of(1, 200'000);
  Profile Whole = analyse(Of, {});
  EXPECT_FALSE(Whole.Sampled.Known);
  Profile P = analyse(Of, {"period=10K,window=10K"});
  ASSERT_TRUE(P.Sampled.Known);
  EXPECT_EQ(P.Sampled.Words, 400'000u);
  EXPECT_EQ(P.Sampled.Measured, 400'000u);
  EXPECT_EQ(P.Instructions, Whole.Instructions);
  expectSameRows(P.Structures, Whole.Structures, &Structure::Total);
  expectSameRows(*intervalCounts(P), *intervalCounts(Whole),
                 &IntervalCounts::Total);
  expectSameRows(P.BySite, Whole.BySite, &SiteCounts::Accesses,
                 &SiteCounts::Misses);
  EXPECT_EQ(P.Sampled.Total.Misses[2].CountPpm, 0u);
}

TEST(SampledRun, EstimatesWhatTheWholeRunDid) {
  Program Of(2, 1'500'000);
  Profile Whole = analyse(Of, {});
  Profile P = analyse(Of, {"period=50K,window=4K,warm=4K"});
  EXPECT_EQ(P.Sampled.Words, 3'000'000u);
  EXPECT_EQ(P.Sampled.Windows, 60u);
  EXPECT_NEAR(double(P.Sampled.Measured), 60 * 4000, 60 * 4);
  EXPECT_NEAR(double(P.Instructions), double(Whole.Instructions),
              0.02 * double(Whole.Instructions));
  EXPECT_NEAR(double(P.total().Accesses), 1'500'000, 3000);
  for (const char *Name : {"small", "large", "buffer"})
    for (size_t L = 0; L != 3; ++L)
      EXPECT_NEAR(share(P, Name, L), share(Whole, Name, L), 0.02) << Name << L;
}

TEST(SampledRun, SumsAddUp) {
  Program Of(3, 300'000);
  Profile P = analyse(Of, {"period=20K,window=1500,warm=500"});
  Counts Threads;
  for (const ThreadCounts &C : P.ByThread)
    Threads += C.Total;
  EXPECT_EQ(P.total(), Threads);
  uint64_t Instructions = sumOf(P.Threads, &ThreadRow::Instructions);
  EXPECT_EQ(P.Instructions, Instructions);
  uint64_t Sites = sumOf(P.Sites, &CodeSite::Accesses);
  EXPECT_NEAR(double(Sites), double(P.total().Accesses), 10);
  uint64_t Windows = 0;
  std::vector<IntervalCounts> Rows = *intervalCounts(P);
  for (const IntervalCounts &C : Rows)
    Windows += C.Total.Accesses;
  EXPECT_EQ(Windows, P.Sampled.Accesses);
}

TEST(SampledRun, IsTheSameInStages) {
  Program Of(4, 300'000);
  Profile One = analyse(Of, {"5%"});
  for (size_t Threads : {0, 1, 2}) {
    Profile Two = analyse(Of, {"5%", Threads});
    expectSameRows(One.Structures, Two.Structures, &Structure::Total);
    EXPECT_EQ(One.Sampled, Two.Sampled);
  }
}

TEST(SampledRun, KnowsTheTimeOfWhatHappensBetweenWindows) {
  Program Of(5, 200'000);
  Of.Stream.phase("late");
  Of.run(100'000);
  Profile Whole = analyse(Of, {});
  Profile P = analyse(Of, {"period=10K,window=500,warm=500"});
  ASSERT_EQ(P.Markers.size(), 1u);
  EXPECT_NEAR(double(P.Markers[0].Instructions),
              double(Whole.Markers[0].Instructions),
              0.05 * double(Whole.Markers[0].Instructions));
}

TEST(SampledRun, CountsTheRegionOfInterestOnly) {
  Program Of(6, 300'000);
  Of.Stream.interest(1, true);
  Of.run(600'000);
  Of.Stream.interest(2, false);
  Of.run(300'000);
  Profile P = analyse(Of, {"period=10K,window=1K,warm=500"});
  EXPECT_NEAR(double(P.total().Accesses), 600'000, 20'000);
}

TEST(SampledRun, LinesThatAreNewInAWindowAreNotNewInEachOfThem) {
  // Everything fits into the third level: each line misses there once.
  Program Of(7, 1'000'000);
  How H{"period=50K,window=1K,warm=0", false, "L1=2K,2;L2=16K,4;L3=1M,8"};
  Profile Whole = analyse(Of, {"", false, H.Caches});
  Profile P = analyse(Of, H);
  uint64_t Lines = LargeBytes / 64;
  EXPECT_EQ(named(Whole, "large").Total.Levels[2].Misses, Lines);
  EXPECT_NEAR(double(named(P, "large").Total.Levels[2].Misses), double(Lines),
              10);
}

TEST(SampledRun, WithoutAWindowSaysSo) {
  Program Of(8, 20'000);
  Profile P = analyse(Of, {"period=1G,window=1K,seed=2"});
  EXPECT_EQ(P.total().Accesses, 0u);
  ASSERT_FALSE(P.Notes.empty());
  EXPECT_TRUE(has(P.Notes[0], "--sample=100%"));
}

TEST(SampledRun, IntervalsContainTheTruthNineteenTimesOutOfTwenty) {
  Program Of(9, 400'000);
  Profile Whole = analyse(Of, {});
  unsigned Inside = 0, All = 0;
  for (int Seed = 1; Seed <= 60; ++Seed) {
    Profile P = analyse(
        Of, {fmt::format("period=20K,window=500,warm=500,seed={}", Seed)});
    for (const char *Name : {"small", "large"}) {
      const SampledErrors &E = P.Sampled.ByStructure[numberOf(P, Name)];
      double Off = std::abs(share(P, Name, 0) - share(Whole, Name, 0));
      Inside += Off <= double(E.Misses[0].SharePpm) / 1e6;
      ++All;
    }
  }
  // A trend within the run makes the interval wider than it need be.
  EXPECT_GE(double(Inside) / All, 0.92);
}

TEST(SampledRun, IntervalsKnowWhatGapsHide) {
  // Windows that fill neither of the outer levels.
  Program Of(10, 400'000);
  for (const char *Caches :
       {"L1=2K,2;L2=16K,4;L3=64K,8", "L1=1K,4;L2=32K,8;L3=1M,16"}) {
    Profile Whole = analyse(Of, {"", false, Caches});
    unsigned Inside = 0, All = 0;
    for (int Seed = 1; Seed <= 20; ++Seed) {
      Profile P = analyse(
          Of, {fmt::format("period=20K,window=300,warm=100,seed={}", Seed),
               false, Caches});
      for (const char *Name : {"small", "large"})
        for (size_t L : {1, 2}) {
          const SampledErrors &E = P.Sampled.ByStructure[numberOf(P, Name)];
          double Off = std::abs(share(P, Name, L) - share(Whole, Name, L));
          Inside += Off <= double(E.Misses[L].SharePpm) / 1e6 + 1e-6;
          ++All;
        }
    }
    EXPECT_GE(double(Inside) / All, 0.95) << Caches;
  }
}
