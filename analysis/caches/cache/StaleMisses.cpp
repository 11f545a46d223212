//===- StaleMisses.cpp - misses of sets that were not seen for a while ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/cache/StaleMisses.h"
#include "memfacet/Check.h"

namespace memfacet::caches {

/// Returns the part of the stale misses that is true, if it is \p Expected as
/// long as little is known.
double StaleMisses::Tally::ratio(double Expected) const {
  constexpr double KnownMisses = 8;
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

void StaleMisses::correct(std::vector<Miss> &Misses, size_t Begin) {
  MEMFACET_CHECK(Begin <= Misses.size(), "the misses before stay as they are");
  if (All.True == All.Stale)
    return;
  Corrected.clear();
  double Mean = All.ratio(1);
  for (size_t I = Begin; I != Misses.size(); ++I) {
    Tally &T = tallyOf(Misses[I]);
    for (T.Rest += T.ratio(Mean); T.Rest >= 1; --T.Rest)
      Corrected.push_back(Misses[I]);
  }
  Misses.resize(Begin);
  Misses.insert(Misses.end(), Corrected.begin(), Corrected.end());
}

} // namespace memfacet::caches
