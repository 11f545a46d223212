//===- KMeans.cpp - k-means clustering ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/clustering/KMeans.h"
#include "analysis/study/clustering/NearestCenter.h"
#include "analysis/support/Hash.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

namespace memfacet::study {

Clustering measured(const PointSet &Points, std::vector<float> Centers,
                    std::vector<uint32_t> Labels) {
  MEMFACET_CHECK(Labels.size() == Points.size(), "each point is in a cluster");
  MEMFACET_CHECK(Points.dimensions() != 0 &&
                     Centers.size() % Points.dimensions() == 0,
                 "a center has as many coordinates as a point");
  Clustering Result;
  Result.Dimensions = Points.dimensions();
  Result.Clusters = uint32_t(Centers.size() / Result.Dimensions);
  Result.Centers = std::move(Centers);
  Result.Labels = std::move(Labels);
  Result.Weights.assign(Result.Clusters, 0);
  Result.Distances.reserve(Points.size());
  double Whole =
      std::accumulate(Points.weights().begin(), Points.weights().end(), 0.0);
  for (size_t I = 0; I != Points.size(); ++I) {
    // If all weights are 0, all points count the same.
    double Share = Whole > 0 ? Points.weight(I) / Whole : 1.0 / Points.size();
    uint32_t Cluster = Result.Labels[I];
    double Distance = squaredDistance(Points.row(I), Result.center(Cluster),
                                      Result.Dimensions);
    Result.Distances.push_back(Distance);
    Result.Weights[Cluster] += Share;
    Result.Distortion += Share * Distance;
  }
  return Result;
}

Clustering assignAll(const PointSet &Points, const Clustering &Source) {
  MEMFACET_CHECK(Source.Dimensions == Points.dimensions(),
                 "centers lie in the space of the points");
  std::vector<uint32_t> Labels;
  std::vector<NearestTwo> Found(Points.size());
  findNearest(Points, Source.Centers, Found.data());
  std::vector<bool> Used(Source.Clusters);
  for (const NearestTwo &N : Found)
    Used[N.Center] = true;
  std::vector<uint32_t> NewLabel(Source.Clusters);
  std::vector<float> Centers;
  for (uint32_t C = 0, Next = 0; C != Source.Clusters; ++C) {
    if (!Used[C])
      continue;
    NewLabel[C] = Next++;
    Centers.insert(Centers.end(), Source.center(C),
                   Source.center(C) + Source.Dimensions);
  }
  for (const NearestTwo &N : Found)
    Labels.push_back(NewLabel[N.Center]);
  return measured(Points, std::move(Centers), std::move(Labels));
}

namespace {

/// Chooses one center after the other.
class Chooser {
public:
  explicit Chooser(const PointSet &Points)
      : Points(Points), Weights(Points.blocks() * PointSet::Lanes),
        Least(Weights.size(), std::numeric_limits<float>::max()),
        Sums(Points.blocks()) {
    for (size_t I = 0; I != Points.size(); ++I)
      Weights[I] = float(Points.weight(I));
  }

  void choose(size_t Point) {
    Chosen.push_back(uint32_t(Point));
    comeNearer(Points, Points.row(Point), Weights, Least, Sums);
  }
  /// Returns a point, with a probability in proportion to its weight times its
  /// squared distance; or the number of points if all distances are 0.
  size_t draw(SeededRandom &Random) const;
  size_t furthest() const {
    auto End = Least.begin() + ptrdiff_t(Points.size());
    auto Furthest = std::max_element(Least.begin(), End);
    return *Furthest > 0 ? size_t(Furthest - Least.begin()) : Points.size();
  }
  /// Returns a random point that is different from all centers so far; the
  /// furthest one if \p Random finds none soon.
  size_t drawDifferent(SeededRandom &Random) const {
    for (int Try = 0; Try != 64; ++Try)
      if (size_t I = Random.below(Points.size()); Least[I] > 0)
        return I;
    return furthest();
  }
  std::vector<uint32_t> take() { return std::move(Chosen); }

private:
  const PointSet &Points;
  std::vector<uint32_t> Chosen;
  std::vector<float> Weights; ///< 0 after the last point
  std::vector<float> Least;   ///< squared distance to a center
  std::vector<double> Sums;   ///< of weight times distance, by block
};

size_t Chooser::draw(SeededRandom &Random) const {
  double Left =
      Random.uniform() * std::accumulate(Sums.begin(), Sums.end(), 0.0);
  size_t Block = Sums.size();
  for (size_t B = 0; B != Sums.size(); ++B) {
    if (Sums[B] <= 0)
      continue;
    Block = B;
    if (Left < Sums[B])
      break;
    Left -= Sums[B];
  }
  size_t Last = Points.size();
  for (size_t I = Block * PointSet::Lanes;
       I < std::min(Points.size(), (Block + 1) * PointSet::Lanes); ++I) {
    double Share = double(Weights[I]) * double(Least[I]);
    if (Share <= 0)
      continue;
    Last = I;
    Left -= Share;
    if (Left < 0)
      break;
  }
  return Last;
}

} // namespace

std::vector<uint32_t> firstCenters(const PointSet &Points,
                                   const KMeansOptions &Options) {
  MEMFACET_CHECK(Points.size() != 0, "the first center is a point");
  SeededRandom Random(mixBits(Options.Seed));
  Chooser C(Points);
  C.choose(Random.below(Points.size()));
  for (uint32_t I = 1; I < Options.Clusters; ++I) {
    size_t Next = Options.First == FirstCenters::Spread ? C.draw(Random)
                  : Options.First == FirstCenters::Sample
                      ? C.drawDifferent(Random)
                      : C.furthest();
    if (Next == Points.size())
      break;
    C.choose(Next);
  }
  return C.take();
}

namespace {

/// Bounds are in single precision: distances that differ by less than this
/// share must be compared.
constexpr float Slack = 1e-4f;

class KMeans {
public:
  KMeans(const PointSet &Points, const KMeansOptions &Options)
      : Points(Points), Options(Options), Dimensions(Points.dimensions()),
        Labels(Points.size()), Upper(Points.size()), Lower(Points.size()) {}

  Clustering run();

private:
  void begin();
  uint32_t assign();
  void move(uint32_t Point, uint32_t Cluster);
  void addTo(uint32_t Cluster, uint32_t Point, int Sign);
  void fillEmpty();
  void update();
  void separate();
  uint32_t reassign();
  const PointSet &Points;
  const KMeansOptions &Options;
  const size_t Dimensions;
  uint32_t Count = 0; ///< clusters
  std::vector<float> Centers;
  std::vector<uint32_t> Labels;
  /// Bounds by point: the distance to its own center is at most Upper, that to
  /// any other center at least Lower.
  std::vector<float> Upper, Lower;
  std::vector<double> Sums;      ///< of weighted coordinates, by cluster
  std::vector<double> Weights;   ///< by cluster
  std::vector<uint32_t> Members; ///< by cluster
  std::vector<uint32_t> Weighty; ///< members with a weight
  std::vector<float> Moved;      ///< how far each center has moved
  /// By cluster: half the distance to the nearest other center.
  std::vector<float> HalfGaps;
  std::vector<uint32_t> Unsure;
  std::vector<NearestTwo> Found;
};

/// Adds \p Point to the sums of \p Cluster (\p Sign 1), or removes it (-1).
void KMeans::addTo(uint32_t Cluster, uint32_t Point, int Sign) {
  double Weight = Sign * Points.weight(Point);
  Members[Cluster] += uint32_t(Sign);
  if (Weight == 0)
    return;
  double *Sum = &Sums[Cluster * Dimensions];
  Weighty[Cluster] += uint32_t(Sign);
  if (Weighty[Cluster] == 0) {
    // Sets exact zeros: differences leave rounding errors.
    Weights[Cluster] = 0;
    std::fill_n(Sum, Dimensions, 0);
    return;
  }
  Weights[Cluster] += Weight;
  const float *Row = Points.row(Point);
  for (size_t D = 0; D != Dimensions; ++D)
    Sum[D] += Weight * double(Row[D]);
}

void KMeans::move(uint32_t Point, uint32_t Cluster) {
  addTo(Labels[Point], Point, -1);
  addTo(Cluster, Point, 1);
  Labels[Point] = Cluster;
}

void KMeans::begin() {
  std::vector<uint32_t> First = firstCenters(Points, Options);
  Count = uint32_t(First.size());
  for (uint32_t Point : First)
    Centers.insert(Centers.end(), Points.row(Point),
                   Points.row(Point) + Dimensions);
  Sums.assign(Count * Dimensions, 0);
  Weights.assign(Count, 0);
  Members.assign(Count, 0);
  Weighty.assign(Count, 0);
  Moved.assign(Count, 0);
  HalfGaps.assign(Count, 0);
  Found.resize(Points.size());
  findNearest(Points, Centers, Found.data());
  for (uint32_t I = 0; I != Points.size(); ++I) {
    Labels[I] = Found[I].Center;
    Upper[I] = std::sqrt(Found[I].First);
    Lower[I] = std::sqrt(Found[I].Second);
    addTo(Labels[I], I, 1);
  }
}

/// Gives each empty cluster the point that is furthest from its center.
void KMeans::fillEmpty() {
  for (uint32_t C = 0; C != Count; ++C) {
    if (Members[C] != 0)
      continue;
    uint32_t Furthest = Count == 1 ? 0 : ~uint32_t(0);
    for (uint32_t I = 0; I != Points.size(); ++I)
      if (Members[Labels[I]] > 1 &&
          (Furthest == ~uint32_t(0) || Upper[I] > Upper[Furthest]))
        Furthest = I;
    if (Furthest == ~uint32_t(0))
      return;
    move(Furthest, C);
    Upper[Furthest] = Lower[Furthest] = 0;
  }
}

void KMeans::update() {
  for (uint32_t C = 0; C != Count; ++C) {
    double Far = 0;
    // A center without weight does not move.
    for (size_t D = 0; Weights[C] > 0 && D != Dimensions; ++D) {
      float &Center = Centers[C * Dimensions + D];
      auto Mean = float(Sums[C * Dimensions + D] / Weights[C]);
      Far += double(Mean - Center) * double(Mean - Center);
      Center = Mean;
    }
    Moved[C] = float(std::sqrt(Far)) * (1 + Slack);
  }
}

/// Computes half the distance from each center to the nearest other one.
void KMeans::separate() {
  for (uint32_t A = 0; A != Count; ++A) {
    double Least = 1e300;
    for (uint32_t B = 0; B != Count; ++B) {
      double Far = 0;
      for (size_t D = 0; D != Dimensions; ++D) {
        double Off = double(Centers[A * Dimensions + D]) -
                     double(Centers[B * Dimensions + D]);
        Far += Off * Off;
      }
      if (A != B)
        Least = std::min(Least, Far);
    }
    HalfGaps[A] = float(std::sqrt(Least) / 2);
  }
}

/// Finds the nearest center of each point in Unsure. Returns how many points
/// changed cluster.
uint32_t KMeans::assign() {
  findNearest(Points, Unsure, Centers, Found.data());
  uint32_t Changed = 0;
  for (size_t I = 0; I != Unsure.size(); ++I) {
    uint32_t Point = Unsure[I];
    Upper[Point] = std::sqrt(Found[I].First);
    Lower[Point] = std::sqrt(Found[I].Second);
    if (Found[I].Center == Labels[Point])
      continue;
    move(Point, Found[I].Center);
    ++Changed;
  }
  return Changed;
}

/// Assigns all points. Returns how many changed cluster.
uint32_t KMeans::reassign() {
  separate();
  // The largest move of any center, and of any but that one.
  auto Most = std::ranges::max_element(Moved);
  float Largest = *Most, SecondLargest = 0;
  for (uint32_t C = 0; C != Count; ++C)
    if (C != uint32_t(Most - Moved.begin()))
      SecondLargest = std::max(SecondLargest, Moved[C]);
  const auto Furthest = uint32_t(Most - Moved.begin());
  Unsure.resize(Points.size());
  size_t Listed = 0;
  for (uint32_t I = 0; I != Points.size(); ++I) {
    uint32_t Cluster = Labels[I];
    Upper[I] += Moved[Cluster];
    Lower[I] -= Cluster == Furthest ? SecondLargest : Largest;
    // Without a branch, which would often be mispredicted.
    Unsure[Listed] = I;
    Listed += Upper[I] * (1 + Slack) >=
              std::max(HalfGaps[Cluster], Lower[I]) * (1 - Slack);
  }
  Unsure.resize(Listed);
  return assign();
}

Clustering KMeans::run() {
  begin();
  uint32_t Iterations = 1;
  bool Converged = false;
  for (;; ++Iterations) {
    fillEmpty();
    update();
    if (Converged || Iterations >= Options.MostIterations)
      break;
    Converged = reassign() == 0;
  }
  Clustering Result = measured(Points, std::move(Centers), std::move(Labels));
  Result.Iterations = Iterations;
  Result.Converged = Converged;
  return Result;
}

} // namespace

Clustering cluster(const PointSet &Points, const KMeansOptions &Options) {
  MEMFACET_CHECK(Points.size() != 0, "one cluster has a point");
  MEMFACET_CHECK(Options.Clusters != 0, "each point is in a cluster");
  return KMeans(Points, Options).run();
}

} // namespace memfacet::study
