//===- StaleMisses.cpp - misses of sets that were not seen for a while ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/StaleMisses.h"
#include <algorithm>

namespace memfacet::caches {

/// Returns the part of the stale misses that is true: all, if none is known.
double StaleMisses::ratio(const Tally &T) {
  return std::min((T.True + 1) / (T.Stale + 1), 1.0);
}

StaleMisses::Tally &StaleMisses::tallyOf(const Miss &M) {
  size_t Structure = M.structure().Value;
  if (Structure >= ByStructure.size())
    ByStructure.resize(Structure + Structure / 2 + 1);
  return ByStructure[Structure];
}

void StaleMisses::learn(std::span<const Miss> True,
                        std::span<const Miss> Stale) {
  // Older misses count less and less.
  constexpr double MostKept = 128;
  for (const Miss &M : Stale)
    if (Tally &T = tallyOf(M); T.Stale > MostKept)
      T = {T.True / 2, T.Stale / 2};
  for (const Miss &M : True)
    ++tallyOf(M).True;
  for (const Miss &M : Stale)
    ++tallyOf(M).Stale;
}

void StaleMisses::correct(std::span<const Miss> Stale, TurnWeights &Weights,
                          std::vector<Miss> &Misses,
                          std::vector<Miss> &Uncounted) {
  // libstdc++'s distribution computes a logarithm for each number.
  constexpr auto Least = decltype(Random)::min(),
                 Most = decltype(Random)::max();
  auto Chance = [&] { return double(Random() - Least) / double(Most - Least); };
  // Whether one of a number of misses counts, of which \p Part count.
  auto Draw = [&](double Part) { return Part >= 1 || Chance() < Part; };
  for (const Miss &M : Stale) {
    if (!Draw(ratio(tallyOf(M)))) {
      Uncounted.push_back(M);
      continue;
    }
    Weights.addMiss(M.structure().Value);
    double Factor = Weights.factor(M.structure().Value);
    if (Draw(Factor))
      Misses.push_back(M);
    if (Factor > 1 && Draw(Factor - 1))
      Misses.push_back(M);
  }
}

} // namespace memfacet::caches
