//===- Baselines.cpp - controls for labels and points ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/Baselines.h"
#include "analysis/study/clustering/KMeans.h"
#include "analysis/support/Hash.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

namespace memfacet::study {

namespace {

/// The different values in order, with sums that give the squared distances of
/// a range from the mean.
class SortedValues {
public:
  SortedValues(std::span<const double> Values, std::span<const double> Weights,
               std::span<const size_t> Order);

  size_t size() const { return Number.size(); }
  /// Returns the sum of weights times squared distances from the mean of
  /// [Begin, End).
  double cost(size_t Begin, size_t End) const {
    double W = WeightSum[End] - WeightSum[Begin];
    double S = Sum[End] - Sum[Begin], Q = Squares[End] - Squares[Begin];
    return W > 0 ? std::max(0.0, Q - S * S / W) : 0;
  }
  /// Returns, in the order of values, which of the different values each one
  /// is.
  const std::vector<uint32_t> &ranks() const { return Rank; }

private:
  std::vector<double> Number;
  std::vector<uint32_t> Rank;
  std::vector<double> WeightSum = {0}, Sum = {0}, Squares = {0};
};

SortedValues::SortedValues(std::span<const double> Values,
                           std::span<const double> Weights,
                           std::span<const size_t> Order) {
  // Around the middle, differences of sums lose less.
  double Origin = Order.empty() ? 0 : Values[Order[Order.size() / 2]];
  for (size_t I : Order) {
    if (Number.empty() || Values[I] != Number.back()) {
      Number.push_back(Values[I]);
      WeightSum.push_back(WeightSum.back());
      Sum.push_back(Sum.back());
      Squares.push_back(Squares.back());
    }
    double Off = Values[I] - Origin;
    WeightSum.back() += Weights[I];
    Sum.back() += Weights[I] * Off;
    Squares.back() += Weights[I] * Off * Off;
    Rank.push_back(uint32_t(Number.size() - 1));
  }
}

/// The least cost of the first values, for a growing number of groups.
class Partition {
public:
  explicit Partition(const SortedValues &Values)
      : Values(Values), Least(Values.size() + 1) {
    for (size_t End = 0; End <= Values.size(); ++End)
      Least[End] = Values.cost(0, End);
  }
  void addGroup() {
    PreviousLeast = std::move(Least);
    Least.assign(Values.size() + 1, 0);
    Begins.emplace_back(Values.size() + 1, 0);
    fill(1, Values.size() + 1, 0, Values.size());
  }
  /// Returns by group where it begins.
  std::vector<size_t> take() const {
    std::vector<size_t> Result;
    size_t End = Values.size();
    for (size_t G = Begins.size(); G-- != 0;) {
      End = Begins[G][End];
      Result.push_back(End);
    }
    Result.push_back(0);
    std::ranges::reverse(Result);
    return Result;
  }

private:
  /// Finds for each end in [LowEnd, HighEnd) the begin of the last group, which
  /// is in [First, Last]. The begin never moves back when the end moves on.
  void fill(size_t LowEnd, size_t HighEnd, size_t First, size_t Last) {
    if (LowEnd >= HighEnd)
      return;
    size_t End = LowEnd + (HighEnd - LowEnd) / 2, Best = First;
    double Cost = std::numeric_limits<double>::infinity();
    for (size_t B = First; B <= std::min(Last, End - 1); ++B)
      if (double C = PreviousLeast[B] + Values.cost(B, End); C < Cost) {
        Cost = C;
        Best = B;
      }
    Least[End] = Cost;
    Begins.back()[End] = uint32_t(Best);
    fill(LowEnd, End, First, Best);
    fill(End + 1, HighEnd, Best, Last);
  }

  const SortedValues &Values;
  std::vector<double> Least, PreviousLeast;  ///< by end
  std::vector<std::vector<uint32_t>> Begins; ///< of groups but the first
};

} // namespace

std::vector<uint32_t> labelsByValue(std::span<const double> Values,
                                    std::span<const double> Weights,
                                    uint32_t Clusters) {
  MEMFACET_CHECK(Clusters != 0, "each value is in a group");
  MEMFACET_CHECK(Values.size() == Weights.size(), "each value has a weight");
  std::vector<size_t> Order(Values.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::ranges::sort(Order, {}, [&](size_t I) { return Values[I]; });
  SortedValues Sorted(Values, Weights, Order);
  Partition P(Sorted);
  for (size_t K = 1; K < std::min<size_t>(Clusters, Sorted.size()); ++K)
    P.addGroup();
  std::vector<size_t> Begins = P.take();
  std::vector<uint32_t> Labels(Values.size());
  for (size_t Index = 0, Group = 0; Index != Order.size(); ++Index) {
    while (Group + 1 < Begins.size() &&
           Begins[Group + 1] <= Sorted.ranks()[Index])
      ++Group;
    Labels[Order[Index]] = uint32_t(Group);
  }
  return Labels;
}

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
  MEMFACET_CHECK(Start >= 0 && Start <= 1,
                 "the first interval is of the first part of the table");
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
  // Numbers intervals in their run, then takes one of each run in turn.
  std::vector<std::tuple<size_t, uint32_t, size_t>> Turns;
  size_t InRun = 0;
  for (size_t Index = 0; Index != Order.size(); ++Index) {
    uint32_t Run = Table.Intervals[Order[Index]].Run;
    InRun = Index != 0 && Table.Intervals[Order[Index - 1]].Run == Run
                ? InRun + 1
                : 0;
    if (InRun >= Skip)
      Turns.emplace_back(InRun, Run, Order[Index]);
  }
  std::ranges::sort(Turns);
  std::vector<size_t> Chosen;
  for (size_t I = 0; I != std::min(Count, Turns.size()); ++I)
    Chosen.push_back(std::get<2>(Turns[I]));
  return weighByInstructions(Table, std::move(Chosen));
}

WeightedInterval singlePoint(const PointSet &Points) {
  MEMFACET_CHECK(Points.size() != 0, "one of them is the point");
  Clustering Single = cluster(Points, {.Clusters = 1});
  return {simulationPoints(Single, {})[0].Interval, 1};
}

} // namespace memfacet::study
