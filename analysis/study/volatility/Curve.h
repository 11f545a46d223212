//===- Curve.h - a metric over time, at any sampling period ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stream is sampled at a base period; a curve is the stream seen at a longer
// period (Agaram, Keckler, Lin and McKinley, "Decomposing Memory Performance:
// Data Structures and Phases", ISMM 2006, section 4.1). This type is both. It
// holds prefix sums, so a period costs only as much as it has points.
// docs/internals/volatility.md defines the numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_VOLATILITY_CURVE_H
#define MEMFACET_STUDY_VOLATILITY_CURVE_H

#include "memfacet/Check.h"
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace memfacet::study {

/// Counts per base period, or a rate of two of them. Values are not negative.
/// Sums are exact while the total stays below 2^53. Immutable, so that threads
/// may share one.
class Curve {
public:
  Curve() = default;
  static Curve counts(std::span<const uint64_t> Counts);
  static Curve values(std::span<const double> Values);
  /// Makes the rate of \p Part per \p Whole, both counts; as long as the
  /// shorter.
  static Curve rate(const Curve &Part, const Curve &Whole);

  size_t points() const { return Sums.empty() ? 0 : Sums.size() - 1; }
  bool isRate() const { return !Wholes.empty(); }

  /// Returns the sum of base periods [First, Last); for a rate, the sum of
  /// parts by the sum of wholes, 0 where that is 0.
  double over(size_t First, size_t Last) const {
    MEMFACET_CHECK(First <= Last && Last < Sums.size(),
                   "the periods are of the curve");
    double Part = Sums[Last] - Sums[First];
    return isRate() ? ratio(Part, Wholes[Last] - Wholes[First]) : Part;
  }
  double at(size_t Index) const { return over(Index, Index + 1); }

  /// Returns the curve at \p Period base periods: points() / Period values. A
  /// trailing part of a period is dropped. \p Period is at least 1.
  std::vector<double> aggregated(size_t Period) const;
  /// Returns the same for a period that need not be a whole number: the counts
  /// of a base period are taken to lie evenly in it.
  std::vector<double> aggregated(double Period) const;

  /// Returns sums for loops over many periods: [I] is the sum before base
  /// period I; for a rate, that of the parts.
  std::span<const double> sums() const { return Sums; }

  /// Returns \p Part by \p Whole; 0 where \p Whole is 0.
  static double ratio(double Part, double Whole) {
    return Whole > 0 ? Part / Whole : 0;
  }

private:
  std::vector<double> Sums, Wholes;
};

} // namespace memfacet::study

#endif
