//===- ReferenceVolatility.h - volatility, the slow way -------------------===//
//
// Straight from the definitions: values are added one by one, ranks are those
// of a sorted list. Shares nothing with the analysis.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_REFERENCEVOLATILITY_H
#define MEMFACET_TEST_SUPPORT_REFERENCEVOLATILITY_H

#include <algorithm>
#include <cmath>
#include <vector>

namespace memfacet::reference {

/// Sums of \p Period values each; with \p Wholes (not empty), sums by sums.
inline std::vector<double> aggregate(const std::vector<double> &Parts,
                                     const std::vector<double> &Wholes,
                                     size_t Period) {
  std::vector<double> Result;
  for (size_t At = 0; At + Period <= Parts.size(); At += Period) {
    double Part = 0, Whole = 0;
    for (size_t I = At; I != At + Period; ++I) {
      Part += Parts[I];
      Whole += Wholes.empty() ? 0 : Wholes[I];
    }
    Result.push_back(Wholes.empty() ? Part : Whole == 0 ? 0 : Part / Whole);
  }
  return Result;
}

inline double volatility(const std::vector<double> &Curve, double Percentile) {
  std::vector<double> Points;
  for (size_t I = 1; I < Curve.size(); ++I) {
    double Most = std::max(Curve[I], Curve[I - 1]);
    Points.push_back(Most == 0 ? 0 : std::abs(Curve[I] - Curve[I - 1]) / Most);
  }
  if (Points.empty())
    return 0;
  std::sort(Points.begin(), Points.end());
  // Ranks are from 1; the nearest one that has at least the percentage.
  size_t Rank = 1;
  while (100 * double(Rank) < Percentile * double(Points.size()))
    ++Rank;
  return Points[std::min(Rank, Points.size()) - 1];
}

} // namespace memfacet::reference

#endif
