//===- WholeProfiles.h - profiles of each kind that violate nothing -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_UNIT_CHECK_WHOLEPROFILES_H
#define MEMFACET_TEST_UNIT_CHECK_WHOLEPROFILES_H

#include "test/support/ConsistentProfile.h"

namespace memfacet::test {

inline constexpr uint32_t Table = ConsistentProfile::Table;

inline Profile whole() { return ConsistentProfile().P; }
inline Profile withTlb() {
  return ConsistentProfile("L1=64K,full;L2=128K,8;tlb=8,2;tlb=64,full").P;
}
inline Profile merged() {
  Profile P = whole();
  P.Ranks = {{"0", 0, 7}, {"1", 1, 8}};
  return P;
}
inline Profile part() {
  Profile P = whole();
  P.Shard = {0,
             2,
             "job",
             {{0, "a", "L1=1K,2"}},
             {{0, StructureId(Table), 0, 9, 3, 1}},
             {{0, 1, 0, 5, 3, 2}, {0, 1, 1, 4, 1, 0}},
             {{0, 1, 70, 90}},
             10,
             20};
  return P;
}
/// One line in two at the end.
inline Profile someLines() {
  Profile P = whole();
  P.Lines.Stretches = {{0, 0}, {10, 1}};
  Counts Total = P.total();
  auto Interval = [](const Counts &C) {
    std::vector<MissInterval> All;
    for (const LevelCounts &L : C.Levels)
      All.push_back({L.Misses / 2, L.Misses + 1});
    return All;
  };
  P.Lines.Total = Interval(Total);
  for (const Structure &S : P.Structures)
    P.Lines.ByStructure.push_back(Interval(S.Total));
  return P;
}
inline Profile sampledBlocks() {
  Profile P = whole();
  P.Vectors.Source = BlockSource::Sampled;
  P.Vectors.Samples = 150, P.Vectors.OutsideSamples = 10;
  return P;
}

} // namespace memfacet::test

#endif
