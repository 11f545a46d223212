//===- PlantedIntervals.h - intervals with known phases -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_PLANTEDINTERVALS_H
#define MEMFACET_TEST_SUPPORT_PLANTEDINTERVALS_H

#include "analysis/study/clustering/PointSet.h"
#include "analysis/study/points/IntervalTable.h"
#include "test/support/Wings.h"
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace memfacet::test {

/// The intervals of a run of one thread, in phases, in random order. Each phase
/// has its own cycles per instruction and hit rate, around which intervals
/// vary.
struct PlantedIntervals {
  IntervalTable Table;
  std::vector<uint32_t> Truth; ///< by interval
  PointSet Points{2};          ///< near the centre of the phase

  /// \p Noise: standard deviation of an interval's rates, as a share of the
  /// phase's. \p Uneven: intervals are of different lengths.
  PlantedIntervals(size_t Count, uint32_t Phases, double Noise, unsigned Seed,
                   bool Uneven = false) {
    std::mt19937_64 Random(Seed);
    std::normal_distribution<double> Variation(1, Noise);
    std::normal_distribution<double> Jitter(0, 0.01);
    Table.Runs = 1;
    Table.Levels = 1;
    Table.HasCycles = true;
    uint64_t Start = 0;
    for (size_t I = 0; I != Count; ++I) {
      // Each phase has at least one interval.
      uint32_t P = I < Phases ? uint32_t(I) : uint32_t(Random() % Phases);
      IntervalFacts F;
      F.Interval = uint32_t(I);
      F.Start = F.ProcessBegin = Start;
      F.Instructions = Uneven ? 50'000 + Random() % 100'000 : 100'000;
      F.ProcessEnd = Start += F.Instructions;
      auto Length = double(F.Instructions);
      double Varies = std::clamp(Variation(Random), 0.1, 1.9);
      F.Cycles = uint64_t(Length * (1 + P) * Varies);
      F.Levels[0].Accesses = uint64_t(Length * (0.2 + 0.05 * P));
      F.Levels[0].Misses = uint64_t(double(F.Levels[0].Accesses) * 0.4 /
                                    (1 + P) * std::clamp(Varies, 0.5, 1.5));
      Table.Intervals.push_back(F);
      Truth.push_back(P);
      float Point[] = {float(P + Jitter(Random)),
                       float(P % 2 + Jitter(Random))};
      Points.add(Point, Length);
    }
  }
};

} // namespace memfacet::test

#endif
