//===- Projection.cpp - long vectors in few dimensions --------------------===//

#include "analysis/clustering/Projection.h"
#include "analysis/clustering/PointSet.h"
#include "analysis/support/VectorClones.h"
#include <algorithm>

namespace memfacet {

/// Ids below have their rows in one table, which grows up to the largest id.
static constexpr uint64_t MaxNearId = 1 << 21;

Projection::Projection(size_t Dimensions, uint64_t Seed)
    : Dimensions(Dimensions), Stride((Dimensions + PointSet::Lanes - 1) /
                                     PointSet::Lanes * PointSet::Lanes),
      Matrix(Seed), Sums(Stride) {}

void Projection::fill(uint64_t Id, float *To) const {
  Matrix.row(Id, Dimensions, [&](size_t D, int32_t Entry) {
    To[D] = float(Entry * ProjectionMatrix::Unit);
  });
}

/// Rows of one vector stay where they are while it is projected.
void Projection::makeRoom(std::span<const VectorEntry> Vector) {
  uint64_t Largest = 0;
  for (const VectorEntry &E : Vector)
    if (E.Id < MaxNearId)
      Largest = std::max(Largest, E.Id);
  if (Largest < Known.size())
    return;
  size_t Larger = std::max<size_t>(Largest + 1, 2 * Known.size());
  Known.resize(Larger);
  Rows.resize(Larger * Stride);
}

const float *Projection::row(uint64_t Id) {
  if (Id >= MaxNearId) {
    std::vector<float> &Row = FarRows[Id];
    if (Row.empty()) {
      Row.resize(Stride);
      fill(Id, Row.data());
    }
    return Row.data();
  }
  float *Row = &Rows[Id * Stride];
  if (!Known[Id]) {
    Known[Id] = true;
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
    double Here[Lanes] = {};
    for (size_t I = 0; I != Rows.size(); ++I)
      for (size_t L = 0; L != Lanes; ++L)
        Here[L] += Counts[I] * double(Rows[I][First + L]);
    std::copy_n(Here, Lanes, Sums + First);
  }
}

double Projection::project(std::span<const VectorEntry> Vector,
                           std::span<float> To) {
  makeRoom(Vector);
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
    To[D] = float(Sums[D] * Scale);
  return Total;
}

} // namespace memfacet
