//===- RatioEstimateTest.cpp - ratios and their intervals -----------------===//

#include "analysis/sample/RatioEstimate.h"
#include "test/support/Test.h"

TEST(StudentQuantile, IsThatOfTables) {
  const std::pair<size_t, double> Table[] = {
      {1, 12.7062}, {2, 4.3027},  {5, 2.5706},  {10, 2.2281}, {11, 2.2010},
      {15, 2.1314}, {20, 2.0860}, {30, 2.0423}, {60, 2.0003}, {120, 1.9799}};
  for (auto [Freedom, Value] : Table)
    EXPECT_NEAR(studentQuantile(Freedom), Value, 0.001) << Freedom;
  EXPECT_NEAR(studentQuantile(1'000'000'000), 1.95996, 0.0001);
}

TEST(Ratio, IsComputedByHand) {
  // R = 6 / 12; residuals 1 - 1, 3 - 2, 2 - 3; squares 2.
  Ratio R = ratioOf(std::vector{1.0, 3.0, 2.0}, std::vector{2.0, 4.0, 6.0}, 0);
  EXPECT_DOUBLE_EQ(R.Value, 0.5);
  EXPECT_NEAR(R.HalfWidth, 4.3027 * std::sqrt(3.0 / 2 * 2 / 144), 1e-9);
  Ratio Half =
      ratioOf(std::vector{1.0, 3.0, 2.0}, std::vector{2.0, 4.0, 6.0}, 0.5);
  EXPECT_NEAR(Half.HalfWidth, R.HalfWidth * std::sqrt(0.5), 1e-9);
}

TEST(Ratio, OfTheWholeRunIsSure) {
  Ratio R = ratioOf(std::vector{1.0, 3.0}, std::vector{2.0, 4.0}, 1);
  EXPECT_DOUBLE_EQ(R.HalfWidth, 0);
  EXPECT_DOUBLE_EQ(ratioOf(std::vector{5.0}, std::vector{10.0}, 1).HalfWidth,
                   0);
}

TEST(Ratio, OfOneWindowIsNotKnown) {
  Ratio R = ratioOf(std::vector{5.0}, std::vector{10.0}, 0.1);
  EXPECT_DOUBLE_EQ(R.Value, 0.5);
  EXPECT_LT(R.HalfWidth, 0);
  EXPECT_LT(ratioOf({}, {}, 0).HalfWidth, 0);
}

TEST(Ratio, OfNothingIsNothing) {
  Ratio R = ratioOf(std::vector{0.0, 0.0}, std::vector{0.0, 0.0}, 0.1);
  EXPECT_EQ(R.Value, 0);
  EXPECT_EQ(R.HalfWidth, 0);
}

namespace {

/// A run of many windows in each of which a structure has some part of the
/// misses; which part changes from window to window.
struct Population {
  std::vector<double> Of, All;

  Population(std::mt19937_64 &Random, size_t Windows, double Spread) {
    std::normal_distribution<double> Noise(0, Spread);
    std::uniform_real_distribution<double> Size(500, 1500);
    for (size_t I = 0; I != Windows; ++I) {
      double Misses = Size(Random);
      double Share = std::clamp(0.3 + Noise(Random), 0.0, 1.0);
      Of.push_back(Share * Misses);
      All.push_back(Misses);
    }
  }
  double share() const {
    return std::accumulate(Of.begin(), Of.end(), 0.0) /
           std::accumulate(All.begin(), All.end(), 0.0);
  }
};

/// In which part of many samples the interval contains the truth.
double coverage(size_t Windows, double Spread) {
  constexpr size_t InAll = 2000, Trials = 2000;
  std::mt19937_64 Random(Windows);
  Population P(Random, InAll, Spread);
  std::vector<size_t> Order(InAll);
  std::iota(Order.begin(), Order.end(), size_t(0));
  size_t Inside = 0;
  for (size_t Trial = 0; Trial != Trials; ++Trial) {
    std::ranges::shuffle(Order, Random);
    std::vector<double> Of, All;
    for (size_t I = 0; I != Windows; ++I) {
      Of.push_back(P.Of[Order[I]]);
      All.push_back(P.All[Order[I]]);
    }
    Ratio R = ratioOf(Of, All, double(Windows) / double(InAll));
    Inside += std::abs(R.Value - P.share()) <= R.HalfWidth;
  }
  return double(Inside) / double(Trials);
}

} // namespace

TEST(Ratio, IntervalsContainTheTruthNineteenTimesOutOfTwenty) {
  for (size_t Windows : {5u, 12u, 40u, 400u})
    for (double Spread : {0.02, 0.1, 0.4}) {
      // Five windows of shares that are mostly 0 or 1 are far from normal.
      EXPECT_GT(coverage(Windows, Spread), Windows < 10 ? 0.9 : 0.925)
          << Windows << " " << Spread;
      EXPECT_LT(coverage(Windows, Spread), 0.975) << Windows << " " << Spread;
    }
}
