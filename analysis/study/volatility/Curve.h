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

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace memfacet::study {

/// A base period in which something was counted.
struct CurvePoint {
  size_t Index = 0; ///< of the base period, from 0
  uint64_t Count = 0;
};

/// Counts per base period, or a rate of two of them. Values are not negative.
/// Sums are exact while the total stays below 2^53. Immutable, so that threads
/// may share one.
class Curve {
public:
  Curve() = default;
  static Curve counts(std::span<const uint64_t> Counts);
  static Curve values(std::span<const double> Values);
  /// \p Counts has ascending indices below \p Points; others count 0.
  static Curve sparse(std::span<const CurvePoint> Counts, size_t Points);
  /// \p Part per \p Whole, both counts; as long as the shorter.
  static Curve rate(const Curve &Part, const Curve &Whole);

  size_t points() const { return Sums.empty() ? 0 : Sums.size() - 1; }
  bool isRate() const { return !Wholes.empty(); }

  /// Base periods [First, Last): their sum, or for a rate the sum of parts by
  /// the sum of wholes, 0 where that is 0.
  double over(size_t First, size_t Last) const {
    double Part = Sums[Last] - Sums[First];
    return isRate() ? ratio(Part, Wholes[Last] - Wholes[First]) : Part;
  }
  double at(size_t Index) const { return over(Index, Index + 1); }

  /// The curve at \p Period base periods: points() / Period values; a trailing
  /// part of a period is dropped. \p Period is at least 1.
  std::vector<double> aggregated(size_t Period) const;
  /// The same where a period is no whole number of base periods: what a base
  /// period counted is taken to lie evenly in it.
  std::vector<double> aggregated(double Period) const;

  /// For loops over many periods: [I] is the sum before base period I; of the
  /// parts in case of a rate. wholes() is empty but for rates.
  std::span<const double> sums() const { return Sums; }
  std::span<const double> wholes() const { return Wholes; }

  /// 0 by 0 is 0.
  static double ratio(double Part, double Whole) {
    return Whole > 0 ? Part / Whole : 0;
  }

private:
  std::vector<double> Sums, Wholes;
};

} // namespace memfacet::study

#endif
