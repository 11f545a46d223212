//===- SimilarityMatrix.cpp - distances between all intervals -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/clustering/SimilarityMatrix.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <array>
#include <cmath>

namespace memfacet::study {

double pointDistance(const PointSet &Points, size_t A, size_t B) {
  MEMFACET_CHECK(A < Points.size() && B < Points.size(),
                 "both are points of the set");
  return std::sqrt(
      squaredDistance(Points.row(A), Points.row(B), Points.dimensions()));
}

float SimilarityMatrix::quantile(double Share) const {
  MEMFACET_CHECK(Share >= 0 && Share <= 1, "it is a share of the cells");
  MEMFACET_CHECK(!Distances.empty(), "one of the cells has the rank");
  std::vector<float> Sorted = Distances;
  auto Rank = size_t(std::ceil(Share * double(Sorted.size())));
  auto Nth = Sorted.begin() + ptrdiff_t(std::max<size_t>(Rank, 1) - 1);
  std::nth_element(Sorted.begin(), Nth, Sorted.end());
  return *Nth > 0 ? *Nth : Most;
}

/// Returns the distances of \p Point to the points of block \p B. One point at
/// a time would take eight times as long.
static std::array<float, PointSet::Lanes>
distancesTo(const PointSet &Points, size_t B, std::span<const float> Point) {
  std::array<float, PointSet::Lanes> Sums = {};
  const float *Block = Points.block(B);
  for (float X : Point) {
    for (size_t L = 0; L != PointSet::Lanes; ++L) {
      float Difference = Block[L] - X;
      Sums[L] += Difference * Difference;
    }
    Block += PointSet::Lanes;
  }
  for (float &Sum : Sums)
    Sum = std::sqrt(Sum);
  return Sums;
}

SimilarityMatrix similarityMatrix(const PointSet &Points,
                                  std::vector<size_t> Intervals,
                                  size_t MostCells) {
  SimilarityMatrix M;
  M.Intervals = std::move(Intervals);
  M.Cells = std::min(M.Intervals.size(), MostCells);
  PointSet Sampled(Points.dimensions());
  std::vector<size_t> CellOf, CountOf;
  for (size_t Cell = 0; Cell != M.Cells; ++Cell) {
    size_t Begin = M.begin(Cell), All = M.begin(Cell + 1) - Begin;
    size_t Count = std::min(All, MostOfCell);
    for (size_t I = 0; I != Count; ++I)
      Sampled.add(
          Points.point(M.Intervals[Begin + (2 * I + 1) * All / (2 * Count)]),
          1);
    CellOf.insert(CellOf.end(), Count, Cell);
    CountOf.push_back(Count);
  }
  std::vector<double> Sums(M.Cells * M.Cells);
  for (size_t I = 0; I != Sampled.size(); ++I)
    for (size_t First = 0; First <= I; First += PointSet::Lanes) {
      auto Distances =
          distancesTo(Sampled, First / PointSet::Lanes, Sampled.point(I));
      for (size_t J = First; J != std::min(I + 1, First + PointSet::Lanes); ++J)
        // A cell on the diagonal has each pair twice.
        Sums[CellOf[I] * M.Cells + CellOf[J]] +=
            (CellOf[I] == CellOf[J] ? 2 : 1) * double(Distances[J - First]);
    }
  M.Distances.resize(M.Cells * M.Cells);
  for (size_t Row = 0; Row != M.Cells; ++Row)
    for (size_t Column = 0; Column <= Row; ++Column) {
      double Pairs = double(CountOf[Row] * CountOf[Column]);
      auto Mean = float(Sums[Row * M.Cells + Column] / Pairs);
      M.Distances[Row * M.Cells + Column] = Mean;
      M.Distances[Column * M.Cells + Row] = Mean;
      M.Most = std::max(M.Most, Mean);
    }
  return M;
}

} // namespace memfacet::study
