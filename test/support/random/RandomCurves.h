//===- RandomCurves.h - random miss curves --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_RANDOM_RANDOMCURVES_H
#define MEMFACET_TEST_SUPPORT_RANDOM_RANDOMCURVES_H

#include "analysis/result/profile/MissCurves.h"
#include "test/support/Wings.h"
#include <random>

namespace memfacet::test {

inline CurveIntervals randomCurveIntervals(uint64_t Seed) {
  std::mt19937_64 Generator(Seed);
  CurveIntervals Intervals;
  for (size_t B = 0, End = Generator() % 3 * (Generator() % 99); B < End; ++B)
    if (B != 0 && Generator() % 2 == 0)
      Intervals.push_back(Intervals.back());
    else
      Intervals.push_back({Generator() >> 2, Generator() >> 2});
  return Intervals;
}

/// Returns the curves of some of \p Structures structures, in all scopes.
template <typename Number>
MissCurves randomCurves(std::mt19937_64 &Random, uint32_t Structures,
                        Number number) {
  MissCurves Result;
  for (CurveScope Scope : CurveScopes) {
    uint64_t Samples = number();
    Result.Totals.push_back({Scope, Samples, randomCurveIntervals(number())});
    for (uint32_t S = 0; S != Structures; ++S) {
      if (Random() % 3 == 0)
        continue;
      MissCurve C{Scope, StructureId(S), number(), {}, number()};
      C.Intervals = randomCurveIntervals(number());
      for (size_t B = 0, End = Random() % DistanceBuckets; B < End; ++B)
        C.Reuses.push_back(Random() % 2 * number());
      if (!C.Reuses.empty())
        C.Reuses.back() |= 1; // no zeros at the end
      Result.Curves.push_back(std::move(C));
    }
  }
  return Result;
}

} // namespace memfacet::test

#endif
