//===- Spectrum.h - power spectrum and spectral lines ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_VOLATILITY_SPECTRUM_H
#define MEMFACET_STUDY_VOLATILITY_SPECTRUM_H

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace memfacet::study {

/// Fourier transforms of one length, a power of two of at least 2. Radix 2, in
/// place, after Cooley and Tukey (Mathematics of Computation 19, 1965).
class Fourier {
public:
  explicit Fourier(size_t Length);

  size_t length() const { return Length; }
  /// Replaces \p Values, of that length, by the sum over n of Values[n] exp(-2
  /// pi i k n / Length), for k = 0 and up. Does not scale.
  void transform(std::span<std::complex<double>> Values) const;

private:
  size_t Length;
  std::vector<std::complex<double>> Roots; ///< the first half of the circle
};

/// Mean power of segments of a stream (Welch's method, IEEE Transactions on
/// Audio and Electroacoustics 15(2), 1967): Hann tapers that overlap by half
/// or a little more, without the mean and slope of each.
struct Spectrum {
  size_t Length = 0;   ///< base periods of a segment, a power of two
  size_t Segments = 0; ///< their number, at least 1
  /// [k]: the variance at k / Length cycles per base period, for k up to
  /// Length / 2. They add up to the variance.
  std::vector<double> Power;
};

/// Computes the spectrum of \p Values. \p Length is a power of two, at least 16
/// and at most the number of values.
Spectrum spectrumOf(std::span<const double> Values, size_t Length);

/// A narrow peak: something that repeats.
struct SpectralLine {
  double Frequency;    ///< cycles per base period
  double Width;        ///< uncertainty of Frequency, on either side
  double Power;        ///< variance above the background
  double Significance; ///< power by that which noise would reach; above 1
  bool Moved = false;  ///< while it was measured: a peak wider than a line
};

/// Returns the power that is typical around each frequency, without lines. It
/// is computed by bands, because noise has a smooth spectrum.
std::vector<double> backgroundOf(const Spectrum &S);

/// Returns the peaks above \p Background that noise reaches less than once in
/// ten million frequencies, sorted by frequency. Neighbours that are one line
/// are joined. Peaks of fewer than \p LeastCycles cycles per segment or with
/// less than \p LeastPower are ignored.
std::vector<SpectralLine> linesOf(const Spectrum &S,
                                  std::span<const double> Background,
                                  size_t LeastCycles, double LeastPower);

} // namespace memfacet::study

#endif
