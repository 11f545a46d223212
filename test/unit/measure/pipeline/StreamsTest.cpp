//===- StreamsTest.cpp - counts over time ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/store/StreamReader.h"
#include "test/support/AnalysisRun.h"

namespace {

constexpr const char *Caches = "L1=1K,2;L2=4K,4;L3=16K,8,shared";
constexpr uint64_t Period = 700;
constexpr uint32_t Globals = 4;

/// Records of a few threads that access four globals, and what they are.
class Program {
public:
  Program(uint64_t Seed, uint32_t Threads, size_t Count) : Random(Seed) {
    for (uint32_t I = 0; I != Kinds; ++I)
      Blocks.push_back(Tables.block(
          {.Instructions = 2 + 3 * I,
           .Slots = 1,
           .Sites = {{.Kind = I % 3 ? AccessKind::Load : AccessKind::Store}}}));
    for (uint32_t I = 0; I != Globals; ++I)
      Tables.global({fmt::format("g{}", I), Memory + I * Bytes, Bytes, "int"});
    uint32_t Thread = 0;
    for (size_t I = 0; I != Count; ++I) {
      if (Random() % 60 == 0)
        Thread = uint32_t(Random() % Threads);
      Records.push_back({Thread, uint32_t(Random() % Kinds),
                         Memory + Random() % (Globals * Bytes - 8) / 8 * 8});
    }
  }

  struct Record {
    uint32_t Thread, Kind;
    uint64_t Address;
    uint64_t instructions() const { return 2 + 3 * Kind; }
    uint32_t global() const { return uint32_t((Address - Memory) / Bytes); }
    bool writes() const { return Kind % 3 == 0; }
  };
  std::vector<Record> Records;
  size_t StreamBytes = 0;

  /// Analyses the first \p Count records.
  Profile analyse(size_t Count, bool Causes = false,
                  std::optional<size_t> Threads = {}) {
    AnalysisRun Run(Caches,
                    {.Decoding = {.Intervals = {Period}},
                     .MissCauses = Causes,
                     .StreamBytes = StreamBytes},
                    Threads);
    StreamBuilder First;
    First.module(0, Tables);
    Run.segment(First.words());
    for (size_t I = 0; I != Count;) {
      StreamBuilder S;
      uint32_t Thread = Records[I].Thread;
      for (; I != Count && Records[I].Thread == Thread; ++I)
        S.block(Blocks[Records[I].Kind], {Records[I].Address});
      Run.segment(S.words(), Thread);
    }
    return Run.finish();
  }

private:
  static constexpr uint32_t Kinds = 9;
  static constexpr uint64_t Memory = 0x800000, Bytes = 3000;

  std::mt19937_64 Random;
  TableBuilder Tables;
  std::vector<uint64_t> Blocks;
};

using Points = std::vector<uint64_t>;

Points pointsOf(const Profile &P, uint32_t Thread, StructureId Id,
                Measure Kind) {
  auto Sums = StreamReader(P.Streams).sums(Thread, Id, Kind, 1,
                                           P.Streams.intervals(Thread));
  EXPECT_TRUE(Sums);
  return *Sums;
}

uint64_t totalOf(const Profile &P, uint32_t Thread, StructureId Id,
                 Measure Kind) {
  uint64_t Sum = 0;
  for (uint64_t Value : pointsOf(P, Thread, Id, Kind))
    Sum += Value;
  return Sum;
}

StructureId idOf(const Profile &P, const std::string &Name) {
  for (uint32_t Id = 0; Id != P.Structures.size(); ++Id)
    if (P.Structures[Id].Name == Name)
      return StructureId(Id);
  return {};
}

/// All numbers of \p C, which the report shows, are the sums of the streams of
/// \p Thread.
void expectSums(const Profile &P, uint32_t Thread, StructureId Id,
                const Counts &C) {
  auto Sum = [&](Measure Kind) { return totalOf(P, Thread, Id, Kind); };
  EXPECT_EQ(Sum(Measure::Accesses), C.Accesses);
  EXPECT_EQ(Sum(Measure::Stores), C.Stores);
  for (size_t L = 0; L != C.Levels.size(); ++L) {
    EXPECT_EQ(Sum(levelMeasure(L, LevelMeasure::Accesses)),
              C.Levels[L].Accesses);
    EXPECT_EQ(Sum(levelMeasure(L, LevelMeasure::Misses)), C.Levels[L].Misses);
    EXPECT_EQ(Sum(levelMeasure(L, LevelMeasure::Writebacks)),
              C.Levels[L].Writebacks);
    EXPECT_LE(Sum(levelMeasure(L, LevelMeasure::Evictions)),
              C.Levels[L].Misses);
  }
}

TEST(CountsOverTime, AddUpToTheReport) {
  for (bool Causes : {false, true})
    for (std::optional<size_t> Scheduler : {std::optional<size_t>(), {0}, {2}})
      for (uint32_t Threads : {1, 3}) {
        Program Source(Threads, Threads, 20'000);
        Profile P = Source.analyse(20'000, Causes, Scheduler);
        EXPECT_GT(P.total().Levels[2].Misses, 0u);
        for (const ThreadCounts &C : P.ByThread)
          expectSums(P, C.Thread, C.Structure, C.Total);
        uint32_t Process = *P.Streams.processThread(Measure::Accesses);
        EXPECT_EQ(Process, Threads == 1 ? 0 : Stream::Process);
        for (uint32_t Id = 0; Id != P.Structures.size(); ++Id)
          expectSums(P, Process, StructureId(Id), P.Structures[Id].Total);
        expectSums(P, Process, {}, P.total());
        for (const ThreadRow &T : P.Threads)
          EXPECT_EQ(totalOf(P, T.Thread, {}, Measure::Instructions),
                    T.Instructions);
        EXPECT_EQ(totalOf(P, Process, {}, Measure::Instructions),
                  P.Instructions);
      }
}

TEST(CountsOverTime, ARecordBelongsToTheIntervalsInWhichItBegins) {
  for (uint64_t Seed = 0; Seed != 5; ++Seed) {
    Program Source(Seed, 3, 8000);
    Profile P = Source.analyse(8000);
    /// thread (or Process), global, measure.
    std::map<std::tuple<uint32_t, uint32_t, Measure>, Points> Expected;
    std::map<uint32_t, uint64_t> Clocks;
    auto Add = [&](uint32_t Thread, uint32_t Global, Measure M, uint64_t Time,
                   uint64_t Value) {
      Points &Row = Expected[{Thread, Global, M}];
      Row.resize(std::max<size_t>(Row.size(), Time / Period + 1));
      Row[Time / Period] += Value;
    };
    for (const Program::Record &R : Source.Records) {
      for (uint32_t Thread : {R.Thread, Stream::Process}) {
        uint64_t &Clock = Clocks[Thread];
        Add(Thread, R.global(), Measure::Accesses, Clock, 1);
        Add(Thread, R.global(), Measure::Stores, Clock, R.writes());
        Add(Thread, Globals, Measure::Instructions, Clock, R.instructions());
        Clock += R.instructions();
      }
    }
    for (auto &[Key, Values] : Expected) {
      auto [Thread, Global, M] = Key;
      StructureId Id;
      if (Global != Globals)
        Id = idOf(P, fmt::format("g{}", Global));
      Points Found = pointsOf(P, Thread, Id, M);
      ASSERT_LE(Values.size(), Found.size());
      Values.resize(Found.size());
      EXPECT_EQ(Found, Values) << Thread << " " << Global;
    }
  }
}

TEST(CountsOverTime, LongRunsHaveLongerIntervals) {
  for (uint32_t Threads : {1, 3}) {
    Program Source(Threads, Threads, 40'000);
    Profile Whole = Source.analyse(40'000);
    Source.StreamBytes = 1000;
    Profile P = Source.analyse(40'000);
    uint64_t Ratio = P.IntervalInstructions / Period;
    EXPECT_GE(Ratio, 4u);
    EXPECT_EQ(P.Instructions, Whole.Instructions);
    EXPECT_TRUE(P.total() == Whole.total());
    uint32_t Process = *P.Streams.processThread(Measure::Accesses);
    for (Measure Source : {Measure::Accesses, Measure::Instructions,
                           levelMeasure(0, LevelMeasure::Misses)}) {
      Points Expected = pointsOf(Whole, Process, {}, Source), Sums;
      for (size_t I = 0; I != Expected.size(); ++I) {
        Sums.resize(I / Ratio + 1);
        Sums.back() += Expected[I];
      }
      EXPECT_EQ(pointsOf(P, Process, {}, Source), Sums);
    }
    EXPECT_TRUE(has(P.Notes.at(0), "the run is long: counts over time are of "
                                   "intervals of"));
  }
}

/// The slow way: what an earlier end of the program would have counted.
TEST(CountsOverTime, MissesUpToAPointAreThoseOfTheProgramUpToThere) {
  Program Source(7, 3, 6000);
  Profile Whole = Source.analyse(6000);
  uint64_t Clock = 0, Interval = 0;
  for (size_t I = 0; I != Source.Records.size(); ++I) {
    if (Clock / Period != Interval && Clock / Period % 5 == 0) {
      Profile Part = Source.analyse(I);
      for (uint32_t G = 0; G != Globals; ++G)
        for (size_t L = 0; L != 3; ++L)
          for (auto Kind : {LevelMeasure::Misses, LevelMeasure::Writebacks,
                            LevelMeasure::Evictions}) {
            std::string Name = fmt::format("g{}", G);
            Measure M = levelMeasure(L, Kind);
            Points Values =
                pointsOf(Whole, Stream::Process, idOf(Whole, Name), M);
            Values.resize(Clock / Period);
            uint64_t Sum = 0;
            for (uint64_t V : Values)
              Sum += V;
            uint32_t Process = *Part.Streams.processThread(M);
            EXPECT_EQ(Sum, totalOf(Part, Process, idOf(Part, Name), M))
                << Name << " L" << L + 1 << " " << Clock;
          }
    }
    Interval = Clock / Period;
    Clock += Source.Records[I].instructions();
  }
}

/// Every line that came in is still there, or was driven out.
TEST(CountsOverTime, EvictionsAreMissesWithoutWhatTheCacheHolds) {
  Program Source(8, 1, 20'000);
  Profile P = Source.analyse(20'000);
  const uint64_t Lines[] = {16, 64, 256};
  for (size_t L = 0; L != 3; ++L) {
    uint64_t Misses = totalOf(P, 0, {}, levelMeasure(L, LevelMeasure::Misses)),
             Evictions =
                 totalOf(P, 0, {}, levelMeasure(L, LevelMeasure::Evictions));
    // Four globals of 3000 bytes are 188 lines.
    EXPECT_EQ(Misses - Evictions, std::min<uint64_t>(Lines[L], 188));
  }
}

} // namespace
