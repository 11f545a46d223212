//===- RatioEstimate.cpp - a ratio from windows ---------------------------===//

#include "analysis/sample/RatioEstimate.h"
#include <cmath>
#include <iterator>
#include <numeric>

namespace memfacet {

double studentQuantile(size_t Freedom) {
  constexpr double First[] = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706,
                              2.4469,  2.3646, 2.3060, 2.2622, 2.2281};
  if (Freedom <= std::size(First))
    return First[Freedom - 1];
  // Cornish and Fisher's expansion around the normal distribution's point.
  constexpr double Z = 1.959964;
  double D = double(Freedom);
  return Z + (std::pow(Z, 3) + Z) / (4 * D) +
         (5 * std::pow(Z, 5) + 16 * std::pow(Z, 3) + 3 * Z) / (96 * D * D) +
         (3 * std::pow(Z, 7) + 19 * std::pow(Z, 5) + 17 * std::pow(Z, 3) -
          15 * Z) /
             (384 * D * D * D);
}

Ratio ratioOf(std::span<const double> Numerators,
              std::span<const double> Denominators, double Measured) {
  double Y = std::accumulate(Numerators.begin(), Numerators.end(), 0.0);
  double X = std::accumulate(Denominators.begin(), Denominators.end(), 0.0);
  size_t Count = Numerators.size();
  if (X == 0)
    return {0, Count == 0 ? -1.0 : 0.0};
  Ratio R{Y / X, -1};
  if (Measured >= 1)
    R.HalfWidth = 0;
  if (Measured >= 1 || Count < 2)
    return R;
  double Squares = 0, Cubes = 0;
  for (size_t I = 0; I != Count; ++I) {
    double Off = Numerators[I] - R.Value * Denominators[I];
    Squares += Off * Off;
    Cubes += Off * Off * Off;
  }
  double N = double(Count);
  double Variance = (1 - Measured) * N / (N - 1) * Squares / (X * X);
  double T = studentQuantile(Count - 1);
  double Skewness =
      Squares > 0 ? std::sqrt(N) * std::abs(Cubes) / std::pow(Squares, 1.5) : 0;
  double Longer = Skewness * (2 * T * T + 1) / (6 * T * std::sqrt(N));
  R.HalfWidth = T * (1 + Longer) * std::sqrt(Variance);
  return R;
}

} // namespace memfacet
