//===- SimilarityMatrix.h - distances between all intervals ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The similarity matrix of T. Sherwood et al., "Automatically Characterizing
// Large Scale Program Behavior", ASPLOS 2002, section 4.3.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_STUDY_CLUSTERING_SIMILARITYMATRIX_H
#define MEMFACET_STUDY_CLUSTERING_SIMILARITYMATRIX_H

#include "analysis/study/clustering/PointSet.h"
#include "memfacet/Check.h"

namespace memfacet::study {

/// Euclidean distances between the points of intervals; 0 where they are the
/// same. Intervals are in the order of time in each thread.
struct SimilarityMatrix {
  std::vector<size_t> Intervals; ///< numbers in the set of points
  size_t Cells = 0;              ///< in a row and in a column
  /// Row by row: the mean over all pairs of an interval of the row and one of
  /// the column. From a cell with more than MostOfCell intervals, that number
  /// is taken, at equal distances.
  std::vector<float> Distances;
  float Most = 0; ///< of Distances

  float at(size_t Row, size_t Column) const {
    MEMFACET_CHECK(Row < Cells && Column < Cells, "the matrix is square");
    return Distances[Row * Cells + Column];
  }
  /// Returns the distance that at least a \p Share, from 0 to 1, of all cells
  /// do not exceed; Most where that is 0. A few intervals that are like no
  /// other make Most so large that a picture scaled by it shows no other
  /// difference.
  float quantile(double Share) const;
  /// Returns where \p Cell begins in Intervals; for Cells, their end.
  size_t begin(size_t Cell) const {
    MEMFACET_CHECK(Cells != 0 && Cell <= Cells,
                   "a matrix without cells has none that begins");
    return Cell * Intervals.size() / Cells;
  }
};

/// The most intervals of a cell that are compared.
inline constexpr size_t MostOfCell = 16;

/// Computes the matrix of \p Intervals of \p Points, in at most \p MostCells
/// rows. Takes O(n + c^2 d) with c = MostCells * MostOfCell.
SimilarityMatrix similarityMatrix(const PointSet &Points,
                                  std::vector<size_t> Intervals,
                                  size_t MostCells);

/// Returns the Euclidean distance between points \p A and \p B.
double pointDistance(const PointSet &Points, size_t A, size_t B);

} // namespace memfacet::study

#endif
