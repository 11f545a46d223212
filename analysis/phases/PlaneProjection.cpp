//===- phases/PlaneProjection.cpp - points in two dimensions --------------===//

#include "analysis/phases/PlaneProjection.h"
#include "analysis/support/SeededRandom.h"
#include <algorithm>
#include <cmath>

namespace memfacet {

namespace {

using Vector = std::vector<double>;
using Axis = std::array<Vector, 2>;

double dot(const Vector &A, const Vector &B) {
  double Sum = 0;
  for (size_t D = 0; D != A.size(); ++D)
    Sum += A[D] * B[D];
  return Sum;
}

/// Points around their mean; weights add up to 1.
class Centered {
public:
  explicit Centered(const PointSet &Points)
      : Points(Points), Mean(Points.dimensions()),
        Weights(Points.weights().begin(), Points.weights().end()) {
    double Sum = 0;
    for (double W : Weights)
      Sum += W;
    for (double &W : Weights)
      W = Sum > 0 ? W / Sum : 1 / double(Weights.size());
    for (size_t I = 0; I != Points.size(); ++I)
      for (size_t D = 0; D != Mean.size(); ++D)
        Mean[D] += Weights[I] * Points.row(I)[D];
    for (size_t I = 0; I != Points.size(); ++I)
      for (size_t D = 0; D != Mean.size(); ++D) {
        double X = Points.row(I)[D] - Mean[D];
        Variance += Weights[I] * X * X;
      }
  }

  double along(size_t I, const Vector &A) const {
    double Sum = 0;
    for (size_t D = 0; D != Mean.size(); ++D)
      Sum += (Points.row(I)[D] - Mean[D]) * A[D];
    return Sum;
  }
  /// The covariance matrix times \p A, which need not be made for it.
  Vector times(const Vector &A) const {
    Vector To(Mean.size());
    for (size_t I = 0; I != Points.size(); ++I) {
      double X = Weights[I] * along(I, A);
      for (size_t D = 0; D != Mean.size(); ++D)
        To[D] += X * (Points.row(I)[D] - Mean[D]);
    }
    return To;
  }
  double variance(const Vector &A) const {
    double Sum = 0;
    for (size_t I = 0; I != Points.size(); ++I) {
      double X = along(I, A);
      Sum += Weights[I] * X * X;
    }
    return Sum;
  }
  double variance() const { return Variance; }

private:
  const PointSet &Points;
  Vector Mean, Weights;
  double Variance = 0;
};

Axis randomAxes(size_t Dimensions, uint64_t Seed) {
  SeededRandom Random(mixBits(Seed));
  Axis A = {Vector(Dimensions), Vector(Dimensions)};
  for (size_t D = 0; D != Dimensions; ++D)
    for (Vector &Each : A)
      Each[D] = 2 * Random.uniform() - 1;
  return A;
}

/// Length 1; a vector of zeros, or what is no more than rounding, becomes
/// zeros.
void normalise(Vector &A, double Least) {
  double Length = std::sqrt(dot(A, A));
  for (double &X : A)
    X = Length > Least ? X / Length : 0;
}

/// Without what it has in the direction of \p Of, whose length is 1 or 0.
void makeOrthogonal(Vector &A, const Vector &Of) {
  double Share = dot(A, Of);
  for (size_t D = 0; D != A.size(); ++D)
    A[D] -= Share * Of[D];
}

void fixSign(Vector &A) {
  auto Largest =
      std::ranges::max_element(A, {}, [](double X) { return std::abs(X); });
  if (Largest != A.end() && *Largest < 0)
    for (double &X : A)
      X = -X;
}

/// Orthogonal iteration, one axis after the other: a few hundred products
/// suffice for a drawing where the variances differ at all, and where they do
/// not, any of the axes is as good.
Axis principalAxes(const Centered &Points, Axis A) {
  constexpr int MostProducts = 300;
  constexpr double Enough = 1e-10, Rounding = 1e-12;
  for (size_t Which = 0; Which != 2; ++Which) {
    Vector &Now = A[Which];
    double Least = Rounding * Points.variance();
    normalise(Now, 0);
    for (int I = 0; I != MostProducts; ++I) {
      Vector Next = Points.times(Now);
      if (Which == 1)
        makeOrthogonal(Next, A[0]);
      normalise(Next, Least);
      double Turned = 1 - std::abs(dot(Next, Now));
      Now = std::move(Next);
      if (Turned < Enough * Enough)
        break;
    }
    fixSign(Now);
  }
  return A;
}

} // namespace

PlaneProjection planeProjection(const PointSet &Points, PlaneAxes Axes,
                                uint64_t Seed) {
  PlaneProjection To;
  Centered Around(Points);
  Axis A = randomAxes(Points.dimensions(), Seed);
  if (Axes == PlaneAxes::Principal)
    A = principalAxes(Around, std::move(A));
  for (size_t I = 0; I != Points.size(); ++I) {
    auto &Place = To.Places.emplace_back();
    for (size_t Which = 0; Which != 2; ++Which)
      Place[Which] =
          Axes == PlaneAxes::Principal
              ? Around.along(I, A[Which])
              : dot({Points.row(I), Points.row(I) + A[0].size()}, A[Which]);
  }
  for (size_t Which = 0; Which != 2 && Around.variance() > 0; ++Which)
    if (double Length = dot(A[Which], A[Which]); Length > 0)
      To.Shares[Which] = Around.variance(A[Which]) / Length / Around.variance();
  return To;
}

} // namespace memfacet
