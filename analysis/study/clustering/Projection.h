//===- Projection.h - random projection of sparse vectors -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_STUDY_CLUSTERING_PROJECTION_H
#define MEMFACET_STUDY_CLUSTERING_PROJECTION_H

#include "analysis/gauges/signature/ProjectionMatrix.h"
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace memfacet::study {

/// An entry of a sparse vector.
struct VectorEntry {
  uint64_t Id; ///< of a block, or of another dimension
  double Count;
};

/// A random linear projection by a ProjectionMatrix. Vectors of different runs
/// and files may be projected one by one.
class Projection {
public:
  /// \p Dimensions is not 0.
  Projection(size_t Dimensions, uint64_t Seed);

  size_t dimensions() const { return Dimensions; }
  /// Stores the projection of \p Vector, divided by the sum of the vector's
  /// counts, into \p Target, which has dimensions() places; zeros where the sum
  /// is 0. Returns the sum. Ids may come in any order, and more than once.
  double project(std::span<const VectorEntry> Vector, std::span<float> Target);

private:
  static constexpr size_t PageRows = 256;
  /// The rows of PageRows consecutive ids. Each row is made when it is needed.
  struct Page {
    std::unique_ptr<float[]> Rows;
    std::bitset<PageRows> IsMade;
  };

  const float *row(uint64_t Id);
  Page &page(uint64_t Number);
  void fill(uint64_t Id, float *Target) const;

  size_t Dimensions, Stride;
  gauges::ProjectionMatrix Matrix;
  /// Pages of small ids, by number, and those of larger ids. Rows do not move.
  std::vector<Page> NearPages;
  std::unordered_map<uint64_t, Page> FarPages;
  std::vector<const float *> Used; ///< rows of a vector
  std::vector<double> Counts, Sums;
};

} // namespace memfacet::study

#endif
