//===- Fourier.h - discrete Fourier transforms ----------------------------===//

#ifndef MEMFACET_VOLATILITY_FOURIER_H
#define MEMFACET_VOLATILITY_FOURIER_H

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace memfacet {

/// Transforms of one length, a power of two of at least 2. Radix 2, in place,
/// after Cooley and Tukey (Mathematics of Computation 19, 1965).
class Fourier {
public:
  explicit Fourier(size_t Length);

  size_t length() const { return Length; }
  /// \p Values, of that length, becomes sum over n of
  /// Values[n] exp(-2 pi i k n / Length), for k = 0 and up. Not scaled.
  void transform(std::span<std::complex<double>> Values) const;

private:
  size_t Length;
  std::vector<std::complex<double>> Roots; ///< the first half of the circle
};

} // namespace memfacet

#endif
