//===- ColumnResiduals.cpp - from differences to residuals ----------------===//

#include "analysis/coding/ColumnResiduals.h"
#include "analysis/support/VectorClones.h"
#include <algorithm>

namespace memfacet {

void gatherColumn(const uint64_t *From, size_t Stride, std::span<uint64_t> To) {
  if (Stride == 1) {
    std::copy_n(From, To.size(), To.data());
    return;
  }
  for (uint64_t &Word : To) {
    Word = *From;
    From += Stride;
  }
}

/// \p Of makes a residual of the place of a difference.
template <typename Function>
[[gnu::always_inline]] static inline uint64_t
eachResidual(const uint64_t *From, size_t Count, uint64_t *__restrict To,
             Function Of) {
  uint64_t Any = 0;
  for (size_t I = 0; I != Count; ++I) {
    uint64_t Residual = zigzag(Of(From + I));
    Any |= Residual;
    To[I] = Residual;
  }
  return Any;
}

MEMFACET_VECTOR_CLONES
uint64_t findResiduals(const uint64_t *Differences, size_t Count,
                       ColumnOrder Order, uint64_t First, uint64_t *To) {
  if (Order == ColumnOrder::Value)
    return eachResidual(Differences, Count, To,
                        [=](const uint64_t *D) { return D[0] - First; });
  if (Order == ColumnOrder::Delta)
    return eachResidual(Differences, Count, To,
                        [](const uint64_t *D) { return D[0] - D[-1]; });
  return eachResidual(Differences, Count, To, [](const uint64_t *D) {
    return D[0] - 2 * D[-1] + D[-2];
  });
}

} // namespace memfacet
