//===- WindowError.cpp - how sure a number from windows is ----------------===//

#include "analysis/sample/WindowError.h"
#include "analysis/sample/PoissonLimits.h"
#include "analysis/sample/RatioEstimate.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace memfacet {

uint32_t millionths(double Value) {
  // Beyond a thousand times the count nobody cares.
  return uint32_t(std::llround(std::min(Value * 1e6, 1e9)));
}

static double sum(std::span<const double> V) {
  return std::accumulate(V.begin(), V.end(), 0.0);
}

double WindowedCount::guess() const {
  return (Part > 0 ? sum(Of) / Part : 0) + Extra;
}

double WindowedCount::allGuess() const {
  return (Part > 0 ? sum(All) / Part : 0) + AllExtra;
}

SampledError windowError(const WindowedCount &C) {
  SampledError E;
  auto N = double(C.Of.size());
  double Guess = C.guess(), All = C.allGuess();
  if (C.Part >= 1 || (N > 0 && All <= 0)) {
    E.SharePpm = 0;
    if (Guess > 0)
      E.CountPpm = 0;
    return E;
  }
  if (N < 2)
    return E;
  double Share = (N * Guess / All + 0.5) / (N + 1);
  double AtEnds = NormalQuantile * std::sqrt(1 - C.Part) / N;
  double Unseen = 1 - std::pow(0.025, 1 / N);
  double Seen = sum(C.Of) / C.Part;
  double Half = Seen > 0 ? ratioOf(C.Of, C.All, C.Part).HalfWidth : Unseen;
  double OfEnds = AtEnds * std::sqrt(Share * (1 - Share));
  E.SharePpm = millionths(std::min(std::hypot(Half, OfEnds), 1.0));
  if (Guess <= 0)
    return E;
  double Of = Unseen * All / Guess;
  if (Seen > 0) {
    Ratio R = ratioOf(C.Of, C.Words, C.Part);
    Of = R.HalfWidth / R.Value * Seen / Guess;
  }
  E.CountPpm = millionths(std::hypot(
      Of, AtEnds * std::sqrt((1 - Share) / Share), AtEnds / NormalQuantile));
  return E;
}

} // namespace memfacet
