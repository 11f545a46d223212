//===- ChooseByError.cpp - as many clusters as metrics need ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/ChooseByError.h"
#include "analysis/study/points/Scores.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <utility>

namespace memfacet::study {

static StratifiedSample sampleOf(const Clustering &C,
                                 const ErrorOptions &Options) {
  if (Options.PerPhase > 1)
    return samplePhases(C.Labels, Options.PerPhase, Options.Seed);
  return samplePoints(C.Labels, simulationPoints(C, Options.Points));
}

static ErrorTrial tryOut(const Clustering &C, const StratifiedSample &Sample,
                         const IntervalTable &Table,
                         const std::vector<Metric> &Metrics) {
  ErrorTrial Trial{C.Clusters, Sample.size(), informationCriterion(C), {}, 0};
  for (const Metric &M : Metrics) {
    MetricTrial &T = Trial.Metrics.emplace_back();
    T.Estimate = estimateByPhases(M, Table, C.Labels, Sample);
    T.Reduction = scoreLabels(Table, M, C.Labels).reduction();
    Trial.Error = std::max(Trial.Error, T.Estimate.relativeHalfWidth());
  }
  return Trial;
}

ErrorChoice chooseByError(const PointSet &Points, const IntervalTable &Table,
                          const ErrorOptions &Options) {
  MEMFACET_CHECK(Points.size() != 0 && Points.size() == Table.Intervals.size(),
                 "both are of the same intervals");
  std::vector<Metric> Metrics = Options.Metrics;
  if (Metrics.empty())
    Metrics = Table.metrics();
  std::vector<uint32_t> Numbers = Options.Clusters.ClusterCounts;
  if (Numbers.empty())
    for (uint32_t K = 1; K <= Options.Clusters.MostClusters; ++K)
      Numbers.push_back(K);
  ErrorChoice Result;
  for (uint32_t K : Numbers) {
    ChooseOptions Single = Options.Clusters;
    Single.ClusterCounts = {K};
    Clustering C = chooseClusters(Points, Single).Best;
    StratifiedSample Sample = sampleOf(C, Options);
    ErrorTrial Trial = tryOut(C, Sample, Table, Metrics);
    bool IsEnough = Trial.Error <= Options.Wanted;
    bool IsBetter =
        Result.Trials.empty() ||
        (!Result.Reached &&
         (IsEnough || Trial.Error < Result.Trials[Result.Chosen].Error));
    if (IsBetter) {
      Result.Best = std::move(C);
      Result.Sample = std::move(Sample);
      Result.Chosen = Result.Trials.size();
      Result.Reached = IsEnough;
    }
    Result.Trials.push_back(std::move(Trial));
  }
  return Result;
}

} // namespace memfacet::study
