//===- StaleMisses.cpp - misses of sets that were not seen for a while ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/StaleMisses.h"

namespace memfacet::caches {

/// Returns the part of the stale misses that is true, if it is \p Expected as
/// long as little is known.
double StaleMisses::Tally::ratio(double Expected) const {
  constexpr double KnownMisses = 1;
  return (True + KnownMisses * Expected) / (Stale + KnownMisses);
}

StaleMisses::Tally &StaleMisses::tallyOf(const Miss &M) {
  size_t Structure = M.structure().Value;
  if (Structure >= ByStructure.size())
    ByStructure.resize(Structure + Structure / 2 + 1);
  return ByStructure[Structure];
}

void StaleMisses::learn(std::span<const Miss> True,
                        std::span<const Miss> Stale) {
  All.True += double(True.size());
  All.Stale += double(Stale.size());
  for (const Miss &M : True)
    ++tallyOf(M).True;
  for (const Miss &M : Stale)
    ++tallyOf(M).Stale;
}

void StaleMisses::correct(std::span<const Miss> Stale,
                          std::vector<Miss> &Misses) {
  double Mean = All.ratio(Expected);
  for (const Miss &M : Stale) {
    Tally &T = tallyOf(M);
    for (T.Rest += T.ratio(Mean); T.Rest >= 1; --T.Rest)
      Misses.push_back(M);
  }
}

} // namespace memfacet::caches
