//===- FirstCenters.cpp - where k-means begins ----------------------------===//

#include "analysis/clustering/KMeans.h"
#include "analysis/clustering/NearestCenter.h"
#include "analysis/support/Hash.h"
#include <algorithm>
#include <limits>
#include <numeric>

namespace memfacet {

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
  /// A point, each as likely as its weight times its squared distance; or the
  /// number of points, where all distances are 0.
  size_t draw(SeededRandom &Random) const;
  size_t furthest() const {
    auto End = Least.begin() + ptrdiff_t(Points.size());
    auto It = std::max_element(Least.begin(), End);
    return *It > 0 ? size_t(It - Least.begin()) : Points.size();
  }
  /// One that is different from all so far, if \p Random finds it soon.
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
  std::vector<float> Weights; ///< 0 behind the last point
  std::vector<float> Least;   ///< squared distance to a center
  std::vector<double> Sums;   ///< of both products, by block
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

} // namespace memfacet
