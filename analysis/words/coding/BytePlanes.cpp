//===- BytePlanes.cpp - columns of words as planes of bytes ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/coding/BytePlanes.h"
#include "analysis/support/VectorClones.h"
#include <algorithm>

namespace memfacet::words {

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

MEMFACET_VECTOR_CLONES
static void split(const uint64_t *From, size_t Count, unsigned Shift,
                  uint8_t *__restrict To) {
  for (size_t I = 0; I != Count; ++I)
    To[I] = uint8_t(From[I] >> Shift);
}

void splitPlane(std::span<const uint64_t> Words, unsigned Plane, uint8_t *To) {
  split(Words.data(), Words.size(), 8 * Plane, To);
}

/// The number of planes is known, so that the compiler unrolls and uses
/// vectors.
template <unsigned Planes>
[[gnu::always_inline]] static inline void
join(const uint8_t *const *From, uint64_t *__restrict To, size_t Count) {
  const uint8_t *P[Planes];
  std::copy(From, From + Planes, P);
  for (size_t I = 0; I != Count; ++I) {
    uint64_t Word = 0;
    for (unsigned B = 0; B != Planes; ++B)
      Word |= uint64_t(P[B][I]) << 8 * B;
    To[I] = Word;
  }
}

MEMFACET_VECTOR_CLONES
static void joinAny(const uint8_t *const *From, unsigned Planes, uint64_t *To,
                    size_t Count) {
  switch (Planes) {
  case 0:
    std::fill_n(To, Count, 0);
    break;
  case 1:
    return join<1>(From, To, Count);
  case 2:
    return join<2>(From, To, Count);
  case 3:
    return join<3>(From, To, Count);
  case 4:
    return join<4>(From, To, Count);
  case 5:
    return join<5>(From, To, Count);
  case 6:
    return join<6>(From, To, Count);
  case 7:
    return join<7>(From, To, Count);
  default:
    return join<8>(From, To, Count);
  }
}

void joinPlanes(const uint8_t *const *From, unsigned Planes,
                std::span<uint64_t> To) {
  joinAny(From, Planes, To.data(), To.size());
}

} // namespace memfacet::words
