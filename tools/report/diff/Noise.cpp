//===- Noise.cpp - is a difference more than runs differ by themselves? ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/diff/Noise.h"
#include "analysis/gauges/sample/StudentQuantile.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace memfacet::report {
namespace {

double meanOf(const std::vector<double> &Values) {
  MEMFACET_CHECK(!Values.empty(), "the mean is that of a run at least");
  return std::accumulate(Values.begin(), Values.end(), 0.0) /
         double(Values.size());
}

/// Returns the variance of at least two values.
double varianceOf(const std::vector<double> &Values) {
  MEMFACET_CHECK(Values.size() >= 2,
                 "one run does not tell how much runs differ");
  double Mean = meanOf(Values), Sum = 0;
  for (double V : Values)
    Sum += (V - Mean) * (V - Mean);
  return Sum / double(Values.size() - 1);
}

} // namespace

uint64_t rounded(double Mean) { return uint64_t(std::llround(Mean)); }

double TwoSamples::meanBefore() const { return meanOf(ValuesBefore); }
double TwoSamples::meanAfter() const { return meanOf(ValuesAfter); }

/// Returns the error of the difference of the means, in the direction of a
/// smaller difference.
static double errorOfEstimates(const TwoSamples &Samples) {
  if (!Samples.Estimates)
    return 0;
  auto [LimitsBefore, LimitsAfter] = *Samples.Estimates;
  double A = Samples.meanBefore(), B = Samples.meanAfter();
  return A < B ? std::hypot(LimitsBefore.High - A, B - LimitsAfter.Low)
               : std::hypot(A - LimitsBefore.Low, LimitsAfter.High - B);
}

Verdict judge(const TwoSamples &Samples) {
  MEMFACET_CHECK(!Samples.ValuesBefore.empty() && !Samples.ValuesAfter.empty(),
                 "each side has a run");
  double Difference = std::abs(Samples.meanAfter() - Samples.meanBefore());
  size_t N = Samples.ValuesBefore.size(), M = Samples.ValuesAfter.size();
  if (Difference == 0)
    return Verdict::Same;
  if (Difference <= errorOfEstimates(Samples))
    return Verdict::Unsure;
  if (N < 2 && M < 2)
    return Verdict::Unknown;
  double VarianceBefore = N > 1 ? varianceOf(Samples.ValuesBefore)
                                : varianceOf(Samples.ValuesAfter);
  double VarianceAfter =
      M > 1 ? varianceOf(Samples.ValuesAfter) : VarianceBefore;
  double A = VarianceBefore / double(N), B = VarianceAfter / double(M);
  if (A + B == 0)
    return Verdict::Real;
  double Freedom;
  if (N < 2 || M < 2)
    Freedom = double(std::max(N, M) - 1);
  else
    Freedom =
        (A + B) * (A + B) / (A * A / double(N - 1) + B * B / double(M - 1));
  double Limit = gauges::studentQuantile(std::max<size_t>(1, size_t(Freedom))) *
                 std::sqrt(A + B);
  return Difference > Limit ? Verdict::Real : Verdict::Noise;
}

} // namespace memfacet::report
