//===- ChooseClusters.cpp - chooses the number of clusters ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/clustering/ChooseClusters.h"
#include "analysis/support/Hash.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <numbers>
#include <thread>

namespace memfacet::study {

double informationCriterion(const Clustering &C, double LeastVariance) {
  auto N = double(C.Labels.size()), D = double(C.Dimensions);
  auto K = double(C.Clusters);
  double Variance = std::max(C.Distortion / D, LeastVariance);
  double Entropy = 0;
  for (double W : C.Weights)
    Entropy += W > 0 ? W * std::log(W) : 0;
  double Likelihood =
      N * (-D / 2 * (std::log(2 * std::numbers::pi * Variance) + 1) + Entropy);
  return Likelihood - (K - 1 + K * D + 1) / 2 * std::log(N);
}

namespace {

/// Returns \p Most of the points, chosen at random with equal probability; all
/// where there are no more.
PointSet sampleOf(const PointSet &Points, size_t Most, uint64_t Seed) {
  if (Most == 0 || Most >= Points.size())
    return Points;
  PointSet Sample(Points.dimensions());
  SeededRandom Random(mixBits(Seed) + 1);
  size_t Wanted = Most;
  for (size_t I = 0; I != Points.size(); ++I)
    if (Random.below(Points.size() - I) < Wanted) {
      Sample.add(Points.point(I), Points.weight(I));
      --Wanted;
    }
  return Sample;
}

/// Returns the mean of the coordinates' variances.
double varianceOf(const PointSet &Points) {
  std::vector<float> Center(Points.dimensions());
  std::vector<double> Sum(Points.dimensions());
  double Weights = 0;
  for (size_t I = 0; I != Points.size(); ++I) {
    for (size_t D = 0; D != Sum.size(); ++D)
      Sum[D] += Points.weight(I) * double(Points.row(I)[D]);
    Weights += Points.weight(I);
  }
  for (size_t D = 0; D != Sum.size() && Weights > 0; ++D)
    Center[D] = float(Sum[D] / Weights);
  Clustering All =
      measured(Points, Center, std::vector<uint32_t>(Points.size()));
  return All.Distortion / double(std::max<size_t>(Points.dimensions(), 1));
}

class Search {
public:
  Search(const PointSet &Points, const ChooseOptions &Options)
      : Points(Points), Options(Options) {
    if (Options.Resolution > 0)
      LeastVariance =
          std::max(LeastVariance, Options.Resolution * Options.Resolution *
                                      varianceOf(Points));
  }

  void tryAll(const std::vector<uint32_t> &Numbers);
  void halve();
  Choice finish();

private:
  struct Trial {
    Clustering Result;
    double Criterion = 0;
  };
  const Trial &chosen() const;
  bool isEnough(double Criterion) const;

  const PointSet &Points;
  const ChooseOptions &Options;
  double LeastVariance = 1e-20;
  std::map<uint32_t, Trial> ByClusters;
};

/// Clusters with each of \p Numbers and several seeds, in parallel; keeps the
/// best of each number.
void Search::tryAll(const std::vector<uint32_t> &Numbers) {
  struct Job {
    uint32_t Clusters, Seed;
    Clustering Result;
  };
  std::vector<Job> Jobs;
  // The longest first.
  for (size_t I = Numbers.size(); I-- != 0;)
    for (uint32_t S = 0; S != std::max(1u, Options.Seeds); ++S)
      if (!ByClusters.contains(Numbers[I]))
        Jobs.push_back({Numbers[I], S, {}});
  std::atomic<size_t> Next = 0;
  auto Work = [&] {
    for (size_t I; (I = Next++) < Jobs.size();) {
      Jobs[I].Result =
          cluster(Points, {Jobs[I].Clusters,
                           mixBits(Options.Seed) + Jobs[I].Clusters * 1000 +
                               Jobs[I].Seed,
                           Options.First, Options.MostIterations});
      if (Options.Progress)
        ++*Options.Progress;
    }
  };
  {
    std::vector<std::jthread> Helpers;
    for (unsigned I = 1; I < std::min<size_t>(Options.Threads, Jobs.size());
         ++I)
      Helpers.emplace_back(Work);
    Work();
  }
  for (Job &J : Jobs) {
    double Criterion = informationCriterion(J.Result, LeastVariance);
    auto [Entry, IsNew] = ByClusters.try_emplace(J.Clusters);
    if (IsNew || Criterion > Entry->second.Criterion)
      Entry->second = {std::move(J.Result), Criterion};
  }
}

bool Search::isEnough(double Criterion) const {
  auto [Least, Most] = std::minmax_element(
      ByClusters.begin(), ByClusters.end(), [](const auto &A, const auto &B) {
        return A.second.Criterion < B.second.Criterion;
      });
  double Worst = Least->second.Criterion, Best = Most->second.Criterion;
  return Criterion >= Worst + Options.Threshold * (Best - Worst);
}

const Search::Trial &Search::chosen() const {
  for (const auto &[Clusters, T] : ByClusters)
    if (isEnough(T.Criterion))
      return T;
  return ByClusters.rbegin()->second; // not reached: the best one is enough
}

void Search::halve() {
  uint32_t Low = 1, High = Options.MostClusters;
  while (High - Low > 1) {
    uint32_t Middle = (Low + High) / 2;
    tryAll({Middle});
    auto Less = [](const auto &A, const auto &B) {
      return A.second.Criterion < B.second.Criterion;
    };
    auto Worst = std::min_element(ByClusters.begin(), ByClusters.end(), Less);
    auto Best = std::max_element(ByClusters.begin(), ByClusters.end(), Less);
    bool Grows = Best->first > Worst->first;
    if (Grows && !isEnough(ByClusters.at(Middle).Criterion))
      Low = Middle;
    else
      High = Middle;
  }
}

Choice Search::finish() {
  Choice Result;
  for (const auto &[Clusters, T] : ByClusters)
    Result.Scores.push_back({Clusters, T.Criterion, T.Result.Distortion});
  Result.Best = chosen().Result;
  return Result;
}

} // namespace

Choice chooseClusters(const PointSet &Points, const ChooseOptions &Options) {
  MEMFACET_CHECK(Points.size() != 0, "one cluster has a point");
  MEMFACET_CHECK(Options.MostClusters != 0, "each point is in a cluster");
  MEMFACET_CHECK(std::ranges::is_sorted(Options.ClusterCounts),
                 "the first that is good enough is the least");
  PointSet Sample = sampleOf(Points, Options.Sample, Options.Seed);
  Search S(Sample, Options);
  std::vector<uint32_t> Numbers = Options.ClusterCounts;
  if (Numbers.empty() && Options.Sweep)
    for (uint32_t K = 1; K <= Options.MostClusters; ++K)
      Numbers.push_back(K);
  if (!Numbers.empty()) {
    S.tryAll(Numbers);
  } else {
    std::vector<uint32_t> First = {1, (Options.MostClusters + 1) / 2,
                                   Options.MostClusters};
    First.erase(std::unique(First.begin(), First.end()), First.end());
    S.tryAll(First);
    S.halve();
  }
  Choice Result = S.finish();
  if (Sample.size() != Points.size())
    Result.Best = assignAll(Points, Result.Best);
  return Result;
}

} // namespace memfacet::study
