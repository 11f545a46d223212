//===- Baselines.cpp - what points must be better than --------------------===//

#include "analysis/points/Baselines.h"
#include "analysis/clustering/KMeans.h"
#include "analysis/support/Hash.h"
#include <algorithm>
#include <numeric>
#include <tuple>

namespace memfacet {

std::vector<uint32_t> shuffledLabels(std::span<const uint32_t> Labels,
                                     uint64_t Seed) {
  std::vector<uint32_t> Shuffled(Labels.begin(), Labels.end());
  SeededRandom Random(mixBits(Seed) + 2);
  for (size_t Left = Shuffled.size(); Left > 1; --Left)
    std::swap(Shuffled[Left - 1], Shuffled[Random.below(Left)]);
  return Shuffled;
}

static std::vector<WeightedInterval>
weighByInstructions(const IntervalTable &Table, std::vector<size_t> Chosen) {
  std::ranges::sort(Chosen);
  double Whole = 0;
  for (size_t I : Chosen)
    Whole += double(Table.Intervals[I].Instructions);
  std::vector<WeightedInterval> Sample;
  for (size_t I : Chosen)
    Sample.push_back({I, Whole > 0
                             ? double(Table.Intervals[I].Instructions) / Whole
                             : 1.0 / double(Chosen.size())});
  return Sample;
}

std::vector<WeightedInterval> randomSample(const IntervalTable &Table,
                                           size_t Count, uint64_t Seed) {
  size_t All = Table.Intervals.size(), Wanted = std::min(Count, All);
  SeededRandom Random(mixBits(Seed) + 3);
  std::vector<size_t> Chosen;
  for (size_t I = 0; I != All; ++I)
    if (Random.below(All - I) < Wanted - Chosen.size())
      Chosen.push_back(I);
  return weighByInstructions(Table, std::move(Chosen));
}

std::vector<WeightedInterval> systematicSample(const IntervalTable &Table,
                                               size_t Count, double Start) {
  size_t All = Table.Intervals.size(), Wanted = std::min(Count, All);
  std::vector<size_t> Chosen;
  for (size_t I = 0; I != Wanted; ++I)
    Chosen.push_back(std::min(
        All - 1, size_t((double(I) + Start) * double(All) / double(Wanted))));
  return weighByInstructions(Table, std::move(Chosen));
}

std::vector<WeightedInterval> firstIntervals(const IntervalTable &Table,
                                             size_t Count, size_t Skip) {
  std::vector<size_t> Order(Table.Intervals.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::ranges::sort(Order, {}, [&](size_t I) {
    const IntervalFacts &F = Table.Intervals[I];
    return std::tuple(F.Run, F.ProcessBegin, I);
  });
  // The number of each in its run; then one of each run after the other.
  std::vector<std::tuple<size_t, uint32_t, size_t>> Turns;
  size_t InRun = 0;
  for (size_t At = 0; At != Order.size(); ++At) {
    uint32_t Run = Table.Intervals[Order[At]].Run;
    InRun =
        At != 0 && Table.Intervals[Order[At - 1]].Run == Run ? InRun + 1 : 0;
    if (InRun >= Skip)
      Turns.emplace_back(InRun, Run, Order[At]);
  }
  std::ranges::sort(Turns);
  std::vector<size_t> Chosen;
  for (size_t I = 0; I != std::min(Count, Turns.size()); ++I)
    Chosen.push_back(std::get<2>(Turns[I]));
  return weighByInstructions(Table, std::move(Chosen));
}

WeightedInterval singlePoint(const PointSet &Points) {
  Clustering One = cluster(Points, {.Clusters = 1});
  return {simulationPoints(One, {})[0].Interval, 1};
}

} // namespace memfacet
