//===- PlaneProjectionTest.cpp - points seen in a plane -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/clustering/PrincipalAxes.h"
#include "test/support/Test.h"

namespace {

PointSet pointsAt(const std::vector<std::vector<float>> &Rows) {
  PointSet P(Rows.empty() ? 3 : Rows[0].size());
  for (const std::vector<float> &Row : Rows)
    P.add(Row, 1);
  return P;
}

TEST(PlaneProjection, WithoutPointsOrDimensionsThereIsNoPlace) {
  for (PlaneAxes Axes : {PlaneAxes::Random, PlaneAxes::Principal}) {
    EXPECT_TRUE(planeProjection(pointsAt({}), Axes, 1).Places.empty());
    PointSet NoDimension(0);
    NoDimension.add(std::span<const float>(), 1);
    EXPECT_TRUE(planeProjection(NoDimension, Axes, 1).Places.empty());
  }
}

TEST(PlaneProjection, TheFirstAxisIsThatOfMostVariance) {
  // Along (3, 4, 0), a little along (0, 0, 1): variances 250 and 2.
  PointSet P = pointsAt({{3, 4, 1}, {-3, -4, 1}, {6, 8, -1}, {-6, -8, -1}});
  PlaneProjection Plane = planeProjection(P, PlaneAxes::Principal, 1);
  ASSERT_EQ(Plane.Places.size(), 4u);
  const double Lengthwise[] = {5, -5, 10, -10}, Across[] = {1, 1, -1, -1};
  for (size_t I = 0; I != 4; ++I) {
    EXPECT_NEAR(Plane.Places[I][0], Lengthwise[I], 1e-4) << I;
    EXPECT_NEAR(Plane.Places[I][1], Across[I], 1e-4) << I;
  }
  EXPECT_NEAR(Plane.Shares[0], 250.0 / 254, 1e-6);
  EXPECT_NEAR(Plane.Shares[1], 4.0 / 254, 1e-6);
}

TEST(PlaneProjection, WherePointsAreTheSameNoAxisShowsAnything) {
  PointSet P = pointsAt({{1, 2, 3}, {1, 2, 3}});
  PlaneProjection Plane = planeProjection(P, PlaneAxes::Principal, 1);
  EXPECT_EQ(Plane.Shares, (std::array<double, 2>{0, 0}));
}

TEST(PlaneProjection, RandomAxesAreLinearAndFollowFromTheSeed) {
  PointSet P = pointsAt({{1, 0, 0}, {0, 1, 0}, {2, 3, 0}, {0, 0, 1}});
  auto PlacesOf = [&](uint64_t Seed) {
    return planeProjection(P, PlaneAxes::Random, Seed).Places;
  };
  auto Places = PlacesOf(5);
  ASSERT_EQ(Places.size(), 4u);
  for (size_t A = 0; A != 2; ++A)
    EXPECT_NEAR(Places[2][A], 2 * Places[0][A] + 3 * Places[1][A], 1e-6);
  EXPECT_EQ(Places, PlacesOf(5));
  EXPECT_NE(Places, PlacesOf(6));
}

} // namespace
