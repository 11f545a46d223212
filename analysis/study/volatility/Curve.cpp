//===- Curve.cpp - a metric over time, at any period ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/volatility/Curve.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <cmath>

namespace memfacet::study {

template <typename Value>
static std::vector<double> prefixSums(std::span<const Value> Values) {
  std::vector<double> Sums(Values.size() + 1);
  for (size_t I = 0; I != Values.size(); ++I)
    Sums[I + 1] = Sums[I] + double(Values[I]);
  return Sums;
}

Curve Curve::counts(std::span<const uint64_t> Counts) {
  Curve C;
  C.Sums = prefixSums(Counts);
  return C;
}

Curve Curve::values(std::span<const double> Values) {
  Curve C;
  C.Sums = prefixSums(Values);
  return C;
}

Curve Curve::rate(const Curve &Part, const Curve &Whole) {
  size_t Points = std::min(Part.points(), Whole.points());
  Curve C;
  if (Points == 0)
    return C;
  C.Sums.assign(Part.Sums.begin(), Part.Sums.begin() + Points + 1);
  C.Wholes.assign(Whole.Sums.begin(), Whole.Sums.begin() + Points + 1);
  return C;
}

std::vector<double> Curve::aggregated(size_t Period) const {
  MEMFACET_CHECK(Period != 0, "a value is of a base period at least");
  std::vector<double> Values(points() / Period);
  for (size_t I = 0; I != Values.size(); ++I)
    Values[I] = over(I * Period, (I + 1) * Period);
  return Values;
}

/// Returns the sum before \p Place, which may lie within a base period.
static double sumBefore(std::span<const double> Sums, double Place) {
  auto Index = std::min(size_t(Place), Sums.size() - 1);
  if (Index + 1 == Sums.size())
    return Sums[Index];
  return Sums[Index] +
         (Place - double(Index)) * (Sums[Index + 1] - Sums[Index]);
}

std::vector<double> Curve::aggregated(double Period) const {
  MEMFACET_CHECK(Period > 0, "values would have no end");
  // A period that divides the length must not lose its last point to rounding.
  constexpr double Rounding = 1e-9;
  std::vector<double> Values(size_t(double(points()) / Period + Rounding));
  for (size_t I = 0; I != Values.size(); ++I) {
    double First = double(I) * Period, Last = double(I + 1) * Period;
    Values[I] = sumBefore(Sums, Last) - sumBefore(Sums, First);
    if (isRate())
      Values[I] =
          ratio(Values[I], sumBefore(Wholes, Last) - sumBefore(Wholes, First));
  }
  return Values;
}

} // namespace memfacet::study
