//===- PlantedRun.h - a profile of made-up intervals ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_PLANTEDRUN_H
#define MEMFACET_TEST_SUPPORT_PLANTEDRUN_H

#include "analysis/result/profile/Profile.h"
#include "analysis/result/store/StreamStore.h"
#include "test/support/Wings.h"
#include <algorithm>
#include <optional>

namespace memfacet::test {

/// What an interval of the profile is.
struct PlantedInterval {
  uint32_t Thread = 0;
  uint32_t Number = 0;
  uint32_t Phase = 0;
  uint64_t Instructions = 1000;
  /// Misses of the second level; none: those of the phase.
  std::optional<uint64_t> SecondMisses = {};
};

/// Returns a profile with intervals of 1000 instructions. Phase p executes
/// block p + 1 only, in function "f<p>", loads one line in row p of the
/// picture, misses 10 (p + 1) times in structure p, and takes 1000 (p + 1)
/// cycles.
inline Profile plantedRun(const std::vector<PlantedInterval> &Intervals,
                          uint32_t Phases) {
  Profile P;
  P.Program = "planted";
  P.IntervalInstructions = 1000;
  P.Caches = {
      "custom", "spec", 64, {{"L1", 1024, 2, false}, {"L2", 4096, 2, false}}};
  P.Core.Name = P.Core.Spec = "made-up";
  P.Vectors.Source = BlockSource::Recorded;
  P.Signatures.Shape.Rows = 16, P.Signatures.Shape.Modulo = 1024;
  P.Signatures.Shape.Columns = 4;
  for (uint32_t Phase = 0; Phase != Phases; ++Phase) {
    P.Vectors.Blocks.push_back(
        {Phase + 1, Phase, "f" + std::to_string(Phase), "a.c", Phase + 10, 10});
    Structure S{};
    S.Kind = StructureKind::Heap;
    S.Name = "s" + std::to_string(Phase);
    P.Structures.push_back(S);
  }
  StreamStore Counts(countedMeasures(2)), Core({Measure::Cycles});
  std::map<uint32_t, uint64_t> Clocks;
  uint64_t Process = 0;
  for (const PlantedInterval &I : Intervals) {
    uint64_t Factor = I.Phase + 1;
    StreamStore::Moment Position{I.Thread, I.Number, uint32_t(Process / 1000)};
    uint64_t *Values = Counts.at(Position, StructureId(I.Phase));
    Values[0] = 100;         // accesses
    Values[2] = 100;         // touches of the first level
    Values[3] = 20 * Factor; // misses of the first level
    Values[6] = 20 * Factor; // accesses to the second level
    Values[7] = I.SecondMisses.value_or(10 * Factor);
    *Core.at(Position, {}) = I.Instructions * Factor;
    uint64_t &Clock = Clocks[I.Thread];
    P.Signatures.Places.push_back({I.Thread, I.Number, Clock, I.Instructions,
                                   Process, Process + I.Instructions,
                                   Clock * Factor,
                                   (Clock + I.Instructions) * Factor});
    Clock += I.Instructions, Process += I.Instructions;
    P.Vectors.Intervals.push_back(
        {I.Thread, I.Number, I.Instructions,
         packCounts(std::vector{BlockCount{I.Phase, I.Instructions / 10}})});
    std::vector<BlockCount> Dots;
    for (uint32_t Column = 0; Column != 4; ++Column)
      Dots.push_back({Column * 16 + I.Phase, 25});
    P.Signatures.Vectors.push_back({SignatureKind::Image, I.Thread, I.Number});
    setCounts(P.Signatures.Vectors.back(), packCounts(Dots));
  }
  auto ByPlace = [](const auto &X) { return std::pair(X.Thread, X.Interval); };
  std::ranges::sort(P.Signatures.Places, {}, ByPlace);
  std::ranges::sort(P.Signatures.Vectors, {}, ByPlace);
  std::ranges::sort(P.Vectors.Intervals, {}, ByPlace);
  Counts.fill(P.Streams), Core.fill(P.Streams);
  P.Streams.sort();
  return P;
}

} // namespace memfacet::test

#endif
