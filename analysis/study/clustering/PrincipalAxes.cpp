//===- PrincipalAxes.cpp - principal components of points -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/clustering/PrincipalAxes.h"
#include "analysis/support/Hash.h"
#include "memfacet/Check.h"
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace memfacet::study {

std::vector<float> principalComponents(std::span<const float> Rows,
                                       size_t Dimensions, size_t Wanted) {
  MEMFACET_CHECK(Dimensions != 0 && Rows.size() % Dimensions == 0,
                 "rows are points of as many coordinates");
  MEMFACET_CHECK(Wanted <= Dimensions && !Rows.empty(),
                 "there are no more axes than coordinates");
  using Matrix =
      Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  auto Count = Eigen::Index(Rows.size() / Dimensions);
  auto Width = Eigen::Index(Dimensions);
  Eigen::MatrixXd Centered =
      Eigen::Map<const Matrix>(Rows.data(), Count, Width).cast<double>();
  Centered.rowwise() -= Centered.colwise().mean().eval();
  Eigen::MatrixXd Covariance = Centered.transpose() * Centered;
  // Eigenvalues ascend.
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> Solver(Covariance);
  Eigen::MatrixXd Directions =
      Solver.eigenvectors().rightCols(Eigen::Index(Wanted)).rowwise().reverse();
  for (Eigen::Index I = 0; I != Directions.cols(); ++I) {
    Eigen::Index Largest = 0;
    Directions.col(I).cwiseAbs().maxCoeff(&Largest);
    if (Directions(Largest, I) < 0)
      Directions.col(I) *= -1;
  }
  Matrix Result = (Centered * Directions).cast<float>();
  return {Result.data(), Result.data() + Result.size()};
}

namespace {

using Places = std::vector<std::array<double, 2>>;

Places randomPlaces(const PointSet &Points, uint64_t Seed) {
  SeededRandom Random(mixBits(Seed));
  Places Result(Points.size());
  for (size_t D = 0; D != Points.dimensions(); ++D) {
    double Axes[2] = {2 * Random.uniform() - 1, 2 * Random.uniform() - 1};
    for (size_t I = 0; I != Points.size(); ++I)
      for (size_t A = 0; A != 2; ++A)
        Result[I][A] += Axes[A] * double(Points.row(I)[D]);
  }
  return Result;
}

Places principalPlaces(const PointSet &Points) {
  // With one dimension, the second axis shows nothing.
  size_t Axes = std::min<size_t>(Points.dimensions(), 2);
  std::vector<float> Found =
      principalComponents({Points.row(0), Points.size() * Points.dimensions()},
                          Points.dimensions(), Axes);
  Places Result(Points.size());
  for (size_t I = 0; I != Points.size(); ++I)
    for (size_t A = 0; A != Axes; ++A)
      Result[I][A] = double(Found[I * Axes + A]);
  return Result;
}

/// Returns the variance of \p Count values from \p Get, times \p Count.
template <typename GetValue> double variance(size_t Count, GetValue Get) {
  double Mean = 0, Sum = 0;
  for (size_t I = 0; I != Count; ++I)
    Mean += Get(I) / double(Count);
  for (size_t I = 0; I != Count; ++I)
    Sum += (Get(I) - Mean) * (Get(I) - Mean);
  return Sum;
}

} // namespace

PlaneProjection planeProjection(const PointSet &Points, PlaneAxes Axes,
                                uint64_t Seed) {
  PlaneProjection Result;
  if (Points.empty() || Points.dimensions() == 0)
    return Result;
  if (Axes == PlaneAxes::Random) {
    Result.Places = randomPlaces(Points, Seed);
    return Result;
  }
  Result.Places = principalPlaces(Points);
  double All = 0;
  for (size_t D = 0; D != Points.dimensions(); ++D)
    All += variance(Points.size(),
                    [&](size_t I) { return double(Points.row(I)[D]); });
  for (size_t A = 0; A != 2 && All > 0; ++A)
    Result.Shares[A] =
        variance(Points.size(), [&](size_t I) { return Result.Places[I][A]; }) /
        All;
  return Result;
}

} // namespace memfacet::study
