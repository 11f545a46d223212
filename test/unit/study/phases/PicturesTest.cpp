//===- PicturesTest.cpp - what pictures of phases show --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/clustering/PrincipalAxes.h"
#include "analysis/study/clustering/SimilarityMatrix.h"
#include "analysis/study/phases/PictureCurves.h"
#include "test/support/PlantedPoints.h"
#include "test/support/Test.h"

namespace {

std::vector<size_t> upTo(size_t Count) {
  std::vector<size_t> All(Count);
  std::iota(All.begin(), All.end(), 0);
  return All;
}

PointSet pointsOf(const std::vector<std::vector<float>> &All) {
  PointSet P(All.front().size());
  for (const auto &Point : All)
    P.add(Point, 1);
  return P;
}

TEST(SimilarityMatrix, HasDistancesInTheOrderAskedFor) {
  PointSet P = pointsOf({{0, 0}, {3, 4}, {3, 0}});
  SimilarityMatrix M = similarityMatrix(P, {2, 0, 1}, 400);
  ASSERT_EQ(M.Cells, 3u);
  EXPECT_EQ(M.Distances, (std::vector<float>{0, 3, 4, 3, 0, 5, 4, 5, 0}));
  EXPECT_EQ(M.Most, 5);
}

TEST(SimilarityMatrix, ManyIntervalsAreMeansOfAllPairs) {
  // On a line at 0, 1, 3, 7, 15: two cells, of two and of three.
  PointSet P = pointsOf({{0}, {1}, {3}, {7}, {15}});
  SimilarityMatrix M = similarityMatrix(P, upTo(5), 2);
  ASSERT_EQ(M.Cells, 2u);
  EXPECT_EQ(M.begin(1), 2u);
  // With itself, an interval has no distance: (0 + 1 + 1 + 0) / 4.
  EXPECT_FLOAT_EQ(M.at(0, 0), 0.5f);
  EXPECT_FLOAT_EQ(M.at(0, 1), (3 + 7 + 15 + 2 + 6 + 14) / 6.0f);
  EXPECT_FLOAT_EQ(M.at(1, 0), M.at(0, 1));
  EXPECT_FLOAT_EQ(M.at(1, 1), 2 * (4 + 12 + 8) / 9.0f);
}

TEST(SimilarityMatrix, EqualsTheMeansPairByPair) {
  PlantedPoints Planted(101, 5, 9, 0.2, 7);
  for (size_t Cells : {7, 50, 101}) {
    std::vector<size_t> Order = upTo(100);
    std::ranges::reverse(Order);
    SimilarityMatrix M = similarityMatrix(Planted.Points, Order, Cells);
    ASSERT_EQ(M.Cells, std::min<size_t>(Cells, 100));
    for (size_t R = 0; R != M.Cells; ++R)
      for (size_t C = 0; C != M.Cells; ++C) {
        double Sum = 0, Pairs = 0;
        for (size_t I = M.begin(R); I != M.begin(R + 1); ++I)
          for (size_t J = M.begin(C); J != M.begin(C + 1); ++J, ++Pairs)
            Sum += pointDistance(Planted.Points, Order[I], Order[J]);
        EXPECT_NEAR(M.at(R, C), Sum / Pairs, 1e-6) << R << " " << C;
      }
  }
}

TEST(SimilarityMatrix, QuantilesAreDistancesOfCells) {
  PointSet P = pointsOf({{0}, {1}, {100}});
  SimilarityMatrix M = similarityMatrix(P, upTo(3), 400);
  // 0 three times, 1, 99 and 100 twice.
  EXPECT_EQ(M.quantile(5.0 / 9), 1);
  EXPECT_EQ(M.quantile(5.1 / 9), 99);
  EXPECT_EQ(M.quantile(1), 100);
  EXPECT_EQ(M.quantile(0.1), 100);
}

TEST(PlaneProjection, PrincipalAxesAreThoseOfLargestVariance) {
  // Along (3, 4) / 5 by 10, across it by 2, nothing in the third direction.
  std::vector<std::vector<float>> All;
  for (float Length : {-10.0f, 10.0f})
    for (float Across : {-2.0f, 2.0f})
      All.push_back({7 + Length * 0.6f - Across * 0.8f,
                     -1 + Length * 0.8f + Across * 0.6f, 5});
  PlaneProjection P = planeProjection(pointsOf(All), PlaneAxes::Principal, 1);
  const double Expected[4][2] = {{-10, 2}, {-10, -2}, {10, 2}, {10, -2}};
  for (size_t I = 0; I != 4; ++I)
    for (size_t A = 0; A != 2; ++A)
      EXPECT_NEAR(P.Places[I][A], Expected[I][A], 1e-5) << I << A;
  EXPECT_NEAR(P.Shares[0], 100.0 / 104, 1e-6);
  EXPECT_NEAR(P.Shares[1], 4.0 / 104, 1e-6);
}

TEST(PlaneProjection, PointsThatVaryInOneDirectionHaveOneAxis) {
  PlaneProjection P = planeProjection(pointsOf({{0, 0}, {1, 1}, {2, 2}}),
                                      PlaneAxes::Principal, 1);
  EXPECT_NEAR(P.Places[0][0], -std::sqrt(2.0), 1e-6);
  EXPECT_NEAR(P.Places[2][0], std::sqrt(2.0), 1e-6);
  EXPECT_NEAR(P.Shares[0], 1, 1e-6);
  for (const auto &Place : P.Places)
    EXPECT_NEAR(Place[1], 0, 1e-6);
  PlaneProjection Equal =
      planeProjection(pointsOf({{4, 4}, {4, 4}}), PlaneAxes::Principal, 1);
  EXPECT_EQ(Equal.Places[1], (std::array<double, 2>{0, 0}));
  EXPECT_EQ(Equal.Shares, (std::array<double, 2>{0, 0}));
}

/// Returns the eigenvalues of a symmetric matrix, the largest first (Jacobi's
/// rotations).
std::vector<double> eigenvalues(std::vector<std::vector<double>> M) {
  size_t N = M.size();
  for (int Sweep = 0; Sweep != 100; ++Sweep)
    for (size_t P = 0; P != N; ++P)
      for (size_t Q = P + 1; Q != N; ++Q) {
        double Angle = 0.5 * std::atan2(2 * M[P][Q], M[Q][Q] - M[P][P]);
        double C = std::cos(Angle), S = std::sin(Angle);
        for (size_t K = 0; K != N; ++K) {
          double A = M[P][K], B = M[Q][K];
          M[P][K] = C * A - S * B, M[Q][K] = S * A + C * B;
        }
        for (size_t K = 0; K != N; ++K) {
          double A = M[K][P], B = M[K][Q];
          M[K][P] = C * A - S * B, M[K][Q] = S * A + C * B;
        }
      }
  std::vector<double> Values;
  for (size_t I = 0; I != N; ++I)
    Values.push_back(M[I][I]);
  std::ranges::sort(Values, std::greater());
  return Values;
}

TEST(PlaneProjection, PrincipalSharesAreThoseOfTheEigenvalues) {
  PlantedPoints Planted(300, 6, 12, 0.05, 3);
  const PointSet &P = Planted.Points;
  size_t D = P.dimensions();
  std::vector<double> Mean(D);
  for (size_t I = 0; I != P.size(); ++I)
    for (size_t A = 0; A != D; ++A)
      Mean[A] += P.row(I)[A] / 300;
  std::vector<std::vector<double>> M(D, std::vector<double>(D));
  for (size_t I = 0; I != P.size(); ++I)
    for (size_t A = 0; A != D; ++A)
      for (size_t B = 0; B != D; ++B)
        M[A][B] += (P.row(I)[A] - Mean[A]) * (P.row(I)[B] - Mean[B]);
  std::vector<double> Values = eigenvalues(M);
  double All = std::accumulate(Values.begin(), Values.end(), 0.0);
  PlaneProjection Plane = planeProjection(P, PlaneAxes::Principal, 1);
  EXPECT_NEAR(Plane.Shares[0], Values[0] / All, 1e-6);
  EXPECT_NEAR(Plane.Shares[1], Values[1] / All, 1e-6);
}

TEST(PlaneProjection, RandomAxesAreLinearAndFollowFromTheSeed) {
  PointSet P = pointsOf({{0, 0, 0}, {1, 0, 2}, {2, 0, 4}, {0, 1, 0}});
  PlaneProjection A = planeProjection(P, PlaneAxes::Random, 1),
                  B = planeProjection(P, PlaneAxes::Random, 1),
                  C = planeProjection(P, PlaneAxes::Random, 2);
  EXPECT_EQ(A.Places, B.Places);
  EXPECT_NE(A.Places, C.Places);
  for (size_t Axis = 0; Axis != 2; ++Axis) {
    EXPECT_EQ(A.Places[0][Axis], 0);
    EXPECT_DOUBLE_EQ(A.Places[2][Axis], 2 * A.Places[1][Axis]);
    EXPECT_LT(std::abs(A.Places[3][Axis]), 1);
  }
}

IntervalFacts interval(uint32_t Run, uint32_t Thread, uint64_t Begin,
                       uint64_t End, uint64_t Instructions, uint64_t Cycles) {
  IntervalFacts I;
  I.Run = Run, I.Thread = Thread;
  I.ProcessBegin = Begin, I.ProcessEnd = End;
  I.Instructions = Instructions, I.Cycles = Cycles;
  return I;
}

/// Thread 1 starts at 100 and stalls from 200 to 300.
IntervalTable twoThreads() {
  IntervalTable T;
  T.Runs = 1;
  T.HasCycles = true;
  T.Intervals = {
      interval(0, 0, 0, 100, 100, 100),  interval(0, 0, 100, 300, 150, 300),
      interval(0, 0, 300, 400, 50, 50),  interval(0, 1, 100, 200, 50, 150),
      interval(0, 1, 300, 400, 50, 150),
  };
  return T;
}

TEST(RibbonCurves, PiecesEndWherePhasesChangeOrAThreadStalls) {
  std::vector<Ribbon> R =
      ribbonsOf(twoThreads(), std::vector<uint32_t>{0, 0, 1, 1, 1}, 99);
  ASSERT_EQ(R.size(), 2u);
  EXPECT_EQ(R[0].Pieces,
            (std::vector<RibbonPiece>{{0, 300, 0}, {300, 400, 1}}));
  EXPECT_EQ(R[1].Thread, 1u);
  EXPECT_EQ(R[1].Pieces,
            (std::vector<RibbonPiece>{{100, 200, 1}, {300, 400, 1}}));
  EXPECT_EQ(processEnd(twoThreads()), 400u);
  // Gaps that are too small to see are no gaps.
  R = ribbonsOf(twoThreads(), std::vector<uint32_t>{0, 0, 1, 1, 1}, 100);
  EXPECT_EQ(R[1].Pieces, (std::vector<RibbonPiece>{{100, 400, 1}}));
}

TEST(RibbonCurves, MetricsAreSumsOverSumsOfAllThreads) {
  auto Values = metricOverTime(twoThreads(), {}, 0, 5, 500);
  ASSERT_EQ(Values.size(), 5u);
  EXPECT_DOUBLE_EQ(*Values[0], 1);
  // Half of the interval of 200, and all of thread 1's.
  EXPECT_DOUBLE_EQ(*Values[1], (150.0 + 150) / (75 + 50));
  EXPECT_DOUBLE_EQ(*Values[2], 2);
  EXPECT_DOUBLE_EQ(*Values[3], (50.0 + 150) / (50 + 50));
  EXPECT_FALSE(Values[4]);
  EXPECT_FALSE(metricOverTime(twoThreads(), {}, 1, 5, 500)[0]);
}

} // namespace
