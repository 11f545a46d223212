//===- RatioEstimate.h - a ratio from windows, and how sure it is ---------===//

#ifndef MEMFACET_SAMPLE_RATIOESTIMATE_H
#define MEMFACET_SAMPLE_RATIOESTIMATE_H

#include <cstddef>
#include <span>

namespace memfacet {

/// Of the whole run, from what windows have of numerator and denominator.
struct Ratio {
  double Value = 0;
  /// Half of the width of a 95 % interval; negative: not known (one window).
  double HalfWidth = -1;
};

/// The ratio estimator for a simple random sample of clusters (W. G. Cochran,
/// Sampling Techniques, 3rd ed., Wiley 1977, theorem 2.5, with the sample's
/// variance in place of the population's):
///
///   R = sum y / sum x
///   var R = (1 - f) n / (n - 1) sum (y - R x)^2 / (sum x)^2
///
/// and Student's t with n - 1 degrees of freedom. Where few windows have most
/// of what there is, the distribution is skewed, and t is too short on the side
/// of the tail. So the half is longer by the second term of its expansion (N.
/// J. Johnson, Journal of the American Statistical Association 73, 1978), g
/// being the skewness of y - R x:
///
///   t (1 + |g| (2 t^2 + 1) / (6 t sqrt n)) sqrt(var R)
///
/// \p Numerators and \p
/// Denominators: one per window; \p Measured is f, the measured part of the
/// run, 0 to 1. All 0: the ratio is 0 for sure.
Ratio ratioOf(std::span<const double> Numerators,
              std::span<const double> Denominators, double Measured);

/// The 97.5 % point of Student's t distribution; \p Freedom is at least 1.
/// The error is below 0.001.
double studentQuantile(size_t Freedom);

} // namespace memfacet

#endif
