//===- Noise.cpp - is a difference more than runs differ by themselves? ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/diff/Noise.h"
#include "analysis/gauges/sample/StudentQuantile.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace memfacet {
namespace {

double meanOf(const std::vector<double> &Of) {
  return std::accumulate(Of.begin(), Of.end(), 0.0) / double(Of.size());
}

/// Of a sample of at least two.
double varianceOf(const std::vector<double> &Of) {
  double Mean = meanOf(Of), Sum = 0;
  for (double V : Of)
    Sum += (V - Mean) * (V - Mean);
  return Sum / double(Of.size() - 1);
}

} // namespace

uint64_t rounded(double Mean) { return uint64_t(std::llround(Mean)); }

double TwoSamples::meanBefore() const { return meanOf(Before); }
double TwoSamples::meanAfter() const { return meanOf(After); }

/// Of the difference, in the direction of less difference.
static double errorOfEstimates(const TwoSamples &Of) {
  if (!Of.Estimates)
    return 0;
  auto [Before, After] = *Of.Estimates;
  double A = Of.meanBefore(), B = Of.meanAfter();
  return A < B ? std::hypot(Before.High - A, B - After.Low)
               : std::hypot(A - Before.Low, After.High - B);
}

Verdict judge(const TwoSamples &Of) {
  double Difference = std::abs(Of.meanAfter() - Of.meanBefore());
  size_t N = Of.Before.size(), M = Of.After.size();
  if (Difference == 0)
    return Verdict::Same;
  if (Difference <= errorOfEstimates(Of))
    return Verdict::Unsure;
  if (N < 2 && M < 2)
    return Verdict::Unknown;
  double Own = N > 1 ? varianceOf(Of.Before) : varianceOf(Of.After);
  double Other = M > 1 ? varianceOf(Of.After) : Own;
  double A = Own / double(N), B = Other / double(M);
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

} // namespace memfacet
