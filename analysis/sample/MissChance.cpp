//===- MissChance.cpp - how many touches miss, from open ones too ---------===//

#include "analysis/sample/MissChance.h"
#include <cmath>
#include <numeric>

namespace memfacet {

namespace {

/// So many touches may be otherwise than those that were seen.
constexpr double Unseen = 2;

/// What open touches add to the misses if \p Found of the Unseen touches were
/// found.
double openMisses(const SetDistanceCounts &C, double Touches, double Found,
                  double Power) {
  double AtRisk = Touches, Chance = 1;
  // The chance of those that are open at each distance falls from there on: it
  // is the last product over the one that had been reached.
  std::vector<double> Reached;
  for (size_t D = 0; D != C.Found.size(); ++D) {
    Reached.push_back(Chance);
    AtRisk -= double(C.Open[D]);
    Chance *= 1 - (double(C.Found[D]) + Found) / (AtRisk + Unseen);
    AtRisk -= double(C.Found[D]);
  }
  double Misses = 0;
  for (size_t D = 0; D != C.Open.size(); ++D)
    if (C.Open[D] != 0 && Reached[D] > 0)
      Misses += double(C.Open[D]) * std::pow(Chance / Reached[D], Power);
  return Misses;
}

} // namespace

Range missChance(const SetDistanceCounts &C) {
  double Touches =
      double(C.Missed) +
      double(std::accumulate(C.Found.begin(), C.Found.end(), uint64_t(0))) +
      double(std::accumulate(C.Open.begin(), C.Open.end(), uint64_t(0)));
  if (Touches == 0)
    return {0, 1};
  double Low = openMisses(C, Touches, Unseen, OpenTouchesDiffer);
  double High = openMisses(C, Touches, 0, 1 / OpenTouchesDiffer);
  return {(double(C.Missed) + Low) / Touches,
          (double(C.Missed) + High) / Touches};
}

} // namespace memfacet
