//===- PointEstimate.cpp - estimates of the whole run from points ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/PointEstimate.h"
#include "memfacet/Check.h"
#include <cmath>
#include <map>

namespace memfacet::study {

static double instructionsOf(const IntervalTable &Table) {
  uint64_t Sum = 0;
  for (const IntervalFacts &I : Table.Intervals)
    Sum += I.Instructions;
  return double(Sum);
}

static double ratio(const Metric &M, double Numerator, double Denominator) {
  if (Denominator != 0)
    return Numerator / Denominator;
  return M.value(IntervalFacts{});
}

std::vector<WeightedInterval>
weightedIntervals(const IntervalTable &Table, std::span<const uint32_t> Labels,
                  std::span<const SimulationPoint> Points) {
  MEMFACET_CHECK(Labels.size() <= Table.Intervals.size(),
                 "clusters are those of intervals");
  std::map<uint32_t, uint64_t> ByLabel;
  for (size_t I = 0; I != Labels.size(); ++I)
    ByLabel[Labels[I]] += Table.Intervals[I].Instructions;
  double Whole = 0;
  for (const SimulationPoint &P : Points)
    Whole += double(ByLabel[P.Cluster]);
  std::vector<WeightedInterval> Result;
  for (const SimulationPoint &P : Points)
    Result.push_back({P.Interval, Whole > 0 ? double(ByLabel[P.Cluster]) / Whole
                                            : 1.0 / double(Points.size())});
  return Result;
}

std::vector<WeightedInterval> weightedIntervals(const IntervalTable &Table,
                                                const SpreadPoints &Points) {
  // Treats the intervals of each point as a cluster.
  std::vector<SimulationPoint> Clustered = Points.Points;
  for (size_t I = 0; I != Clustered.size(); ++I)
    Clustered[I].Cluster = uint32_t(I);
  return weightedIntervals(Table, Points.StandIn, Clustered);
}

double estimateOf(const Metric &M, const IntervalTable &Table,
                  std::span<const WeightedInterval> Sample) {
  double Numerator = 0, Denominator = 0;
  for (const WeightedInterval &S : Sample) {
    MEMFACET_CHECK(S.Interval < Table.Intervals.size(),
                   "a sample is one of the table's intervals");
    const IntervalFacts &I = Table.Intervals[S.Interval];
    if (I.Instructions == 0)
      continue;
    Numerator += S.Weight * M.numerator(I) / double(I.Instructions);
    Denominator += S.Weight * M.denominator(I) / double(I.Instructions);
  }
  return ratio(M, Numerator, Denominator);
}

double shareBegunCold(const Metric &M, const IntervalTable &Table,
                      std::span<const WeightedInterval> Sample,
                      std::span<const SimulationPoint> Picked) {
  MEMFACET_CHECK(Sample.size() == Picked.size(),
                 "both have the same intervals in the same order");
  double Cold = 0, All = 0;
  for (size_t Index = 0; Index != Sample.size(); ++Index) {
    const IntervalFacts &I = Table.Intervals[Sample[Index].Interval];
    if (I.Instructions == 0)
      continue;
    double Events = M.Kind == MetricKind::HitRate
                        ? double(I.Levels[M.Level].Misses)
                        : M.numerator(I);
    Events *= Sample[Index].Weight / double(I.Instructions);
    All += Events;
    Cold += Picked[Index].BeginsCold ? Events : 0;
  }
  return All > 0 ? Cold / All : 0;
}

double truthOf(const Metric &M, const IntervalTable &Table) {
  double Numerator = 0, Denominator = 0;
  for (const IntervalFacts &I : Table.Intervals) {
    Numerator += M.numerator(I);
    Denominator += M.denominator(I);
  }
  return ratio(M, Numerator, Denominator);
}

std::vector<MetricEstimate>
estimateMetrics(const IntervalTable &Table,
                std::span<const WeightedInterval> Sample) {
  std::vector<MetricEstimate> All;
  for (const Metric &M : Table.metrics())
    All.push_back({M, estimateOf(M, Table, Sample), truthOf(M, Table)});
  return All;
}

KeyedEstimate
estimateByKey(const IntervalTable &Table,
              std::span<const WeightedInterval> Sample,
              const std::function<KeyedCounts(size_t Interval)> &CountsOf) {
  double Instructions = instructionsOf(Table);
  std::vector<double> Scale(Table.Intervals.size());
  for (const WeightedInterval &S : Sample)
    if (uint64_t Length = Table.Intervals[S.Interval].Instructions)
      Scale[S.Interval] += S.Weight * Instructions / double(Length);
  std::map<uint64_t, KeyEstimate> ByKey;
  for (size_t I = 0; I != Table.Intervals.size(); ++I)
    for (auto [Key, Count] : CountsOf(I)) {
      KeyEstimate &K = ByKey[Key];
      K.Key = Key;
      K.Estimate += Scale[I] * double(Count);
      K.Truth += Count;
    }
  KeyedEstimate Result;
  double Off = 0, Whole = 0;
  for (const auto &[Key, K] : ByKey) {
    Off += std::abs(K.Estimate - double(K.Truth));
    Whole += double(K.Truth);
    Result.Keys.push_back(K);
  }
  // Counts are not negative: where their sum is 0, so is every estimate.
  Result.Error = Whole > 0 ? Off / Whole : 0;
  return Result;
}

} // namespace memfacet::study
