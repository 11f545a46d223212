//===- MissRanges.cpp - what gaps leave open of misses --------------------===//

#include "analysis/sample/MissRanges.h"
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

double touches(const SetDistanceCounts &C) {
  auto Sum = [](const std::vector<uint64_t> &V) {
    return double(std::accumulate(V.begin(), V.end(), uint64_t(0)));
  };
  return double(C.Missed) + Sum(C.Found) + Sum(C.Open);
}

} // namespace

Range missChance(const SetDistanceCounts &C) {
  double Touches = touches(C);
  if (Touches == 0)
    return {0, 1};
  double Low = openMisses(C, Touches, Unseen, OpenTouchesDiffer);
  double High = openMisses(C, Touches, 0, 1 / OpenTouchesDiffer);
  return {(double(C.Missed) + Low) / Touches,
          (double(C.Missed) + High) / Touches};
}

Range MissRanges::misses(uint32_t Structure, size_t Level,
                         const Range &Before) const {
  auto Its = Counts.find(Structure);
  if (Its == Counts.end())
    return {};
  const SetDistanceCounts &C = Its->second[Level];
  Range Chance = missChance(C);
  Range Reaching = Before;
  if (Level == 0)
    Reaching.Low = Reaching.High = touches(C) * Factor;
  return {Reaching.Low * Chance.Low, Reaching.High * Chance.High};
}

Range shareOf(const Range &One, const Range &Others) {
  auto Share = [](double Of, double Rest) {
    return Of + Rest > 0 ? Of / (Of + Rest) : 0;
  };
  return {Share(One.Low, Others.High), Share(One.High, Others.Low)};
}

} // namespace memfacet
