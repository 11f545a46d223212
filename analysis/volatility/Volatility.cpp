//===- volatility/Volatility.cpp - volatility at every period -------------===//

#include "analysis/volatility/Volatility.h"
#include <array>
#include <cmath>

namespace memfacet {

size_t nearestRank(double Percentile, size_t Count) {
  auto Rank = size_t(std::ceil(Percentile * double(Count) / 100));
  return std::clamp<size_t>(Rank, 1, Count) - 1;
}

double volatility(std::span<const double> Values, double Percentile) {
  if (Values.size() < 2)
    return 0;
  std::vector<double> Points(Values.size() - 1);
  for (size_t I = 0; I != Points.size(); ++I)
    Points[I] = pointVolatility(Values[I], Values[I + 1]);
  auto At = Points.begin() + ptrdiff_t(nearestRank(Percentile, Points.size()));
  std::nth_element(Points.begin(), At, Points.end());
  return *At;
}

namespace {

/// Finds the value of a rank among numbers of 0 to 1: with a histogram of them
/// and a second look at those of one bin. Exact: bins do not change the order.
class RankFinder {
public:
  double find(std::span<const double> Values, size_t Rank) {
    Few.assign(Values.begin(), Values.end());
    if (Values.size() >= 16 * Bins)
      Rank = keepBinOf(Values, Rank);
    std::nth_element(Few.begin(), Few.begin() + ptrdiff_t(Rank), Few.end());
    return Few[Rank];
  }

private:
  static constexpr size_t Bins = 256;
  static size_t binOf(double Value) { return size_t(Value * double(Bins)); }

  /// Leaves in Few the values in the bin of \p Rank; the rank among them.
  size_t keepBinOf(std::span<const double> Values, size_t Rank) {
    std::array<uint32_t, Bins + 1> Counts = {}; // 1 has a bin of its own
    for (double Value : Values)
      ++Counts[binOf(Value)];
    size_t Bin = 0;
    for (; Rank >= Counts[Bin]; ++Bin)
      Rank -= Counts[Bin];
    Few.resize(Counts[Bin]);
    size_t At = 0;
    // Written always, kept where it belongs: no branch that is hard to foresee.
    for (double Value : Values) {
      Few[std::min(At, Few.size() - 1)] = Value;
      At += binOf(Value) == Bin;
      if (At == Few.size())
        break;
    }
    return Rank;
  }

  std::vector<double> Few;
};

/// Volatility of each point at one period.
class PointsOf {
public:
  explicit PointsOf(const Curve &C) : C(C) {}

  std::span<const double> at(size_t Period) {
    size_t Count = C.points() / Period;
    Points.resize(Count - 1);
    if (C.isRate())
      fill(Period, Count, [&](size_t First, size_t Last) {
        return Curve::ratio(C.sums()[Last] - C.sums()[First],
                            C.wholes()[Last] - C.wholes()[First]);
      });
    else
      fill(Period, Count, [Sums = C.sums()](size_t First, size_t Last) {
        return Sums[Last] - Sums[First];
      });
    return Points;
  }

private:
  template <typename ValueOf>
  void fill(size_t Period, size_t Count, ValueOf Value) {
    double Before = Value(0, Period);
    size_t At = Period;
    double *To = Points.data();
    for (size_t I = 1; I != Count; ++I, At += Period) {
      double Now = Value(At, At + Period);
      *To++ = pointVolatility(Before, Now);
      Before = Now;
    }
  }

  const Curve &C;
  std::vector<double> Points;
};

} // namespace

VolatilityProfile volatilityProfile(const Curve &C, double Percentile) {
  VolatilityProfile Result;
  Result.Percentile = Percentile;
  Result.Values.resize(C.points() / LeastPoints);
  PointsOf Points(C);
  RankFinder Ranks;
  for (size_t Period = 1; Period <= Result.longest(); ++Period) {
    std::span<const double> Of = Points.at(Period);
    Result.Values[Period - 1] =
        Ranks.find(Of, nearestRank(Percentile, Of.size()));
  }
  return Result;
}

} // namespace memfacet
