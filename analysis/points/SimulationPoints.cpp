//===- SimulationPoints.cpp - which intervals to simulate -----------------===//

#include "analysis/points/SimulationPoints.h"
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace memfacet {

namespace {

/// The points of one cluster, nearest first, then in their order.
using Members = std::vector<size_t>;

std::vector<Members> membersOf(const Clustering &C) {
  std::vector<Members> ByCluster(C.Clusters);
  for (size_t I = 0; I != C.Labels.size(); ++I)
    ByCluster[C.Labels[I]].push_back(I);
  for (Members &M : ByCluster)
    std::ranges::sort(M, {},
                      [&](size_t I) { return std::pair(C.Distances[I], I); });
  return ByCluster;
}

/// Whose point before the nearest one is taken in its place, if any.
size_t earlier(const Clustering &C, const Members &M,
               const PointOptions &Options) {
  double Most = std::sqrt(C.Distances[M.front()]) +
                Options.EarlyShare * std::sqrt(C.Distances[M.back()]);
  size_t Best = M.front();
  for (size_t I : M) {
    if (I >= M.front() || std::sqrt(C.Distances[I]) > Most)
      continue;
    // M has the nearest first.
    if (Options.Early == EarlyPoints::Closest)
      return I;
    Best = std::min(Best, I);
  }
  return Best;
}

/// Clusters, the heaviest first, until they weigh enough.
std::vector<uint32_t> covering(const Clustering &C, double Coverage) {
  std::vector<uint32_t> Order(C.Clusters);
  std::iota(Order.begin(), Order.end(), 0);
  std::ranges::sort(Order, {},
                    [&](uint32_t K) { return std::pair(-C.Weights[K], K); });
  double Sum = 0;
  size_t Taken = 0;
  // Sums of weights are not exact.
  while (Taken != Order.size() && (Taken == 0 || Sum < Coverage - 1e-9))
    Sum += C.Weights[Order[Taken++]];
  Order.resize(Taken);
  return Order;
}

} // namespace

std::vector<SimulationPoint> simulationPoints(const Clustering &C,
                                              const PointOptions &Options) {
  std::vector<Members> ByCluster = membersOf(C);
  std::vector<SimulationPoint> Points;
  double Sum = 0;
  for (uint32_t K : covering(C, Options.Coverage)) {
    const Members &M = ByCluster[K];
    if (M.empty())
      continue;
    size_t Chosen =
        Options.Early == EarlyPoints::No ? M.front() : earlier(C, M, Options);
    std::optional<size_t> Alternate;
    if (M.size() > 1)
      Alternate = M[0] == Chosen ? M[1] : M[0];
    Points.push_back({K, Chosen, C.Weights[K], C.Distances[Chosen], Alternate});
    Sum += C.Weights[K];
  }
  for (SimulationPoint &P : Points)
    P.Weight = Sum > 0 ? P.Weight / Sum : 1.0 / double(Points.size());
  std::ranges::sort(Points, {}, &SimulationPoint::Interval);
  return Points;
}

} // namespace memfacet
