//===- MissRanges.cpp - what gaps leave open of misses --------------------===//

#include "analysis/sample/MissRanges.h"
#include <numeric>

namespace memfacet {

static double touches(const SetDistanceCounts &C) {
  auto Sum = [](const std::vector<uint64_t> &V) {
    return double(std::accumulate(V.begin(), V.end(), uint64_t(0)));
  };
  return double(C.Missed) + Sum(C.Found) + Sum(C.Open);
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
