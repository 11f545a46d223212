//===- SimulationPoints.cpp - which intervals to simulate -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/SimulationPoints.h"
#include "analysis/support/Text.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>
#include <utility>

namespace memfacet::study {

namespace {

/// The points of one cluster, nearest first. Those that are as near as the
/// nearest are sorted by how far their time is from the median.
using Members = std::vector<size_t>;

/// Returns the median of the times of \p M, the earlier one of two.
double middleOf(const Members &M, const PointOptions &Options) {
  std::vector<double> Times;
  for (size_t I : M)
    Times.push_back(Options.momentOf(I).Time);
  auto Middle = Times.begin() + ptrdiff_t((Times.size() - 1) / 2);
  std::nth_element(Times.begin(), Middle, Times.end());
  return *Middle;
}

/// Returns the largest squared distance from \p Center that may be equal to
/// \p Nearest but for rounding: coordinates and centers have 24 bits.
double equalUpTo(double Nearest, const float *Center, size_t Dimensions) {
  double Norm = std::inner_product(Center, Center + Dimensions, Center, 0.0);
  return Nearest * (1 + 1e-6) + 1e-12 * Norm;
}

std::vector<Members> membersOf(const Clustering &C,
                               const PointOptions &Options) {
  MEMFACET_CHECK(C.Distances.size() == C.Labels.size(),
                 "each interval has a distance to its center");
  std::vector<Members> ByCluster(C.Clusters);
  for (size_t I = 0; I != C.Labels.size(); ++I)
    ByCluster[C.Labels[I]].push_back(I);
  for (uint32_t K = 0; K != C.Clusters; ++K) {
    Members &M = ByCluster[K];
    if (M.empty())
      continue;
    double Middle = middleOf(M, Options);
    std::ranges::sort(M, {},
                      [&](size_t I) { return std::pair(C.Distances[I], I); });
    double Most = equalUpTo(C.Distances[M.front()], C.center(K), C.Dimensions);
    auto Equal = std::ranges::find_if(
        M, [&](size_t I) { return C.Distances[I] > Most; });
    std::ranges::sort(M.begin(), Equal, {}, [&](size_t I) {
      return std::pair(std::abs(Options.momentOf(I).Time - Middle), I);
    });
  }
  return ByCluster;
}

/// Returns the point that is taken because it is earlier than the nearest one;
/// without such a point, the nearest one.
size_t earlierPoint(const Clustering &C, const Members &M,
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

/// Returns clusters, the heaviest first, until their weights reach \p Coverage.
std::vector<uint32_t> covering(const Clustering &C, double Coverage) {
  MEMFACET_CHECK(C.Weights.size() == C.Clusters, "each cluster has a weight");
  std::vector<uint32_t> Order(C.Clusters);
  std::iota(Order.begin(), Order.end(), 0);
  std::ranges::sort(Order, {},
                    [&](uint32_t K) { return std::pair(-C.Weights[K], K); });
  double Sum = 0;
  size_t Count = 0;
  // Sums of weights are not exact.
  while (Count != Order.size() && (Count == 0 || Sum < Coverage - 1e-9))
    Sum += C.Weights[Order[Count++]];
  Order.resize(Count);
  return Order;
}

} // namespace

std::vector<SimulationPoint> simulationPoints(const Clustering &C,
                                              const PointOptions &Options) {
  std::vector<Members> ByCluster = membersOf(C, Options);
  std::vector<SimulationPoint> Points;
  double Sum = 0;
  for (uint32_t K : covering(C, Options.Coverage)) {
    const Members &M = ByCluster[K];
    if (M.empty())
      continue;
    size_t Chosen = Options.Early == EarlyPoints::No
                        ? M.front()
                        : earlierPoint(C, M, Options);
    std::optional<size_t> Alternate;
    if (M.size() > 1)
      Alternate = M[0] == Chosen ? M[1] : M[0];
    bool BeginsCold = M.size() > 1 && Options.momentOf(Chosen).IsFirst;
    Points.push_back(
        {K, Chosen, C.Weights[K], C.Distances[Chosen], Alternate, BeginsCold});
    Sum += C.Weights[K];
  }
  for (SimulationPoint &P : Points)
    P.Weight = Sum > 0 ? P.Weight / Sum : 1.0 / double(Points.size());
  std::ranges::sort(Points, {}, &SimulationPoint::Interval);
  return Points;
}

Expected<PointBudget> parseBudget(std::string_view Text) {
  bool IsShare = Text.ends_with('%');
  std::string_view Number = Text.substr(0, Text.size() - IsShare);
  PointBudget Budget;
  if (IsShare) {
    double Percent = 0;
    if (readNumber(Number, Percent) && Percent > 0 && Percent <= 100) {
      Budget.Share = Percent / 100;
      return Budget;
    }
  } else if (readNumber(Number, Budget.Points) && Budget.Points > 0) {
    return Budget;
  }
  return usageError("'{}' is no number of intervals and no share of the run; "
                    "write for instance 40 or 10%",
                    Text);
}

std::vector<size_t> allocatePoints(std::span<const double> Spreads,
                                   std::span<const size_t> Members,
                                   size_t Budget) {
  MEMFACET_CHECK(Spreads.size() == Members.size(),
                 "a stratum has a spread and a size");
  std::vector<size_t> Counts(Spreads.size());
  // By priority; of equals, the first stratum.
  using Next = std::pair<double, size_t>;
  auto Later = [](const Next &A, const Next &B) {
    return std::pair(A.first, B.second) < std::pair(B.first, A.second);
  };
  std::priority_queue<Next, std::vector<Next>, decltype(Later)> Queue(Later);
  auto Enqueue = [&](size_t S) {
    auto Count = double(Counts[S]);
    if (Counts[S] < Members[S])
      Queue.emplace(Spreads[S] * Spreads[S] / (Count * (Count + 1)), S);
  };
  for (size_t S = 0; S != Counts.size(); ++S) {
    Counts[S] = std::min<size_t>(Members[S], 1);
    Budget -= std::min(Budget, Counts[S]);
    Enqueue(S);
  }
  for (; Budget != 0 && !Queue.empty(); --Budget) {
    size_t S = Queue.top().second;
    Queue.pop();
    ++Counts[S];
    Enqueue(S);
  }
  return Counts;
}

namespace {

/// The most groups of one clustering: with more, the work would grow with the
/// square of the intervals.
constexpr size_t MostGroups = 64;

/// A phase that is not left out, or a part of one.
struct Stratum {
  SimulationPoint Typical;     ///< its only point, with the phase's weight
  std::vector<size_t> Members; ///< intervals, in their order
  double Weight = 0;           ///< of its members
  double Variance = 0;         ///< mean squared distance from the center
};

class PointSpreader {
public:
  PointSpreader(const PointSet &Points, const Clustering &C,
                const PointOptions &Options, const ChooseOptions &Grouping)
      : Points(Points), C(C), Options(Options), Grouping(Grouping) {
    std::vector<size_t> StratumOf(C.Clusters, ~size_t(0));
    for (const SimulationPoint &P : simulationPoints(C, Options)) {
      StratumOf[P.Cluster] = Strata.size();
      Strata.push_back({P, {}, 0, 0});
    }
    for (size_t I = 0; I != C.Labels.size(); ++I) {
      size_t S = StratumOf[C.Labels[I]];
      if (S == ~size_t(0))
        continue;
      Strata[S].Members.push_back(I);
      Strata[S].Weight += Points.weight(I);
      Strata[S].Variance += Points.weight(I) * C.Distances[I];
    }
    for (Stratum &S : Strata)
      S.Variance = S.Weight > 0 ? S.Variance / S.Weight : 0;
  }

  size_t strata() const { return Strata.size(); }
  SpreadPoints choose(size_t Budget) const;
  /// Returns the share of all weights that was chosen.
  double share(const SpreadPoints &Chosen) const;

private:
  static std::vector<size_t> allocate(std::span<const Stratum> Parts,
                                      size_t Budget);
  /// Returns the groups \p Parts of \p S as strata. \p Grouped has the members
  /// of \p S in their order.
  std::vector<Stratum> partsOf(const Stratum &S, const PointSet &Grouped,
                               const Clustering &Parts) const;
  std::vector<SimulationPoint> typicalOf(const Stratum &S,
                                         const Clustering &Parts) const;
  /// Returns the members of \p S as points by signature and order.
  PointSet inOrder(const Stratum &S) const;
  void addGroups(const Stratum &S, size_t Count, SpreadPoints &Result) const;

  const PointSet &Points;
  const Clustering &C;
  const PointOptions &Options;
  const ChooseOptions &Grouping;
  std::vector<Stratum> Strata;
};

std::vector<size_t> PointSpreader::allocate(std::span<const Stratum> Parts,
                                            size_t Budget) {
  double Sum = 0, Whole = 0;
  for (const Stratum &S : Parts)
    Sum += S.Weight * S.Variance, Whole += S.Weight;
  double Mean = Whole > 0 ? Sum / Whole : 0;
  // Where signatures vary nowhere, phases get points by their weights.
  if (Mean == 0)
    Mean = 1;
  std::vector<double> Spreads;
  std::vector<size_t> Members;
  for (const Stratum &S : Parts) {
    Spreads.push_back(S.Weight * std::sqrt(S.Variance + Mean));
    Members.push_back(S.Members.size());
  }
  return allocatePoints(Spreads, Members, Budget);
}

PointSet PointSpreader::inOrder(const Stratum &S) const {
  size_t D = Points.dimensions();
  const float *Center = C.center(S.Typical.Cluster);
  double Norm = std::inner_product(Center, Center + D, Center, 0.0);
  // A variance by rounding of equal vectors does not count.
  double Wanted = S.Variance > 1e-12 * Norm ? S.Variance : 1;
  auto Count = double(S.Members.size());
  // The variance of 0 to Count - 1 is (Count^2 - 1) / 12.
  double Scale = std::sqrt(Wanted * 12 / (Count * Count - 1));
  PointSet Result(D + 1);
  std::vector<float> Point(D + 1);
  for (size_t I = 0; I != S.Members.size(); ++I) {
    std::ranges::copy(Points.point(S.Members[I]), Point.begin());
    Point[D] = float((double(I) - (Count - 1) / 2) * Scale);
    Result.add(Point, Points.weight(S.Members[I]));
  }
  return Result;
}

/// Returns the points of \p Parts, with interval numbers and weights of the
/// whole.
std::vector<SimulationPoint>
PointSpreader::typicalOf(const Stratum &S, const Clustering &Parts) const {
  PointOptions PartOptions = {Options.Early, Options.EarlyShare, 1};
  for (size_t I : S.Members)
    PartOptions.Moments.push_back(Options.momentOf(I));
  std::vector<SimulationPoint> Result = simulationPoints(Parts, PartOptions);
  for (SimulationPoint &P : Result) {
    P.Weight *= S.Typical.Weight;
    P.Interval = S.Members[P.Interval];
    P.Distance = C.Distances[P.Interval];
    if (P.Alternate)
      P.Alternate = S.Members[*P.Alternate];
  }
  return Result;
}

std::vector<Stratum> PointSpreader::partsOf(const Stratum &S,
                                            const PointSet &Grouped,
                                            const Clustering &Parts) const {
  std::vector<Stratum> Result(Parts.Clusters);
  for (const SimulationPoint &P : typicalOf(S, Parts)) {
    Result[P.Cluster].Typical = P;
    Result[P.Cluster].Typical.Cluster = S.Typical.Cluster;
  }
  for (size_t I = 0; I != S.Members.size(); ++I) {
    Stratum &Part = Result[Parts.Labels[I]];
    Part.Members.push_back(S.Members[I]);
    Part.Weight += Grouped.weight(I);
    Part.Variance += Grouped.weight(I) * Parts.Distances[I];
  }
  for (Stratum &Part : Result)
    Part.Variance = Part.Weight > 0 ? Part.Variance / Part.Weight : 0;
  return Result;
}

void PointSpreader::addGroups(const Stratum &S, size_t Count,
                              SpreadPoints &Result) const {
  if (Count == 1) {
    for (size_t I : S.Members)
      Result.StandIn[I] = uint32_t(Result.Points.size());
    Result.Points.push_back(S.Typical);
    return;
  }
  ChooseOptions Groups = Grouping;
  size_t GroupCount = Count;
  if (Count > MostGroups) {
    GroupCount =
        std::min(MostGroups, size_t(std::ceil(std::sqrt(double(Count)))));
    Groups.Seeds = 1; // the parts are clustered again
  }
  Groups.ClusterCounts = {uint32_t(GroupCount)};
  PointSet Grouped = inOrder(S);
  Clustering Parts = chooseClusters(Grouped, Groups).Best;
  // All may be the same: then there is one group.
  if (GroupCount != Count && Parts.Clusters > 1) {
    std::vector<Stratum> SubStrata = partsOf(S, Grouped, Parts);
    std::vector<size_t> Counts = allocate(SubStrata, Count);
    for (size_t I = 0; I != SubStrata.size(); ++I)
      addGroups(SubStrata[I], Counts[I], Result);
    return;
  }
  std::vector<uint32_t> PlaceOf(Parts.Clusters);
  for (SimulationPoint &P : typicalOf(S, Parts)) {
    PlaceOf[P.Cluster] = uint32_t(Result.Points.size());
    P.Cluster = S.Typical.Cluster;
    Result.Points.push_back(P);
  }
  for (size_t I = 0; I != S.Members.size(); ++I)
    Result.StandIn[S.Members[I]] = PlaceOf[Parts.Labels[I]];
}

SpreadPoints PointSpreader::choose(size_t Budget) const {
  SpreadPoints Mixed;
  Mixed.StandIn.assign(Points.size(), NoPoint);
  std::vector<size_t> Counts = allocate(Strata, Budget);
  for (size_t S = 0; S != Strata.size(); ++S)
    addGroups(Strata[S], Counts[S], Mixed);
  // Sorts points by interval.
  std::vector<uint32_t> Order(Mixed.Points.size()), PlaceOf(Order.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::ranges::sort(Order, {},
                    [&](uint32_t I) { return Mixed.Points[I].Interval; });
  SpreadPoints Result;
  for (uint32_t I : Order) {
    PlaceOf[I] = uint32_t(Result.Points.size());
    Result.Points.push_back(Mixed.Points[I]);
  }
  for (uint32_t I : Mixed.StandIn)
    Result.StandIn.push_back(I == NoPoint ? NoPoint : PlaceOf[I]);
  return Result;
}

double PointSpreader::share(const SpreadPoints &Chosen) const {
  double Weight = 0;
  for (const SimulationPoint &P : Chosen.Points)
    Weight += Points.weight(P.Interval);
  double All =
      std::accumulate(Points.weights().begin(), Points.weights().end(), 0.0);
  return All > 0 ? Weight / All : 0;
}

} // namespace

SpreadPoints spreadPoints(const PointSet &Points, const Clustering &C,
                          const PointBudget &Budget,
                          const PointOptions &Options,
                          const ChooseOptions &Grouping) {
  MEMFACET_CHECK(C.Labels.size() == Points.size(),
                 "the clusters are those of the points");
  MEMFACET_CHECK(Budget.Points != 0 || Budget.Share > 0,
                 "a budget has room for a point");
  PointSpreader Spreader(Points, C, Options, Grouping);
  if (Budget.Points != 0)
    return Spreader.choose(Budget.Points);
  auto Count = size_t(Budget.Share * double(Points.size()) + 1e-9);
  for (;;) {
    SpreadPoints Result = Spreader.choose(Count);
    // Sums of weights are not exact.
    double Excess = Spreader.share(Result) / (Budget.Share + 1e-9);
    if (Excess <= 1 || Count <= Spreader.strata())
      return Result;
    // The chosen intervals are longer than the others: choose fewer.
    Count = std::min(Count - 1, size_t(double(Count) / Excess));
  }
}

} // namespace memfacet::study
