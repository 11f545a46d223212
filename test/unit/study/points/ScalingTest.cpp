//===- ScalingTest.cpp - phases over runs ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/Scaling.h"
#include "test/support/Test.h"

namespace {

IntervalFacts interval(uint32_t Run, uint32_t Thread, uint64_t Instructions,
                       uint64_t Cycles) {
  IntervalFacts I;
  I.Run = Run;
  I.Thread = Thread;
  I.Instructions = Instructions;
  I.Cycles = Cycles;
  I.Levels[1] = {Instructions / 10, Instructions / 100};
  return I;
}

IntervalTable tableOf(uint32_t Runs, std::vector<IntervalFacts> Intervals) {
  IntervalTable Table;
  Table.Runs = Runs;
  Table.Levels = 2;
  Table.HasCycles = true;
  Table.Intervals = std::move(Intervals);
  return Table;
}

/// A thread begins at 0 and never waits.
std::vector<TimeSpan> spansByCycles(const IntervalTable &Table) {
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> Clocks;
  std::vector<TimeSpan> Spans;
  Spans.reserve(Table.Intervals.size());
  for (const IntervalFacts &I : Table.Intervals) {
    uint64_t &Clock = Clocks[{I.Run, I.Thread}];
    Spans.push_back({double(Clock), double(Clock + I.Cycles)});
    Clock += I.Cycles;
  }
  return Spans;
}

TEST(ShareTime, ByHand) {
  // 0 to 2 one runs, to 5 both, to 7 the other, to 8 none, to 9 one.
  IntervalTable Table = tableOf(
      1, {interval(0, 0, 100, 0), interval(0, 0, 1, 0), interval(0, 1, 30, 0)});
  std::vector<TimeSpan> Spans = {{0, 5}, {8, 9}, {2, 7}};
  EXPECT_EQ(shareTime(Table, Spans), (std::vector<double>{3.5, 1, 3.5}));
  // Every time unit has 20 to 6 instructions.
  std::vector<double> Times = shareTime(Table, Spans, TimeShares::Instructions);
  EXPECT_DOUBLE_EQ(Times[0], 2 + 3 * 20.0 / 26);
  EXPECT_DOUBLE_EQ(Times[1], 1);
  EXPECT_DOUBLE_EQ(Times[2], 2 + 3 * 6.0 / 26);
}

/// Unit by unit.
std::vector<double> slowShares(const IntervalTable &Table,
                               const std::vector<TimeSpan> &Spans,
                               TimeShares Shares, double End) {
  std::vector<double> Times(Spans.size());
  for (uint32_t Run = 0; Run != Table.Runs; ++Run)
    for (double T = 0; T < End; ++T) {
      std::vector<double> Demands(Spans.size());
      double All = 0;
      for (size_t I = 0; I != Spans.size(); ++I) {
        const IntervalFacts &F = Table.Intervals[I];
        if (F.Run != Run || Spans[I].Begin > T || Spans[I].End <= T)
          continue;
        Demands[I] =
            Shares == TimeShares::Threads
                ? 1
                : double(F.Instructions) / (Spans[I].End - Spans[I].Begin);
        All += Demands[I];
      }
      for (size_t I = 0; I != Spans.size(); ++I)
        Times[I] += All > 0 ? Demands[I] / All : 0;
    }
  return Times;
}

TEST(ShareTime, AgreesWithTheSlowWay) {
  std::mt19937 Random(1);
  for (int Try = 0; Try != 60; ++Try) {
    IntervalTable Table = tableOf(2, {});
    std::vector<TimeSpan> Spans;
    std::vector<std::set<int>> Busy(2);
    for (uint32_t Run = 0; Run != 2; ++Run)
      for (uint32_t Thread = Random() % 5; Thread != 5; ++Thread)
        for (int Begin = int(Random() % 30); Begin < 150;) {
          int Length = int(Random() % 20);
          Table.Intervals.push_back(
              interval(Run, Thread, 1 + Random() % 99, 0));
          Spans.push_back({double(Begin), double(Begin + Length)});
          for (int T = Begin; T != Begin + Length; ++T)
            Busy[Run].insert(T);
          Begin += Length + int(Random() % 2 * (Random() % 9));
          if (Random() % 40 == 0)
            break;
        }
    for (TimeShares Shares : {TimeShares::Threads, TimeShares::Instructions}) {
      std::vector<double> Fast = shareTime(Table, Spans, Shares);
      std::vector<double> Slow = slowShares(Table, Spans, Shares, 200);
      double Sum = 0;
      for (size_t I = 0; I != Fast.size(); ++I) {
        EXPECT_NEAR(Fast[I], Slow[I], 1e-9);
        Sum += Fast[I];
      }
      // All of the time in which anybody ran.
      EXPECT_NEAR(Sum, double(Busy[0].size() + Busy[1].size()), 1e-9);
    }
  }
}

/// Phase 0 is work of 800 instructions that threads share; phase 1 is serial;
/// phase 2 only one run has.
Scaling threeRuns() {
  IntervalTable Table =
      tableOf(3, {interval(0, 0, 800, 1600), interval(0, 0, 200, 400),
                  // Two threads.
                  interval(1, 0, 400, 800), interval(1, 0, 200, 400),
                  interval(1, 1, 400, 800),
                  // Four.
                  interval(2, 0, 210, 500), interval(2, 0, 200, 400),
                  interval(2, 0, 10, 20), interval(2, 1, 200, 500),
                  interval(2, 2, 200, 500), interval(2, 3, 200, 500)});
  std::vector<uint32_t> Labels = {0, 1, 0, 1, 0, 0, 1, 2, 0, 0, 0};
  return scalingOf(Table, Labels, spansByCycles(Table));
}

TEST(Scaling, OfThreeRuns) {
  Scaling S = threeRuns();
  EXPECT_EQ(S.Threads, (std::vector<uint32_t>{1, 2, 4}));
  EXPECT_EQ(S.runs(), 3u);
  ASSERT_EQ(S.ByPhase.size(), 3u);
  PhaseInRun Two;
  Two.Intervals = 2;
  Two.Instructions = 800;
  Two.Cycles = 1600;
  Two.Levels[1] = {80, 8};
  Two.Time = 800;
  EXPECT_EQ(S.ByPhase[0][1], Two);
  EXPECT_EQ(S.Whole[0].Time, 2000);
  EXPECT_EQ(S.Whole[1].Time, 1200);
  EXPECT_EQ(S.Whole[2].Time, 920);
  EXPECT_EQ(S.speedup(0, 1), 2.0);
  EXPECT_EQ(S.efficiency(0, 1), 1.0);
  EXPECT_EQ(S.speedup(0, 2), 3.2);
  EXPECT_EQ(S.efficiency(0, 2), 0.8);
  EXPECT_EQ(S.speedup(1, 2), 1.0);
  EXPECT_EQ(S.efficiency(1, 2), 0.25);
  EXPECT_EQ(S.speedup(2, 2), std::nullopt);
  EXPECT_EQ(S.speedup(2, 0), std::nullopt);
  EXPECT_EQ(S.notScaling(), std::vector<size_t>{1});
  EXPECT_EQ(S.notScaling(0.9), (std::vector<size_t>{0, 1}));
}

TEST(Scaling, InstructionsOfAPhaseAreTheSameInAllRuns) {
  Scaling S = threeRuns();
  EXPECT_DOUBLE_EQ(S.instructionSpread(0), 10 / (2410.0 / 3));
  EXPECT_EQ(S.instructionSpread(1), 0);
  EXPECT_DOUBLE_EQ(S.instructionSpread(2), 3);
}

TEST(Scaling, ThreadsMayBeTold) {
  IntervalTable Table =
      tableOf(2, {interval(0, 0, 100, 100), interval(1, 0, 1, 1),
                  interval(1, 1, 50, 50), interval(1, 2, 50, 50)});
  std::vector<uint32_t> Labels = {0, 0, 0, 0};
  std::vector<TimeSpan> Spans = {{0, 100}, {0, 0}, {0, 50}, {0, 50}};
  Scaling S = scalingOf(Table, Labels, Spans, TimeShares::Threads, {1, 2});
  EXPECT_EQ(S.efficiency(0, 1), 1.0);
}

/// Just as efficient as asked for is enough; of as many threads, the last run.
TEST(Scaling, LimitsMayBeReached) {
  IntervalTable Table =
      tableOf(3, {interval(0, 0, 100, 100), interval(1, 0, 100, 100),
                  interval(2, 0, 100, 100)});
  std::vector<TimeSpan> Spans = {{0, 100}, {0, 25}, {0, 100}};
  std::vector<uint32_t> Labels = {0, 0, 0};
  Scaling S = scalingOf(Table, Labels, Spans, TimeShares::Threads, {1, 2, 2});
  EXPECT_EQ(S.efficiency(0, 2), 0.5);
  EXPECT_TRUE(S.notScaling(0.5).empty());
  EXPECT_EQ(S.notScaling(0.51), std::vector<size_t>{0});
}

} // namespace
