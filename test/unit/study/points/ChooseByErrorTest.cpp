//===- ChooseByErrorTest.cpp - as many as metrics need --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/ChooseByError.h"
#include "test/support/PlantedIntervals.h"
#include "test/support/PlantedPoints.h"
#include "test/support/Test.h"

namespace {

TEST(ChooseByError, TakesTheFewestThatAreGoodEnough) {
  PlantedIntervals Data(400, 6, 0.01, 1);
  ErrorChoice C = chooseByError(Data.Points, Data.Table,
                                {.Clusters = {.MostClusters = 10}});
  ASSERT_EQ(C.Trials.size(), 10u);
  EXPECT_TRUE(C.Reached);
  EXPECT_EQ(C.Best.Clusters, 6u);
  EXPECT_EQ(C.Chosen, 5u);
  EXPECT_TRUE(samePartition(C.Best.Labels, Data.Truth));
  for (size_t K = 0; K != 5; ++K)
    EXPECT_GT(C.Trials[K].Error, 0.01) << K;
  EXPECT_LE(C.Trials[5].Error, 0.01);
  EXPECT_EQ(C.Sample.size(), 6u);
  EXPECT_EQ(C.Trials[5].Points, 6u);
}

TEST(ChooseByError, ATrialSaysWhatItsPartsSay) {
  PlantedIntervals Data(200, 4, 0.1, 2);
  ErrorOptions Options{
      .Clusters = {.ClusterCounts = {3}}, .PerPhase = 4, .Seed = 9};
  ErrorChoice C = chooseByError(Data.Points, Data.Table, Options);
  ASSERT_EQ(C.Trials.size(), 1u);
  const ErrorTrial &T = C.Trials[0];
  Choice Three = chooseClusters(Data.Points, {.ClusterCounts = {3}});
  EXPECT_EQ(C.Best.Labels, Three.Best.Labels);
  EXPECT_EQ(T.Criterion, Three.Scores[0].Criterion);
  EXPECT_EQ(C.Sample.ByPhase, samplePhases(C.Best.Labels, 4, 9).ByPhase);
  EXPECT_EQ(T.Points, 12u);
  ASSERT_EQ(T.Metrics.size(), 2u);
  double Worst = 0;
  for (const MetricTrial &M : T.Metrics) {
    SureEstimate E = estimateByPhases(M.Estimate.Quantity, Data.Table,
                                      C.Best.Labels, C.Sample);
    EXPECT_EQ(M.Estimate.Estimate, E.Estimate);
    EXPECT_EQ(M.Estimate.HalfWidth, E.HalfWidth);
    Worst = std::max(Worst, E.relativeHalfWidth());
  }
  EXPECT_EQ(T.Error, Worst);
}

TEST(ChooseByError, TheBestWhereNoneIsGoodEnough) {
  PlantedIntervals Data(300, 3, 0.3, 3);
  ErrorChoice C =
      chooseByError(Data.Points, Data.Table,
                    {.Clusters = {.MostClusters = 5},
                     .Metrics = {{MetricKind::MissesPerInstruction, 0}},
                     .Wanted = 1e-6});
  EXPECT_FALSE(C.Reached);
  for (const ErrorTrial &T : C.Trials)
    EXPECT_GE(T.Error, C.Trials[C.Chosen].Error);
  EXPECT_EQ(C.Best.Clusters, C.Trials[C.Chosen].Clusters);
  EXPECT_EQ(C.Trials[0].Metrics.size(), 1u);
}

TEST(ChooseByError, MorePointsOfAPhaseNeedFewerPhases) {
  PlantedIntervals Data(1000, 4, 0.1, 4);
  ErrorOptions Options{.Clusters = {.ClusterCounts = {4}}, .Wanted = 0.02};
  EXPECT_FALSE(chooseByError(Data.Points, Data.Table, Options).Reached);
  Options.PerPhase = 60;
  EXPECT_TRUE(chooseByError(Data.Points, Data.Table, Options).Reached);
}

TEST(ChooseByError, SameBehaviourNeedsOneCluster) {
  PlantedIntervals Data(50, 5, 0, 4);
  for (IntervalFacts &I : Data.Table.Intervals) {
    I.Cycles = 2 * I.Instructions;
    I.Levels[0] = {1000, 100};
  }
  ErrorChoice C = chooseByError(Data.Points, Data.Table, {});
  EXPECT_EQ(C.Best.Clusters, 1u);
  EXPECT_LT(C.Trials[0].Error, 1e-12); // sums are not exact
  EXPECT_EQ(C.Trials[0].Metrics[0].Reduction, std::nullopt);
}

} // namespace
