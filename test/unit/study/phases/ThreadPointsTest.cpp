//===- ThreadPointsTest.cpp - points of one thread, in closed form --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Not projected, a point has a coordinate for each block, then one for each
// level. In a share q of the intervals a coordinate is b, in the others a: its
// spread is q (1 - q) (b - a)^2. The blocks' coordinates are scaled to a spread
// of 1 together; those of the levels to 1 each, then to 2 together, which two
// levels have already.
//
// Phase p misses 20 (p + 1) times in the first level and 10 (p + 1) times in
// the second one, per 1000 instructions, so that square roots of both rates are
// as 1 to sqrt(2) in phases 0 and 1.
//
//===----------------------------------------------------------------------===//

#include "analysis/study/phases/ThreadPoints.h"
#include "test/support/PlantedRun.h"
#include "test/support/Test.h"
#include <algorithm>
#include <cmath>
#include <numbers>

namespace {

constexpr double Root2 = std::numbers::sqrt2;

/// The points of \p Thread, not projected.
PointSet pointsOf(const Profile &P, uint32_t Thread) {
  SignatureOptions Options;
  Options.Dimensions = 0;
  return good(pointsByCodeAndMisses(P, Thread, Options)).Points;
}

void expectPoint(const PointSet &Points, size_t I,
                 const std::vector<double> &Expected) {
  ASSERT_EQ(Points.dimensions(), Expected.size());
  for (size_t D = 0; D != Expected.size(); ++D)
    EXPECT_NEAR(Points.point(I)[D], Expected[D], 1e-5) << I << " " << D;
}

double squaredDistance(const PointSet &Points, size_t A, size_t B) {
  double Sum = 0;
  for (size_t D = 0; D != Points.dimensions(); ++D)
    Sum += std::pow(double(Points.point(A)[D]) - double(Points.point(B)[D]), 2);
  return Sum;
}

std::vector<PlantedInterval> phases(std::initializer_list<uint32_t> Phases) {
  std::vector<PlantedInterval> All;
  for (uint32_t Phase : Phases)
    All.push_back({0, uint32_t(All.size()), Phase});
  return All;
}

TEST(ThreadPoints, TwoPhasesAreEquallyFarByBlocksAndByEachLevel) {
  PointSet Points = pointsOf(plantedRun(phases({0, 1, 0, 1}), 2), 0);
  ASSERT_EQ(Points.size(), 4u);
  // q = 1/2: blocks' coordinates are 0 and 1, their spread 1/4 each. Levels'
  // coordinates are r and sqrt(2) r, and 2 apart when their spread is 1.
  double Low = 2 / (Root2 - 1);
  for (size_t I : {0u, 2u})
    expectPoint(Points, I, {Root2, 0, Low, Low});
  for (size_t I : {1u, 3u})
    expectPoint(Points, I, {0, Root2, Low + 2, Low + 2});
  EXPECT_NEAR(squaredDistance(Points, 0, 1), 4 + 4 + 4, 1e-4);
}

TEST(ThreadPoints, ARarePhaseIsFurther) {
  PointSet Points = pointsOf(plantedRun(phases({0, 0, 1, 0}), 2), 0);
  // q = 1/4: a spread of 2 * 3/16 by blocks, and 3/16 of the square by a level.
  double Block = std::sqrt(8 / 3.0), Distance = 4 / std::sqrt(3);
  double Low = Distance / (Root2 - 1);
  for (size_t I : {0u, 1u, 3u})
    expectPoint(Points, I, {Block, 0, Low, Low});
  expectPoint(Points, 2, {0, Block, Low + Distance, Low + Distance});
}

TEST(ThreadPoints, EqualCodeIsToldApartByItsMisses) {
  std::vector<PlantedInterval> All = phases({0, 0, 0, 0});
  All[1].SecondMisses = All[3].SecondMisses = 40; // of 10 otherwise
  PointSet Points = pointsOf(plantedRun(All, 1), 0);
  // Neither the block nor the first level varies: the block stays as it is, and
  // the spread of 2 is the second level's, whose rates are as 1 to 2.
  double First = std::sqrt(0.02) * Root2, Distance = 2 * Root2;
  for (size_t I : {0u, 2u})
    expectPoint(Points, I, {1, First, Distance});
  for (size_t I : {1u, 3u})
    expectPoint(Points, I, {1, First, 2 * Distance});
}

TEST(ThreadPoints, OtherThreadsDoNotMatter) {
  std::vector<PlantedInterval> All = phases({0, 1, 0, 1});
  Profile Single = plantedRun(All, 3);
  for (uint32_t I = 0; I != 3; ++I)
    All.push_back({1, I, 2});
  Profile Both = plantedRun(All, 3);
  PointSet A = pointsOf(Single, 0), B = pointsOf(Both, 0);
  ASSERT_EQ(A.size(), 4u);
  ASSERT_EQ(B.size(), 4u);
  for (size_t I = 0; I != A.size(); ++I)
    EXPECT_TRUE(std::ranges::equal(A.point(I), B.point(I))) << I;
  // Thread 1 does the same all the time.
  PointSet Other = pointsOf(Both, 1);
  ASSERT_EQ(Other.size(), 3u);
  double Rates[] = {std::sqrt(0.06), std::sqrt(0.03)};
  for (size_t I = 0; I != 3; ++I)
    expectPoint(Other, I, {1, Rates[0], Rates[1]});
}

TEST(ThreadPoints, WeighTheirInstructions) {
  std::vector<PlantedInterval> All = phases({0, 1, 0});
  All[2].Instructions = 500;
  PointSet Points = pointsOf(plantedRun(All, 2), 0);
  EXPECT_EQ(Points.weight(0), 1000);
  EXPECT_EQ(Points.weight(1), 1000);
  EXPECT_EQ(Points.weight(2), 500);
}

TEST(ThreadPoints, ProjectionKeepsWhatPartsWeigh) {
  SignatureOptions Options;
  Profile P = plantedRun(phases({0, 1, 0, 1}), 2);
  PointSet Points = good(pointsByCodeAndMisses(P, 0, Options)).Points;
  EXPECT_EQ(Points.dimensions(), Options.Dimensions + 2);
  EXPECT_EQ(squaredDistance(Points, 0, 2), 0);
  EXPECT_NEAR(squaredDistance(Points, 0, 1), 12, 1e-4);
}

TEST(ThreadPoints, AreKnownWhereCodeAndMissesAre) {
  Profile Whole = plantedRun(phases({0, 1}), 2);
  EXPECT_TRUE(hasCodeAndMisses(Whole, 0));
  EXPECT_FALSE(hasCodeAndMisses(Whole, 1)) << "no such thread";
  Profile P = Whole;
  P.Signatures = {};
  EXPECT_FALSE(hasCodeAndMisses(P, 0)) << "intervals have no places";
  P = Whole;
  P.Vectors.Source = BlockSource::Counted;
  EXPECT_FALSE(hasCodeAndMisses(P, 0)) << "no accesses were simulated";
  P = Whole;
  P.Caches.Levels.clear();
  EXPECT_FALSE(hasCodeAndMisses(P, 0)) << "nothing to miss";
}

TEST(UsualSignature, IsOfOneRunThatKnowsCodeAndMisses) {
  std::vector<Profile> Runs = {plantedRun(phases({0, 1}), 2)};
  EXPECT_STREQ(usualSignature(Runs), "blocks+miss-rates:2");
  Runs.push_back(Runs[0]);
  EXPECT_STREQ(usualSignature(Runs), "blocks") << "runs shall have the same";
  Runs.pop_back();
  Runs[0].Streams = {};
  EXPECT_STREQ(usualSignature(Runs), "blocks") << "no misses";
}

TEST(ThreadPoints, WithoutBlocksAreAnError) {
  Profile P = plantedRun(phases({0, 1}), 2);
  P.Vectors = {};
  EXPECT_EQ(errorOf(pointsByCodeAndMisses(P, 0, {})),
            "the profile of 'planted' has no basic block vectors; record it "
            "with --phases");
}

} // namespace
