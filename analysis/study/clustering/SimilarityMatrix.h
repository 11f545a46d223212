//===- SimilarityMatrix.h - all intervals against all ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The similarity matrix of T. Sherwood et al., "Automatically Characterizing
// Large Scale Program Behavior", ASPLOS 2002, section 4.3.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_CLUSTERING_SIMILARITYMATRIX_H
#define MEMFACET_STUDY_CLUSTERING_SIMILARITYMATRIX_H

#include "analysis/study/clustering/PointSet.h"

namespace memfacet::study {

/// Euclidean distances of intervals' points: 0 where they are the same. The
/// order of intervals is that of time in each thread.
struct SimilarityMatrix {
  std::vector<size_t> Intervals; ///< numbers in the set of points
  size_t Cells = 0;              ///< in a row and in a column
  /// Row by row; each the mean over all pairs of an interval of its row and one
  /// of its column, if these have MostOfCell or fewer; else of so many of each,
  /// at equal distances.
  std::vector<float> Distances;
  float Most = 0; ///< of Distances

  float at(size_t Row, size_t Column) const {
    return Distances[Row * Cells + Column];
  }
  /// The distance that at least a \p Share, from 0 to 1, of all cells do not
  /// exceed; Most where that is 0. A few intervals like no other make Most so
  /// large that nothing else is told apart.
  float quantile(double Share) const;
  /// Where cell \p Cell begins in Intervals; that of Cells is their end.
  size_t begin(size_t Cell) const { return Cell * Intervals.size() / Cells; }
};

/// So many intervals of a cell are looked at.
inline constexpr size_t MostOfCell = 16;

/// Of \p Intervals of \p Points, in at most \p MostCells rows. O(n + c^2 d)
/// with c = MostCells * MostOfCell.
SimilarityMatrix similarityMatrix(const PointSet &Points,
                                  std::vector<size_t> Intervals,
                                  size_t MostCells);

/// Between points \p A and \p B.
double pointDistance(const PointSet &Points, size_t A, size_t B);

} // namespace memfacet::study

#endif
