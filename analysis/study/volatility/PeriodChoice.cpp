//===- PeriodChoice.cpp - the right sampling period -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/volatility/PeriodChoice.h"
#include "analysis/study/volatility/Spectrum.h"
#include "memfacet/Check.h"
#include <bit>
#include <cmath>

namespace memfacet::study {

bool isNoise(std::span<const double> Values) {
  constexpr size_t Least = 64;
  // Kolmogorov's limit for 1 %.
  constexpr double Limit = 1.63;
  if (Values.size() < Least)
    return false;
  Spectrum S = spectrumOf(Values, std::bit_floor(Values.size()));
  // A taper makes neighbours dependent: half as many frequencies are free.
  size_t Count = S.Power.size() - 2;
  double Free = double(Count * S.Segments) / 2, All = 0, Sum = 0, Most = 0;
  for (size_t K = 1; K <= Count; ++K)
    All += S.Power[K];
  if (All <= 0)
    return false;
  for (size_t K = 1; K <= Count; ++K) {
    Sum += S.Power[K] / All;
    Most = std::max(Most, std::abs(Sum - double(K) / double(Count)));
  }
  return Most * std::sqrt(Free) <= Limit;
}

namespace {

/// A trough is lower than the peaks on both sides by this difference, and by
/// this factor.
constexpr double LeastDepth = 0.03, LeastRise = 1.5;
/// The factor by which a trough must be deeper if no component explains it.
constexpr double Unexplained = 2;
/// Longer multiples of a wavelength are no troughs: one more cycle in a point
/// then makes no difference.
constexpr unsigned MostCycles = 20;

class Chooser {
public:
  Chooser(const VolatilityProfile &V, std::span<const Component> Components,
          double Threshold)
      : V(V), Components(Components), Threshold(Threshold) {}

  PeriodChoice choose() {
    PeriodChoice Choice;
    Choice.Reason = PeriodReason::Volatile;
    Choice.Quietest = 1;
    for (size_t P = V.longest(); P != 0; --P) {
      if (V.at(P) <= V.at(Choice.Quietest))
        Choice.Quietest = P;
      if (V.at(P) <= Threshold)
        Choice.Calm = P;
    }
    if (Choice.Calm == 0)
      return Choice;
    Choice.Reason = PeriodReason::Threshold;
    Choice.Period = Choice.Calm;
    lookForTrough(Choice);
    Choice.Volatility = V.at(Choice.Period);
    if (Choice.Component < 0)
      Choice.Exact = double(Choice.Period);
    return Choice;
  }

private:
  /// Looks for a trough that begins where the curve becomes calm.
  void lookForTrough(PeriodChoice &Choice) const {
    if (lookForMultiple(Choice))
      return;
    size_t End = std::min(2 * Choice.Calm, V.longest()), Bottom = Choice.Calm;
    for (size_t P = Choice.Calm; P <= End && V.at(P) <= Threshold; ++P)
      if (V.at(P) < V.at(Bottom))
        Bottom = P;
    if (!isTrough(Bottom, Unexplained))
      return;
    Choice.Reason = PeriodReason::Trough;
    Choice.Period = Bottom;
  }

  /// Looks for a multiple of a component's wavelength in whose trough the curve
  /// becomes calm; takes that of the least volatility. Returns whether there is
  /// one. The bottom of a noisy profile may be next to the multiple by chance.
  bool lookForMultiple(PeriodChoice &Choice) const {
    for (size_t I = 0; I != Components.size(); ++I) {
      double Wavelength = Components[I].Wavelength;
      double Multiple =
          std::max(1.0, std::round(double(Choice.Calm) / Wavelength));
      auto Nearest = size_t(std::lround(Multiple * Wavelength));
      double Off = std::abs(double(Choice.Calm) - Multiple * Wavelength);
      if (Multiple > MostCycles || Off > std::max(0.5, Wavelength / 2) ||
          Nearest > V.longest() || V.at(Nearest) > Threshold ||
          !isTrough(Nearest, 1) ||
          (Choice.Component >= 0 && V.at(Nearest) >= V.at(Choice.Period)))
        continue;
      Choice.Reason = PeriodReason::Trough;
      Choice.Period = Nearest;
      Choice.Exact = Multiple * Wavelength;
      Choice.Component = int(I);
      Choice.Multiple = unsigned(Multiple);
    }
    return Choice.Component >= 0;
  }

  bool isTrough(size_t Bottom, double Depth) const {
    double LeftPeak = 0, RightPeak = 0;
    for (size_t P = std::max<size_t>(1, Bottom / 2); P < Bottom; ++P)
      LeftPeak = std::max(LeftPeak, V.at(P));
    for (size_t P = Bottom + 1; P <= std::min(2 * Bottom, V.longest()); ++P)
      RightPeak = std::max(RightPeak, V.at(P));
    double Low = V.at(Bottom);
    return std::min(LeftPeak, RightPeak) >=
           std::max(Low + Depth * LeastDepth,
                    Low * (1 + Depth * (LeastRise - 1)));
  }

  const VolatilityProfile &V;
  std::span<const Component> Components;
  double Threshold;
};

} // namespace

PeriodChoice choosePeriod(const VolatilityProfile &V,
                          std::span<const Component> Components,
                          double Threshold) {
  if (V.longest() == 0)
    return {};
  return Chooser(V, Components, Threshold).choose();
}

/// Looks for a calm period below the first whole period that is calm: a
/// multiple of a component's wavelength, which need not be a whole number.
static void lookForBrokenPeriod(const Curve &C, PeriodAnalysis &A,
                                const PeriodOptions &Options) {
  // How counts lie within a base period is not known, so a period needs at
  // least some base periods.
  constexpr double LeastPeriod = 4;
  PeriodChoice &Choice = A.Choice;
  double End =
      Choice.Calm ? double(Choice.Calm) - 0.5 : double(A.Profile.longest());
  for (size_t I = 0; I != A.Components.size(); ++I)
    for (unsigned Multiple = 1; Multiple <= MostCycles; ++Multiple) {
      double Exact = Multiple * A.Components[I].Wavelength;
      if (Exact < LeastPeriod)
        continue;
      if (Exact >= End)
        break;
      double Volatility = volatility(C.aggregated(Exact), Options.Percentile);
      if (Volatility > Options.Threshold)
        continue;
      Choice.Reason = PeriodReason::Trough;
      Choice.Period = size_t(std::lround(Exact));
      Choice.Exact = End = Exact;
      Choice.Volatility = Volatility;
      Choice.Component = int(I), Choice.Multiple = Multiple;
    }
}

PeriodAnalysis analysePeriods(const Curve &C, const PeriodOptions &Options) {
  PeriodAnalysis A;
  A.Profile = volatilityProfile(C, Options.Percentile);
  if (A.Profile.longest() == 0)
    return A;
  std::vector<double> Values = C.aggregated(size_t(1));
  auto [Least, Most] = std::ranges::minmax(Values);
  A.Components = componentsOf(C);
  A.Choice = choosePeriod(A.Profile, A.Components, Options.Threshold);
  lookForBrokenPeriod(C, A, Options);
  bool Constant = Least == Most;
  if (!Constant && (!A.Components.empty() || !isNoise(Values)))
    return A;
  // Averaging makes all noise calm: that says nothing about the program.
  size_t Calm = A.Choice.Calm, Quietest = A.Choice.Quietest;
  if (Constant || Calm != 0) {
    A.Choice = {};
    A.Choice.Calm = Calm, A.Choice.Quietest = Quietest;
    A.Choice.Reason = Constant ? PeriodReason::Constant : PeriodReason::Noise;
  }
  return A;
}

/// Returns whether \p C has weight and is calm at \p Period.
static bool isCalm(const WeightedPeriods &C, size_t Period, double Threshold) {
  return C.Weight > 0 && C.Analysis->Profile.longest() >= Period &&
         C.Analysis->Profile.at(Period) <= Threshold;
}

/// Returns the period, at most \p Longest, at which calm curves have most
/// weight, the shortest of several, and that weight; 0 where none is calm.
static std::pair<size_t, double>
calmestPeriod(std::span<const WeightedPeriods> Curves, size_t Longest,
              double Threshold) {
  size_t Best = 0;
  double Most = 0;
  for (size_t P = 1; P <= Longest; ++P) {
    double Calm = 0;
    for (const WeightedPeriods &C : Curves)
      Calm += isCalm(C, P, Threshold) ? C.Weight : 0;
    // A difference by rounding does not count.
    if (Calm > Most * (1 + 1e-12))
      Best = P, Most = Calm;
  }
  return {Best, Most};
}

ProgramPeriod programPeriod(std::span<const WeightedPeriods> Curves,
                            double Threshold) {
  ProgramPeriod Result;
  Result.Agrees.resize(Curves.size());
  size_t Longest = 0;
  double All = 0;
  for (const WeightedPeriods &C : Curves) {
    MEMFACET_CHECK(C.Analysis, "a curve that has a weight was analysed");
    if (C.Weight <= 0 || C.Analysis->Profile.longest() == 0)
      continue;
    size_t CurveLongest = C.Analysis->Profile.longest();
    Longest = Longest == 0 ? CurveLongest : std::min(Longest, CurveLongest);
    All += C.Weight;
    Result.Components.insert(Result.Components.end(),
                             C.Analysis->Components.begin(),
                             C.Analysis->Components.end());
  }
  if (Longest == 0)
    return Result;
  auto [Best, Most] = calmestPeriod(Curves, Longest, Threshold);
  Result.AgreeingWeight = Most / All;
  if (Result.AgreeingWeight < LeastAgreement)
    Best = 0;
  Result.Envelope.Values.resize(Longest);
  for (size_t I = 0; I != Curves.size(); ++I) {
    if (Best != 0 && !isCalm(Curves[I], Best, Threshold))
      continue;
    if (Curves[I].Weight <= 0 || Curves[I].Analysis->Profile.longest() == 0)
      continue;
    Result.Agrees[I] = Best != 0;
    Result.Envelope.Percentile = Curves[I].Analysis->Profile.Percentile;
    for (size_t P = 1; P <= Longest; ++P)
      Result.Envelope.Values[P - 1] = std::max(
          Result.Envelope.Values[P - 1], Curves[I].Analysis->Profile.at(P));
  }
  Result.Choice = choosePeriod(Result.Envelope, Result.Components, Threshold);
  return Result;
}

} // namespace memfacet::study
