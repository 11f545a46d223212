//===- VisitIntervalsTest.cpp - how sure an estimate from visits is -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/sample/VisitIntervals.h"
#include "analysis/gauges/sample/LineIntervals.h"
#include "test/support/Test.h"
#include <random>

namespace {

constexpr unsigned Residues = 63;

TEST(VisitIntervals, NothingVisitedIsNothing) {
  ResidueCounts None;
  EXPECT_EQ(visitedMisses(None, Residues).High, 0);
  EXPECT_EQ(visitedMisses(None, 0).High, 0);
}

TEST(VisitIntervals, EqualVisitsLeaveTheLeastError) {
  ResidueCounts C;
  for (uint64_t Line = 0; Line != Residues; ++Line)
    for (int I = 0; I != 100; ++I)
      C.addVisited(size_t(I % 2), FirstChosenLine + 1 + Line, 63);
  VisitedMisses V = visitedMisses(C, Residues);
  EXPECT_EQ(V.Estimate, 6300.0 * Residues);
  EXPECT_DOUBLE_EQ(V.High - V.Estimate, 0.02 * V.Estimate);
}

// Residues that differ, but do so in each of their visits, are as sure.
TEST(VisitIntervals, OneResidueWithAllMissesIsSureInTheSecondRound) {
  ResidueCounts C;
  for (int I = 0; I != 1000; ++I)
    C.addVisited(0, FirstChosenLine + 5, 63);
  VisitedMisses First = visitedMisses(C, Residues);
  EXPECT_EQ(First.Low, 0);
  EXPECT_GT(First.High, 2.9 * First.Estimate);
  for (int I = 0; I != 1000; ++I)
    C.addVisited(1, FirstChosenLine + 5, 63);
  VisitedMisses Second = visitedMisses(C, Residues);
  EXPECT_LT(Second.High, 1.03 * Second.Estimate);
}

// Example: 63 sets are visited once each, for 63 turns, and each has a miss. It
// may be a line that was fetched before the visit.
TEST(VisitIntervals, OneMissInEachVisitMayBeNone) {
  ResidueCounts C;
  for (uint64_t Line = 0; Line != Residues; ++Line)
    C.addVisited(0, FirstChosenLine + 1 + Line, 63);
  LineFacts Facts = {.Bits = 6, .Visited = Residues};
  EXPECT_GT(missInterval(C, Facts).Low, 0u);
  Facts.MostStale = 63.0 * Residues;
  EXPECT_EQ(missInterval(C, Facts).Low, 0u);
}

TEST(VisitIntervals, FewMissesArePoissonCounts) {
  ResidueCounts C;
  C.addVisited(0, FirstChosenLine + 5, 63);
  VisitedMisses V = visitedMisses(C, Residues);
  EXPECT_LE(V.Low, 0.03 * 63);
  EXPECT_GE(V.High, 5.5 * 63);
}

// A structure of lines in few residues, with misses that come and go: the
// interval contains the truth in most cases.
TEST(VisitIntervals, ContainTheTruth) {
  std::mt19937 Random(11);
  int Contained = 0, Cases = 200;
  for (int Case = 0; Case != Cases; ++Case) {
    constexpr int Rounds = 6;
    std::vector<double> Mean(Residues);
    for (double &M : Mean)
      M = Random() % 8 == 0 ? double(Random() % 200) : 1;
    ResidueCounts C;
    double All = 0;
    for (int Interval = 0; Interval != int(Residues) * Rounds; ++Interval) {
      double Level = 0.5 + double(Random() % 100) / 100;
      for (unsigned R = 0; R != Residues; ++R) {
        int Misses = std::poisson_distribution<int>(Mean[R] * Level)(Random);
        All += Misses;
        if (int(R) != Interval % int(Residues))
          continue;
        for (int I = 0; I != Misses; ++I)
          C.addVisited(size_t(Interval / int(Residues) % 2),
                       FirstChosenLine + 1 + R, Residues);
      }
    }
    VisitedMisses V = visitedMisses(C, Residues);
    Contained += V.Low <= All && All <= V.High;
  }
  EXPECT_GE(Contained, Cases * 93 / 100);
}

// Chosen lines without visits stand for themselves.
TEST(VisitIntervals, ArePartOfTheIntervalOfAStructure) {
  ResidueCounts C;
  for (int I = 0; I != 10; ++I)
    C.addSteady(1);
  for (uint64_t Line = 0; Line != Residues; ++Line)
    for (int I = 0; I != 10; ++I)
      C.addVisited(size_t(I % 2), FirstChosenLine + 1 + Line, 63);
  MissInterval I = missInterval(C, {.Bits = 6, .Visited = Residues});
  constexpr uint64_t Estimate = 10 + 63 * 630;
  EXPECT_LE(I.Low, Estimate);
  EXPECT_GE(I.High, Estimate);
  EXPECT_LT(I.High, Estimate * 103 / 100);
}

} // namespace
