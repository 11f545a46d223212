//===- Spectrum.cpp - power spectrum and spectral lines -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/volatility/Spectrum.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace memfacet::study {

Fourier::Fourier(size_t Length) : Length(Length), Roots(Length / 2) {
  MEMFACET_CHECK(Length >= 2 && std::has_single_bit(Length), "the radix is 2");
  for (size_t I = 0; I != Roots.size(); ++I)
    Roots[I] =
        std::polar(1.0, -2 * std::numbers::pi * double(I) / double(Length));
}

static void reverseBits(std::span<std::complex<double>> Values) {
  size_t Reversed = 0;
  for (size_t I = 1; I < Values.size(); ++I) {
    size_t Bit = Values.size() >> 1;
    for (; Reversed & Bit; Bit >>= 1)
      Reversed ^= Bit;
    Reversed |= Bit;
    if (I < Reversed)
      std::swap(Values[I], Values[Reversed]);
  }
}

void Fourier::transform(std::span<std::complex<double>> Values) const {
  MEMFACET_CHECK(Values.size() == Length, "the roots are for one length");
  reverseBits(Values);
  for (size_t Half = 1; Half < Length; Half *= 2)
    for (size_t First = 0; First != Length; First += 2 * Half)
      for (size_t I = 0; I != Half; ++I) {
        // Spelled out: the library's product looks for infinities.
        std::complex<double> W = Roots[I * (Length / 2 / Half)],
                             &A = Values[First + I],
                             &B = Values[First + I + Half];
        double Real = W.real() * B.real() - W.imag() * B.imag(),
               Imaginary = W.real() * B.imag() + W.imag() * B.real();
        B = {A.real() - Real, A.imag() - Imaginary};
        A = {A.real() + Real, A.imag() + Imaginary};
      }
}

/// Returns a Hann taper of mean power 1.
static std::vector<double> hannTaper(size_t Length) {
  std::vector<double> Taper(Length);
  for (size_t I = 0; I != Length; ++I)
    Taper[I] = (0.5 - 0.5 * std::cos(2 * std::numbers::pi * double(I) /
                                     double(Length))) /
               std::sqrt(0.375);
  return Taper;
}

/// Stores \p Values without the straight line through them, times \p Taper,
/// into \p Segment.
static void takeSegment(std::span<const double> Values,
                        std::span<const double> Taper,
                        std::vector<std::complex<double>> &Segment) {
  auto Count = double(Values.size());
  double Mean = 0, Slope = 0;
  for (size_t I = 0; I != Values.size(); ++I) {
    Mean += Values[I] / Count;
    Slope += Values[I] * (double(I) - (Count - 1) / 2);
  }
  Slope *= 12 / (Count * (Count * Count - 1));
  for (size_t I = 0; I != Values.size(); ++I) {
    double Rest = Values[I] - Mean - Slope * (double(I) - (Count - 1) / 2);
    Segment[I] = Rest * Taper[I];
  }
}

Spectrum spectrumOf(std::span<const double> Values, size_t Length) {
  MEMFACET_CHECK(std::has_single_bit(Length) && Length >= 16 &&
                     Length <= Values.size(),
                 "a segment is a part of the values");
  Spectrum S;
  S.Length = Length;
  size_t Spare = Values.size() - Length;
  S.Segments = 1 + (Spare + Length / 2 - 1) / (Length / 2);
  S.Power.resize(Length / 2 + 1);
  Fourier Transform(Length);
  std::vector<std::complex<double>> Segment(Length);
  std::vector<double> Taper = hannTaper(Length);
  double Scale = 1 / (double(Length) * double(Length) * double(S.Segments));
  for (size_t I = 0; I != S.Segments; ++I) {
    size_t First = S.Segments == 1 ? 0 : I * Spare / (S.Segments - 1);
    takeSegment(Values.subspan(First, Length), Taper, Segment);
    Transform.transform(Segment);
    for (size_t K = 0; K != S.Power.size(); ++K)
      // Negative frequencies have the same power.
      S.Power[K] +=
          std::norm(Segment[K]) * Scale * (K == 0 || K == Length / 2 ? 1 : 2);
  }
  return S;
}

namespace {

/// Returns the mean of \p Segments powers of noise at \p Deviations, in units
/// of the expectation. It is nearly the cube of a normal variable (Wilson and
/// Hilferty, PNAS 17, 1931).
double noisePower(size_t Segments, double Deviations) {
  MEMFACET_CHECK(Segments != 0, "power is the mean of a segment at least");
  double Ninth = 1 / (9 * double(Segments));
  double Root = 1 - Ninth + Deviations * std::sqrt(Ninth);
  return Root * Root * Root;
}

/// The part of a band's frequencies that stays below the quiet power. It is
/// less than half, as lines may fill much of a band.
constexpr double QuietPart = 0.3, QuietDeviations = -0.5244;
/// Noise exceeds this about once in 5 * 10^7 times.
constexpr double LineDeviations = 5.5;
/// The spectrum of noise may have humps, which bands follow only roughly. So
/// the mean of many segments must exceed the background by more than noise
/// alone would require.
constexpr double LeastLineRise = 3;

double lineThreshold(size_t Segments) {
  return std::max(LeastLineRise, noisePower(Segments, LineDeviations));
}

struct Band {
  double Centre, Quiet; ///< logarithms of a frequency and of power
};

std::vector<Band> bandsOf(const Spectrum &S) {
  constexpr size_t First = 4, LeastWidth = 10;
  constexpr double Growth = 0.25;
  double Typical = noisePower(S.Segments, QuietDeviations);
  std::vector<Band> Bands;
  std::vector<double> Powers;
  size_t End = S.Power.size() - 1; // the last frequency has half the width
  for (size_t BandBegin = First, BandEnd; BandBegin < End;
       BandBegin = BandEnd) {
    BandEnd =
        BandBegin + std::max(LeastWidth, size_t(Growth * double(BandBegin)));
    if (BandEnd + LeastWidth > End)
      BandEnd = End;
    Powers.assign(S.Power.begin() + ptrdiff_t(BandBegin),
                  S.Power.begin() + ptrdiff_t(BandEnd));
    auto Quantile =
        Powers.begin() + ptrdiff_t(QuietPart * double(Powers.size()));
    std::nth_element(Powers.begin(), Quantile, Powers.end());
    // A background of 0 would make everything a line.
    double Quiet = std::max(*Quantile / Typical, 1e-300);
    Bands.push_back(
        {std::log(double(BandBegin + BandEnd - 1) / 2), std::log(Quiet)});
  }
  return Bands;
}

} // namespace

std::vector<double> backgroundOf(const Spectrum &S) {
  std::vector<double> Background(S.Power.size());
  std::vector<Band> Bands = bandsOf(S);
  if (Bands.empty())
    return S.Power;
  size_t Next = 1;
  for (size_t K = 0; K != Background.size(); ++K) {
    double LogFrequency = std::log(double(std::max<size_t>(K, 1)));
    while (Next + 1 < Bands.size() && Bands[Next].Centre < LogFrequency)
      ++Next;
    double Quiet = Bands[0].Quiet;
    if (Bands.size() > 1) {
      const Band &A = Bands[Next - 1], &B = Bands[Next];
      double Part = (LogFrequency - A.Centre) / (B.Centre - A.Centre);
      // Power is a power of the frequency. This is continued below the first
      // band's centre, but not above the last one's.
      Quiet = A.Quiet + std::min(Part, 1.0) * (B.Quiet - A.Quiet);
    }
    Background[K] = std::exp(Quiet);
  }
  return Background;
}

namespace {

/// Returns the line at local maximum \p K, with the maximum between the
/// frequencies: with a Hann taper, a line is nearly a parabola in the
/// logarithm.
SpectralLine lineAt(const Spectrum &S, std::span<const double> Background,
                    size_t K) {
  MEMFACET_CHECK(K != 0 && K < S.Power.size(),
                 "a line has a wavelength in the segment");
  double Offset = 0, Power = 0;
  if (K + 1 < S.Power.size()) {
    double Low = std::log(S.Power[K - 1] + 1e-300),
           Middle = std::log(S.Power[K] + 1e-300),
           High = std::log(S.Power[K + 1] + 1e-300);
    double Bend = Low - 2 * Middle + High;
    Offset = Bend < 0 ? std::clamp((Low - High) / (2 * Bend), -0.5, 0.5) : 0;
  }
  for (size_t I = K - 1; I <= std::min(K + 1, S.Power.size() - 1); ++I)
    Power += std::max(0.0, S.Power[I] - Background[I]);
  double Threshold = lineThreshold(S.Segments);
  return {(double(K) + Offset) / double(S.Length), 0.25 / double(S.Length),
          Power, S.Power[K] / (Background[K] * Threshold)};
}

/// Returns a line that moved while it was measured: the peaks from \p First to
/// \p Last and all between them.
SpectralLine movedLine(const Spectrum &S, std::span<const double> Background,
                       size_t First, size_t Last, double Significance) {
  MEMFACET_CHECK(First != 0 && First <= Last && Last < S.Power.size(),
                 "a line that moves covers frequencies of the spectrum");
  double Power = 0, Centre = 0;
  for (size_t K = First - 1; K <= std::min(Last + 1, S.Power.size() - 1); ++K) {
    double Excess = std::max(0.0, S.Power[K] - Background[K]);
    Power += Excess;
    Centre += Excess * double(K);
  }
  Centre /= Power;
  double Width = std::max(Centre - double(First), double(Last) - Centre) + 0.25;
  return {Centre / double(S.Length), Width / double(S.Length), Power,
          Significance, true};
}

/// Returns whether the spectrum stays high from one peak to the next. Between
/// two lines that do not move, there is only background.
bool staysHigh(const Spectrum &S, size_t First, size_t Second) {
  constexpr double Valley = 0.02;
  double Least = Valley * std::min(S.Power[First], S.Power[Second]);
  for (size_t K = First + 1; K != Second; ++K)
    if (S.Power[K] < Least)
      return false;
  return true;
}

} // namespace

std::vector<SpectralLine> linesOf(const Spectrum &S,
                                  std::span<const double> Background,
                                  size_t LeastCycles, double LeastPower) {
  MEMFACET_CHECK(Background.size() >= S.Power.size(),
                 "there is a background at each frequency");
  std::vector<SpectralLine> Lines;
  double Threshold = lineThreshold(S.Segments);
  // A line that moves is spread over some per cent of its frequency. In short
  // segments it is not, and the lines of a long wavelength may touch each
  // other.
  constexpr double MostDrift = 0.06;
  constexpr size_t Touching = 3, FewSegments = 3;
  size_t Begin = 0, Last = 0;
  for (size_t K = std::max<size_t>(LeastCycles, 2); K < S.Power.size(); ++K) {
    bool Peak = S.Power[K] >= S.Power[K - 1] &&
                (K + 1 == S.Power.size() || S.Power[K] > S.Power[K + 1]);
    if (!Peak || S.Power[K] <= Threshold * Background[K] ||
        S.Power[K] < LeastPower)
      continue;
    SpectralLine Line = lineAt(S, Background, K);
    bool Moved = S.Segments <= FewSegments &&
                 double(K - Begin) <= MostDrift * double(Begin) &&
                 staysHigh(S, Last, K);
    if (!Lines.empty() && (K - Last <= Touching || Moved)) {
      Lines.back() =
          movedLine(S, Background, Begin, K,
                    std::max(Lines.back().Significance, Line.Significance));
    } else {
      Lines.push_back(Line);
      Begin = K;
    }
    Last = K;
  }
  return Lines;
}

} // namespace memfacet::study
