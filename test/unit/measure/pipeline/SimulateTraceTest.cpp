//===- SimulateTraceTest.cpp - a trace gives the same ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/decode/Decoder.h"
#include "analysis/decode/ModuleBuilder.h"
#include "analysis/measure/pipeline/AdviseTrace.h"
#include "analysis/measure/pipeline/Analysis.h"
#include "analysis/measure/pipeline/Collect.h"
#include "analysis/measure/pipeline/KeptTrace.h"
#include "analysis/result/store/Digest.h"
#include "analysis/result/store/IntervalRows.h"
#include "analysis/study/points/ReplayedIntervals.h"
#include "analysis/words/trace/TraceReader.h"
#include "test/support/IntervalCounts.h"
#include "test/support/TraceFile.h"

namespace {

class SimulateTrace : public TraceFile {
protected:
  void SetUp() override {
    makeSegments();
    write();
  }

  /// Two threads that load from one heap block, in turn.
  void makeSegments() {
    TableBuilder Tables;
    uint64_t Block = Tables.block(
        {.Instructions = 3,
         .Slots = 1,
         .Sites = {{.Size = 8},
                   {.Size = 8, .Offset = 64, .Kind = AccessKind::Store}}});
    uint64_t Site = Tables.allocation({.Name = "cells"});
    std::mt19937_64 Random(3);
    for (uint32_t I = 0; I != 40; ++I)
      Segments.emplace_back(I % 2, StreamBuilder());
    Segments[0].second.program(77, std::string("prog\0x\0", 7));
    Segments[0].second.module(0, Tables).alloc(1, 0x100000, 0x10000, Site);
    for (auto &[Thread, S] : Segments)
      for (int I = 0; I != 500; ++I)
        S.block(Block, {0x100000 + Random() % 0xf000});
  }

  /// Intervals of 1000 instructions: each thread has thirty.
  static CollectOptions with(const char *Caches = "L1=4K,4;L2=16K,8") {
    CollectOptions Options;
    Options.Caches = *parseCacheModel(Caches);
    Options.Analysis.Decoding.Intervals.Length = 1000;
    return Options;
  }

  Profile direct(const CollectOptions &Options) {
    ModuleSet Modules;
    ModuleBuilder Builder(Modules);
    Analysis Pipeline(Options.Caches, Modules,
                      {.Decoding = Options.Analysis.Decoding});
    Decoder Records(Builder, Pipeline, Options.Analysis.Decoding);
    for (const auto &[Thread, S] : Segments)
      EXPECT_TRUE(Records.segment({ThreadId(Thread), S.words()}));
    Records.finish();
    return Pipeline.finish({}, {});
  }
};

TEST_F(SimulateTrace, GivesWhatTheLiveStreamGave) {
  for (const char *Spec : {"L1=4K,4;L2=16K,8;L3=64K,8", "L1=1K,1;line=32"}) {
    CollectOptions Options = with(Spec);
    Profile Replayed = good(simulateTrace(Path, Options));
    Profile Live = direct(Options);
    EXPECT_EQ(digest(Replayed), digest(Live));
    EXPECT_EQ(Replayed.total().Accesses, 40u * 500 * 2);
    EXPECT_EQ(Replayed.Instructions, 40u * 500 * 3);
    EXPECT_EQ(intervalCounts(Replayed)->size(), 2u * 30);
    EXPECT_EQ(Replayed.Program, "prog");
  }
}

TEST_F(SimulateTrace, OfAllIntervalsIsTheWhole) {
  CollectOptions Options = with();
  Options.Intervals = {{{0, 0, 1000}, {1, 0, 1000}}};
  Profile Replayed = good(simulateTrace(Path, Options));
  EXPECT_EQ(digest(Replayed), digest(direct(Options)));
}

TEST_F(SimulateTrace, OfSomeIntervalsCountsNothingElseButInstructions) {
  for (const char *Spec : {"L1=4K,4;L2=16K,8", "L1=4K,4;L2=16K,8,victim:2"}) {
    CollectOptions Options = with(Spec);
    Expected<Profile> Whole = simulateTrace(Path, Options);
    Options.Intervals = {{{0, 12, 13}, {1, 20, 20}}};
    Expected<Profile> Part = simulateTrace(Path, Options);
    ASSERT_TRUE(Whole && Part);
    EXPECT_EQ(Part->Instructions, Whole->Instructions);
    std::map<std::pair<uint32_t, uint32_t>, uint64_t> Accesses;
    std::vector<IntervalCounts> Rows = *intervalCounts(*Whole);
    for (const IntervalCounts &Row : Rows)
      Accesses[{Row.Thread, Row.Interval}] = Row.Total.Accesses;
    size_t Full = 0;
    Rows = *intervalCounts(*Part);
    for (const IntervalCounts &Row : Rows) {
      uint64_t All = Accesses.at({Row.Thread, Row.Interval});
      EXPECT_LE(Row.Total.Accesses, All);
      bool Wanted = Row.Thread == 0 ? Row.Interval == 12 || Row.Interval == 13
                                    : Row.Interval == 20;
      Full += Wanted && Row.Total.Accesses == All;
    }
    EXPECT_EQ(Full, 3u);
    // The others are of what one thread did while the other was wanted.
    EXPECT_LT(Part->total().Accesses, Whole->total().Accesses / 5);
  }
}

TEST_F(SimulateTrace, IntervalsOfAReplayAreRowsOfATable) {
  Profile P = good(simulateTrace(Path, with()));
  IntervalTable Table = good(replayedIntervals(P, std::nullopt));
  std::vector<IntervalCounts> Rows = *intervalCounts(P);
  ASSERT_EQ(Table.Intervals.size(), 60u);
  EXPECT_EQ(Table.Levels, 2u);
  EXPECT_FALSE(Table.HasCycles);
  auto Misses = good(missesByStructure(P, Table, 1));
  uint64_t Start = 0;
  for (size_t I = 0; I != 60; ++I) {
    const IntervalFacts &F = Table.Intervals[I];
    EXPECT_EQ(F.Thread, I / 30);
    EXPECT_EQ(F.Interval, I % 30);
    Start = I == 30 ? 0 : Start;
    EXPECT_EQ(F.Start, Start);
    Start += F.Instructions;
    LevelFacts Levels[2];
    std::map<uint64_t, uint64_t> ByKey;
    for (const IntervalCounts &Row : Rows) {
      if (Row.Thread != F.Thread || Row.Interval != F.Interval)
        continue;
      for (size_t L = 0; L != 2; ++L) {
        Levels[L].Accesses += Row.Total.Levels[L].Accesses;
        Levels[L].Misses += Row.Total.Levels[L].Misses;
      }
      if (Row.Total.Levels[1].Misses)
        ByKey[Row.Structure.Value] += Row.Total.Levels[1].Misses;
    }
    EXPECT_EQ(F.Levels[0], Levels[0]);
    EXPECT_EQ(F.Levels[1], Levels[1]);
    EXPECT_EQ(
        (std::map<uint64_t, uint64_t>((Misses)[I].begin(), (Misses)[I].end())),
        ByKey);
  }
  IntervalTable Second = good(replayedIntervals(P, 1));
  EXPECT_EQ(Second.Intervals.size(), 30u);
  EXPECT_EQ(Second.Intervals[4], Table.Intervals[34]);
}

TEST_F(SimulateTrace, PointsHavePlacesInTheTable) {
  IntervalTable Table =
      *replayedIntervals(*simulateTrace(Path, with("L1=4K,4")), std::nullopt);
  Expected<std::vector<WeightedInterval>> Sample =
      placesOf({{1, 3, 0, 0.25}, {0, 29, 1, 0.75}}, Table, 1000);
  ASSERT_TRUE(Sample);
  EXPECT_EQ(*Sample, (std::vector<WeightedInterval>{{33, 0.25}, {29, 0.75}}));
  Sample = placesOf({{1, 30, 0, 1}}, Table, 1000);
  ASSERT_FALSE(Sample);
  EXPECT_EQ(Sample.error().Message,
            "thread 1 has no interval 30 of 1000 instructions; are the points "
            "of this program and input, and --interval as it was?");
}

TEST_F(SimulateTrace, ACutTraceIsAnalysedUpToTheCut) {
  std::filesystem::resize_file(Path, std::filesystem::file_size(Path) - 1);
  Profile Replayed = good(simulateTrace(Path, with("L1=4K,4")));
  EXPECT_TRUE(Replayed.Loss.Truncated);
  EXPECT_NE(Replayed.Loss.TruncatedWhy, "");
  EXPECT_EQ(Replayed.total().Accesses, 40u * 500 * 2);
}

TEST_F(SimulateTrace, OfATraceMadeWithoutAnAnalysisGivesTheSame) {
  CollectOptions Options = with();
  Profile Live = direct(Options);
  Options.TracePath = Path;
  Options.Analyse = false;
  std::unique_ptr<StreamWork> Work = makeTraceWork(Options);
  ASSERT_TRUE(Work->openTrace());
  for (const auto &[Thread, S] : Segments)
    ASSERT_TRUE(Work->segment({ThreadId(Thread), S.words()}));
  DataLoss Loss;
  Loss.LostChunks = 5;
  Profile Result = good(Work->finish(Loss));
  EXPECT_EQ(Result.Loss.LostChunks, 5u);
  uint64_t Bytes = Work->traceSize().Bytes;
  Options.TracePath.clear();
  Profile Replayed = good(simulateTrace(Path, Options));
  EXPECT_EQ(Replayed.Loss.LostChunks, 5u);
  Replayed.Loss.LostChunks = 0;
  EXPECT_EQ(digest(Replayed), digest(Live));
  // The tables are known: 16 random bits of each address are two bytes.
  EXPECT_LT(Bytes, 40u * 500 * 9 / 4 + 2000);
  EXPECT_GT(Bytes, 40u * 500 * 2 - 1000);
}

TEST_F(SimulateTrace, AFullDiskEndsATraceWithoutAnAnalysisWithAnError) {
  CollectOptions Options;
  Options.Analyse = false;
  Options.TracePath = Path;
  std::unique_ptr<StreamWork> Work = makeTraceWork(Options);
  ASSERT_TRUE(Work->openTrace());
  std::vector<uint64_t> Long(MaxTraceFrameWords);
  ASSERT_TRUE(Work->segment({ThreadId(0), Long}));
  ASSERT_TRUE(Work->segment({ThreadId(0), Segments[0].second.words()}));
  EXPECT_EQ(errorOf(Work->finish({})),
            "a segment of 1048576 words is too long for a trace");
}

TEST_F(SimulateTrace, OfASampleIsThatPartOfTheRun) {
  CollectOptions Options = with();
  Options.Sample = ClockSample{1000, 0.5};
  ReplayedTrace Half = good(replayTrace(Path, Options));
  EXPECT_EQ(Half.Whole, 40u * 500 * 3);
  EXPECT_NEAR(double(Half.Simulated), 0.5 * double(Half.Whole), 2000);
  EXPECT_EQ(Half.Counts.Instructions, Half.Whole);
  EXPECT_EQ(Half.Counts.total().Accesses, Half.Simulated / 3 * 2);
  Options.Sample->Share = 0;
  ReplayedTrace None = good(replayTrace(Path, Options));
  EXPECT_EQ(None.Simulated, 0u);
  EXPECT_EQ(None.Whole, Half.Whole);
}

TEST_F(SimulateTrace, ALongTraceIsMeasuredByItsBeginning) {
  uint64_t Words = *TraceReader::wordsOf(Path);
  EXPECT_EQ(good(measureTrace(Path, with(), Words)), 40u * 500 * 3);
  EXPECT_NEAR(double(good(measureTrace(Path, with(), Words / 4))), 40 * 500 * 3,
              0.1 * 40 * 500 * 3);
  std::atomic<bool> Stop = true;
  CollectOptions Options = with();
  Options.Stop = &Stop;
  EXPECT_LT(good(measureTrace(Path, Options, Words)), 40u * 500 * 3);
}

TEST_F(SimulateTrace, WhatIsStoppedHasWhatCameBefore) {
  EXPECT_EQ(TraceReader::wordsOf(Path), std::optional<uint64_t>([&] {
              uint64_t Words = 0;
              for (const auto &[Thread, S] : Segments)
                Words += S.words().size();
              return Words;
            }()));
  CollectOptions Options = with();
  std::atomic<bool> Stop = true;
  Options.Stop = &Stop;
  Profile Stopped = good(simulateTrace(Path, Options));
  EXPECT_EQ(Stopped.total().Accesses, 0u);
  EXPECT_FALSE(Stopped.Loss.Truncated) << "the trace is not damaged";
}

// A recording that was killed leaves whole frames and a part of one.
TEST_F(SimulateTrace, ATraceThatWasCutHasTheWordsOfItsWholeFrames) {
  uint64_t All = *TraceReader::wordsOf(Path);
  uint64_t Bytes = std::filesystem::file_size(Path);
  std::filesystem::resize_file(Path, Bytes - 1);
  // A frame has a word more for each of the forty segments.
  EXPECT_EQ(TraceReader::wordsOf(Path), All + 40) << "no end mark, all frames";
  // A quarter of the words tells the length of all.
  EXPECT_NEAR(double(good(measureTrace(Path, with(), All / 4))), 40 * 500 * 3,
              0.1 * 40 * 500 * 3);
  for (uint64_t Left : {Bytes / 2, Bytes / 3, uint64_t(sizeof(TraceHeader))}) {
    std::filesystem::resize_file(Path, Left);
    std::atomic<uint64_t> Passed = 0;
    CollectOptions Options = with();
    Options.WordsRead = &Passed;
    EXPECT_TRUE(good(simulateTrace(Path, Options)).Loss.Truncated) << Left;
    EXPECT_GE(*TraceReader::wordsOf(Path), Passed) << Left;
    EXPECT_LE(*TraceReader::wordsOf(Path), Passed + 40) << Left;
  }
  std::filesystem::resize_file(Path, 3);
  EXPECT_EQ(TraceReader::wordsOf(Path), std::nullopt);
}

TEST_F(SimulateTrace, AdviceThatIsStoppedSaysSo) {
  AdviseOptions Options;
  Options.Collect = with();
  std::vector<std::string> Passes;
  Options.BeginPass = [&](const std::string &Task) { Passes.push_back(Task); };
  Options.MostInstructions = 1'000'000;
  Advice Whole = good(adviseTrace(Path, Options));
  EXPECT_EQ(Whole.Stopped, StoppedPass::None);
  EXPECT_EQ(Whole.ReadShare, 1);
  EXPECT_EQ(Whole.Share, 1);
  EXPECT_GT(Whole.Program.Levels[0], 0u);
  ASSERT_FALSE(Passes.empty());
  EXPECT_EQ(Passes[0].find("looking at '"), 0u)
      << "a short trace is not measured";
  Options.MostKept = 0;
  Advice ReadAgain = good(adviseTrace(Path, Options));
  EXPECT_EQ(ReadAgain.Program, Whole.Program);
  EXPECT_EQ(ReadAgain.Tried, Whole.Tried);
  std::atomic<bool> Stop = true;
  Options.Collect.Stop = &Stop;
  Advice Stopped = good(adviseTrace(Path, Options));
  EXPECT_EQ(Stopped.Stopped, StoppedPass::Evidence);
  EXPECT_EQ(Stopped.ReadShare, 0);
  EXPECT_EQ(Stopped.Tried, 0u);
  EXPECT_EQ(Stopped.Program.Levels[0], 0u);
}

// A flag that is set when a pass begins stops it before it has read anything.
TEST_F(SimulateTrace, AdviceThatIsStoppedSaysInWhichPass) {
  AdviseOptions Options;
  Options.Collect = with();
  std::atomic<uint64_t> Words = 0;
  std::atomic<bool> Stop = false;
  Options.Collect.WordsRead = &Words;
  Options.Collect.Stop = &Stop;
  Advice Whole = good(adviseTrace(Path, Options));
  for (std::string First : {"looking", "trying"}) {
    Stop = false;
    Words = 1000;
    Options.BeginPass = [&](const std::string &Task) {
      EXPECT_EQ(Words, 0u);
      Stop = Task.starts_with(First);
    };
    Advice Stopped = good(adviseTrace(Path, Options));
    if (!Stop)
      continue; // there was nothing to try
    EXPECT_EQ(Stopped.ReadShare, 0) << First;
    EXPECT_EQ(Stopped.Tried, 0u) << First;
    EXPECT_EQ(Stopped.Untried.size(), Stopped.Found) << First;
    bool Tries = First == "trying";
    EXPECT_EQ(Stopped.Stopped,
              Tries ? StoppedPass::Trials : StoppedPass::Evidence);
    EXPECT_EQ(Stopped.Program.Levels[0], Tries ? Whole.Program.Levels[0] : 0);
  }
}

} // namespace
