//===- PointSet.h - intervals as points in few dimensions -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_CLUSTERING_POINTSET_H
#define MEMFACET_STUDY_CLUSTERING_POINTSET_H

#include "memfacet/Check.h"
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace memfacet::study {

/// Points, each with a weight. Their coordinates are kept twice: row by row,
/// and in blocks of Lanes points, coordinate by coordinate, for vector loops.
class PointSet {
public:
  static constexpr size_t Lanes = 16;

  explicit PointSet(size_t Dimensions = 0) : Dimensions(Dimensions) {}

  size_t dimensions() const { return Dimensions; }
  size_t size() const { return Weights.size(); }
  bool empty() const { return Weights.empty(); }
  const float *row(size_t I) const { return &Coordinates[I * Dimensions]; }
  std::span<const float> point(size_t I) const { return {row(I), Dimensions}; }
  size_t blocks() const { return (size() + Lanes - 1) / Lanes; }
  /// Returns block \p B: coordinate D of point B * Lanes + L is at D * Lanes +
  /// L. Zeros come after the last point.
  const float *block(size_t B) const {
    MEMFACET_CHECK(B < blocks(), "a block has a point");
    return &Blocks[B * Dimensions * Lanes];
  }
  /// Returns the weight of point \p I: not negative, in any unit.
  double weight(size_t I) const {
    MEMFACET_CHECK(I < size(), "each point has a weight");
    return Weights[I];
  }
  std::span<const double> weights() const { return Weights; }

  /// Adds \p Point, of dimensions() coordinates.
  void add(std::span<const float> Point, double Weight);
  /// Adds the points of \p Source at the end.
  void append(const PointSet &Source) {
    for (size_t I = 0; I != Source.size(); ++I)
      add(Source.point(I), Source.weight(I));
  }
  /// Gives all points the same weight.
  void forgetWeights() { Weights.assign(Weights.size(), 1); }

private:
  size_t Dimensions;
  std::vector<float> Coordinates, Blocks;
  std::vector<double> Weights;
};

inline double squaredDistance(const float *A, const float *B, size_t Count) {
  double Sum = 0;
  for (size_t I = 0; I != Count; ++I)
    Sum += (double(A[I]) - double(B[I])) * (double(A[I]) - double(B[I]));
  return Sum;
}

} // namespace memfacet::study

#endif
