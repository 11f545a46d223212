//===- CurveObserverTest.cpp - curves, sweeps, simulations ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What analyses on demand say of caches must be what simulations of these
// caches say, one by one.
//
//===----------------------------------------------------------------------===//

#include "analysis/caches/sweep/SweepSpec.h"
#include "analysis/measure/observers/MakeObservers.h"
#include "analysis/measure/pipeline/Collect.h"
#include "analysis/result/profile/MissCurves.h"
#include "test/support/TraceFile.h"

namespace {

class CachesOnDemand : public TraceFile {
protected:
  /// Threads that work on two structures in turn. Accesses straddle lines;
  /// thread 1 ends and works on; a region of interest begins and ends.
  void writeTrace(uint32_t Threads, bool Ends, bool Interest, int Rounds = 40) {
    TableBuilder Tables;
    uint64_t Local = Tables.block(
        {.Instructions = 3,
         .Slots = 1,
         .Sites = {{.Size = 8},
                   {.Size = 8, .Offset = 60, .Kind = AccessKind::Store}}});
    uint64_t Far =
        Tables.block({.Instructions = 2, .Slots = 1, .Sites = {{.Size = 200}}});
    uint64_t Cells = Tables.allocation({.Name = "cells"});
    uint64_t Pool = Tables.allocation({.Name = "pool"});
    std::mt19937_64 Random(3);
    for (int I = 0; I != Rounds; ++I) {
      StreamBuilder S;
      if (I == 0) {
        S.program(77, std::string("prog\0x\0", 7));
        S.module(0, Tables).alloc(1, 0x100000, 0x20000, Cells);
        S.alloc(2, 0x200000, 0x8000, Pool);
      }
      if (Interest && I == Rounds / 3)
        S.interest(uint64_t(10 + I), true);
      for (int B = 0; B != 300; ++B)
        if (Random() % 4)
          S.block(Local, {0x100000 + Random() % (0x1000 << I % 5)});
        else
          S.block(Far, {0x200000 + Random() % 0x7000});
      if (Interest && I == Rounds / 2 - 1)
        S.interest(uint64_t(10 + I), false);
      if (Ends && I == Rounds / 2 + 1)
        S.threadEnd(uint64_t(200 + I));
      Segments.emplace_back(uint32_t(I) % Threads, std::move(S));
    }
    write();
  }

  Profile simulate(const CacheModel &Caches,
                   std::vector<MakeObserver> Observers = {}) {
    CollectOptions Options;
    Options.Caches = Caches;
    Options.Analysis.Decoding.Intervals.Length = 1000;
    Options.Analysis.Observers = std::move(Observers);
    Profile P = good(simulateTrace(Path, Options));
    EXPECT_EQ(P.Loss.Truncated, false);
    return P;
  }
};

/// Misses of simulated fully associative caches at each bucket's edge.
class ExactCurvesTest
    : public CachesOnDemand,
      public testing::WithParamInterface<std::tuple<uint32_t, bool, bool>> {};

TEST_P(ExactCurvesTest, AreWhatFullyAssociativeCachesMiss) {
  auto [Threads, Ends, Interest] = GetParam();
  writeTrace(Threads, Ends, Interest);
  Profile P = simulate(*parseCacheModel("L1=1K,2"),
                       {makeCurveObserver(CurveMode::Exact)});
  ASSERT_TRUE(P.Curves.exact());
  size_t Compared = 0;
  for (size_t B = 1; B <= bucketOf(4096); B += B < 20 ? 1 : 7)
    for (const char *Scope : {"private", "shared"}) {
      Profile Single = simulate(*parseCacheModel(
          fmt::format("L1={},full,{}", bucketBegin(B) * 64, Scope)));
      for (const MissCurve &C : P.Curves.Curves) {
        if (curveScopeName(C.Scope) != std::string(Scope))
          continue;
        const LevelCounts &L =
            Single.Structures[C.Structure.Value].Total.Levels[0];
        ASSERT_EQ(C.misses(B), L.Misses) << Scope << ' ' << bucketBegin(B);
        ASSERT_EQ(C.touches(), L.Accesses);
        ++Compared;
      }
    }
  EXPECT_GT(Compared, 100u);
}

TEST_P(ExactCurvesTest, SweepsAreWhatEachModelCountsByItself) {
  auto [Threads, Ends, Interest] = GetParam();
  writeTrace(Threads, Ends, Interest);
  std::vector<CacheModel> Models = *parseSweep(
      "L1=1K..8K,1..4;L2=16K/32K,4/8 L1=2K,2;L2=8K,2;L3=32K/64K,4/16 "
      "L1=4K,4,shared;L2=32K,8,shared L1=2K,full L1=2K,2;line=32/128");
  auto Results = std::make_shared<std::vector<SweepResult>>();
  Profile P = simulate(Models[0], {makeSweepObserver(Models, 2, Results)});
  ASSERT_EQ(Results->size(), Models.size());
  for (size_t I = 0; I != Models.size(); ++I) {
    Profile Single = simulate(Models[I]);
    ASSERT_EQ((*Results)[I].Structures.size(), Single.Structures.size());
    for (size_t S = 0; S != Single.Structures.size(); ++S)
      ASSERT_EQ((*Results)[I].Structures[S], Single.Structures[S].Total.Levels)
          << Models[I].spec() << ' ' << Single.Structures[S].Name;
    EXPECT_EQ((*Results)[I].total(), Single.total().Levels);
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, ExactCurvesTest,
                         testing::Combine(testing::Values(1u, 3u),
                                          testing::Bool(), testing::Bool()));

TEST_F(CachesOnDemand, SampledCurvesAreTheExactOnesWhileAllLinesAreChosen) {
  writeTrace(2, true, true);
  CacheModel Caches = *parseCacheModel("L1=1K,2");
  Profile Exact = simulate(Caches, {makeCurveObserver(CurveMode::Exact)});
  Profile Sampled = simulate(Caches, {makeCurveObserver(CurveMode::Sampled)});
  ASSERT_EQ(Exact.Curves.Curves.size(), Sampled.Curves.Curves.size());
  EXPECT_FALSE(Sampled.Curves.exact());
  for (size_t I = 0; I != Exact.Curves.Curves.size(); ++I) {
    MissCurve A = Exact.Curves.Curves[I], B = Sampled.Curves.Curves[I];
    EXPECT_EQ(B.Samples, A.touches());
    EXPECT_EQ(A.Reuses, B.Reuses);
    EXPECT_EQ(A.Compulsory, B.Compulsory);
    for (size_t Bucket = 0; Bucket != B.Intervals.size(); ++Bucket)
      ASSERT_EQ(B.Intervals[Bucket], A.interval(Bucket));
  }
}

TEST_F(CachesOnDemand, SampledCurvesHaveTheExactOnesInTheirIntervals) {
  writeTrace(2, false, false, 400);
  CacheModel Caches = *parseCacheModel("L1=1K,2");
  Profile Exact = simulate(Caches, {makeCurveObserver(CurveMode::Exact)});
  // One line in 16 at the end.
  Profile Sampled =
      simulate(Caches, {makeCurveObserver(CurveMode::Sampled, 10'000)});
  ASSERT_EQ(Exact.Curves.Curves.size(), Sampled.Curves.Curves.size());
  size_t Points = 0, Covered = 0;
  for (size_t I = 0; I != Exact.Curves.Curves.size(); ++I) {
    const MissCurve &A = Exact.Curves.Curves[I], &B = Sampled.Curves.Curves[I];
    ASSERT_EQ(A.Structure, B.Structure);
    EXPECT_EQ(A.touches(), B.touches());
    EXPECT_LT(B.Samples, A.touches());
    for (size_t Bucket = 0; Bucket != bucketOf(1 << 14); ++Bucket) {
      MissInterval Interval = B.interval(Bucket);
      ++Points;
      Covered +=
          Interval.Low <= A.misses(Bucket) && A.misses(Bucket) <= Interval.High;
    }
  }
  EXPECT_GE(Covered * 100, Points * 95);
}

} // namespace
