//===- Projection.cpp - random projection of sparse vectors ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/clustering/Projection.h"
#include "analysis/study/clustering/PointSet.h"
#include "analysis/support/VectorClones.h"
#include "memfacet/Check.h"
#include <algorithm>

namespace memfacet::study {

/// Pages with lower numbers are in one table, which grows up to the largest.
static constexpr uint64_t MaxNearPages = 1 << 13;

Projection::Projection(size_t Dimensions, uint64_t Seed)
    : Dimensions(Dimensions), Stride((Dimensions + PointSet::Lanes - 1) /
                                     PointSet::Lanes * PointSet::Lanes),
      Matrix(Seed), Sums(Stride) {
  MEMFACET_CHECK(Dimensions != 0, "a projection has a dimension");
}

void Projection::fill(uint64_t Id, float *Target) const {
  Matrix.row(Id, Dimensions, [&](size_t D, int32_t Entry) {
    Target[D] = float(Entry * gauges::ProjectionMatrix::Unit);
  });
}

Projection::Page &Projection::page(uint64_t Number) {
  if (Number >= MaxNearPages)
    return FarPages[Number];
  if (Number >= NearPages.size())
    NearPages.resize(Number + 1);
  return NearPages[Number];
}

const float *Projection::row(uint64_t Id) {
  Page &RowPage = page(Id / PageRows);
  if (!RowPage.Rows)
    RowPage.Rows = std::make_unique_for_overwrite<float[]>(PageRows * Stride);
  size_t Place = Id % PageRows;
  float *Row = &RowPage.Rows[Place * Stride];
  if (!RowPage.IsMade[Place]) {
    RowPage.IsMade[Place] = true;
    std::fill_n(Row, Stride, 0.0F); // also after the dimensions
    fill(Id, Row);
  }
  return Row;
}

/// Adds each of \p Rows, times its count, to the \p Stride places of \p Sums.
MEMFACET_VECTOR_CLONES static void addScaled(std::span<const float *const> Rows,
                                             const double *Counts,
                                             size_t Stride, double *Sums) {
  MEMFACET_UNFUSED
  constexpr size_t Lanes = PointSet::Lanes;
  for (size_t First = 0; First != Stride; First += Lanes) {
    double LaneSums[Lanes] = {};
    for (size_t I = 0; I != Rows.size(); ++I)
      for (size_t L = 0; L != Lanes; ++L)
        LaneSums[L] += Counts[I] * double(Rows[I][First + L]);
    std::copy_n(LaneSums, Lanes, Sums + First);
  }
}

double Projection::project(std::span<const VectorEntry> Vector,
                           std::span<float> Target) {
  MEMFACET_CHECK(Target.size() >= Dimensions, "it has a place for each");
  Used.clear();
  Counts.clear();
  double Total = 0;
  for (const VectorEntry &E : Vector) {
    Used.push_back(row(E.Id));
    Counts.push_back(E.Count);
    Total += E.Count;
  }
  addScaled(Used, Counts.data(), Stride, Sums.data());
  double Scale = Total > 0 ? 1 / Total : 0;
  for (size_t D = 0; D != Dimensions; ++D)
    Target[D] = float(Sums[D] * Scale);
  return Total;
}

} // namespace memfacet::study
