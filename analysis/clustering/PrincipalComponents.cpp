//===- PrincipalComponents.cpp - where points differ most -----------------===//

#include "analysis/clustering/PrincipalComponents.h"
#include <Eigen/Dense>

namespace memfacet {

std::vector<float> principalComponents(std::span<const float> Rows,
                                       size_t Dimensions, size_t Wanted) {
  using Matrix =
      Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  auto Count = Eigen::Index(Rows.size() / Dimensions);
  auto Width = Eigen::Index(Dimensions);
  Eigen::MatrixXd Centered =
      Eigen::Map<const Matrix>(Rows.data(), Count, Width).cast<double>();
  Centered.rowwise() -= Centered.colwise().mean().eval();
  Eigen::MatrixXd Covariance = Centered.transpose() * Centered;
  // Ascending.
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

} // namespace memfacet
