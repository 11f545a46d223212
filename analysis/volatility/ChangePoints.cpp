//===- ChangePoints.cpp - where a curve's level changes -------------------===//

#include "analysis/volatility/ChangePoints.h"
#include <algorithm>
#include <cmath>

namespace memfacet {

namespace {

/// Squared differences to the mean, of any segment.
class SegmentCosts {
public:
  explicit SegmentCosts(std::span<const double> Values)
      : Sums(Values.size() + 1), Squares(Values.size() + 1) {
    // Around the mean, so that little is lost to rounding.
    double Mean = 0;
    for (double Value : Values)
      Mean += Value / double(Values.size());
    for (size_t I = 0; I != Values.size(); ++I) {
      double Value = Values[I] - Mean;
      Sums[I + 1] = Sums[I] + Value;
      Squares[I + 1] = Squares[I] + Value * Value;
    }
  }
  double of(size_t First, size_t Last) const {
    double Sum = Sums[Last] - Sums[First];
    return Squares[Last] - Squares[First] - Sum * Sum / double(Last - First);
  }

private:
  std::vector<double> Sums, Squares;
};

} // namespace

std::vector<size_t> changePoints(std::span<const double> Values,
                                 double Penalty) {
  size_t Count = Values.size();
  SegmentCosts Costs(Values);
  // Of the best division of the points before I: its cost, its last change.
  std::vector<double> Best(Count + 1, -Penalty);
  std::vector<size_t> Last(Count + 1);
  std::vector<size_t> Candidates = {0};
  for (size_t End = 1; End <= Count; ++End) {
    auto CostFrom = [&](size_t From) {
      return Best[From] + Costs.of(From, End) + Penalty;
    };
    Last[End] = *std::ranges::min_element(Candidates, {}, CostFrom);
    Best[End] = CostFrom(Last[End]);
    // A change that is not worth it now will never be: what follows costs the
    // same after a change here.
    std::erase_if(Candidates, [&](size_t From) {
      return CostFrom(From) - Penalty > Best[End];
    });
    Candidates.push_back(End);
  }
  std::vector<size_t> Changes;
  for (size_t At = Count; At != 0; At = Last[At])
    if (Last[At] != 0)
      Changes.push_back(Last[At]);
  std::ranges::reverse(Changes);
  return Changes;
}

double usualPenalty(std::span<const double> Values) {
  // Of a normal variable, the median of |difference of two| is 0.954 sigma.
  constexpr double MedianToSigma = 1 / 0.9539, LeastPart = 0.05;
  if (Values.size() < 2)
    return 1;
  std::vector<double> Steps(Values.size() - 1);
  double Mean = 0;
  for (size_t I = 0; I != Values.size(); ++I) {
    Mean += Values[I] / double(Values.size());
    if (I != 0)
      Steps[I - 1] = std::abs(Values[I] - Values[I - 1]);
  }
  auto Middle = Steps.begin() + ptrdiff_t(Steps.size() / 2);
  std::nth_element(Steps.begin(), Middle, Steps.end());
  double Sigma = std::max(*Middle * MedianToSigma, LeastPart * Mean);
  // Twice what information criteria take: neighbours are not independent.
  return std::max(4 * Sigma * Sigma * std::log(double(Values.size())), 1e-300);
}

} // namespace memfacet
