//===- BytePlanes.cpp - columns of words as planes of bytes ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/words/coding/BytePlanes.h"
#include "analysis/support/VectorClones.h"
#include "memfacet/Check.h"
#include <algorithm>

namespace memfacet::words {

void gatherColumn(const uint64_t *Source, size_t Stride,
                  std::span<uint64_t> Target) {
  MEMFACET_CHECK(Stride != 0, "a row that has a column has words");
  if (Stride == 1) {
    std::copy_n(Source, Target.size(), Target.data());
    return;
  }
  for (uint64_t &Word : Target) {
    Word = *Source;
    Source += Stride;
  }
}

/// Fills \p Residuals with the zigzag forms of what \p ResidualAt computes from
/// each of \p Count differences. Returns the union of their bits.
template <typename Function>
[[gnu::always_inline]] static inline uint64_t
eachResidual(const uint64_t *Differences, size_t Count,
             uint64_t *__restrict Residuals, Function ResidualAt) {
  uint64_t Any = 0;
  for (size_t I = 0; I != Count; ++I) {
    uint64_t Residual = zigzag(ResidualAt(Differences + I));
    Any |= Residual;
    Residuals[I] = Residual;
  }
  return Any;
}

MEMFACET_VECTOR_CLONES
uint64_t findResiduals(const uint64_t *Differences, size_t Count,
                       ColumnOrder Order, uint64_t First, uint64_t *Residuals) {
  if (Order == ColumnOrder::Value)
    return eachResidual(Differences, Count, Residuals,
                        [=](const uint64_t *D) { return D[0] - First; });
  if (Order == ColumnOrder::Delta)
    return eachResidual(Differences, Count, Residuals,
                        [](const uint64_t *D) { return D[0] - D[-1]; });
  return eachResidual(Differences, Count, Residuals, [](const uint64_t *D) {
    return D[0] - 2 * D[-1] + D[-2];
  });
}

MEMFACET_VECTOR_CLONES
static void split(const uint64_t *Words, size_t Count, unsigned Shift,
                  uint8_t *__restrict Bytes) {
  for (size_t I = 0; I != Count; ++I)
    Bytes[I] = uint8_t(Words[I] >> Shift);
}

void splitPlane(std::span<const uint64_t> Words, unsigned Plane,
                uint8_t *Bytes) {
  MEMFACET_CHECK(Plane < 8, "a word has eight bytes");
  split(Words.data(), Words.size(), 8 * Plane, Bytes);
}

/// The number of planes is a template parameter, so that the compiler unrolls
/// the loop and uses vectors.
template <unsigned Planes>
[[gnu::always_inline]] static inline void join(const uint8_t *const *PlaneData,
                                               uint64_t *__restrict Words,
                                               size_t Count) {
  const uint8_t *P[Planes];
  std::copy(PlaneData, PlaneData + Planes, P);
  for (size_t I = 0; I != Count; ++I) {
    uint64_t Word = 0;
    for (unsigned B = 0; B != Planes; ++B)
      Word |= uint64_t(P[B][I]) << 8 * B;
    Words[I] = Word;
  }
}

MEMFACET_VECTOR_CLONES
static void joinAny(const uint8_t *const *PlaneData, unsigned Planes,
                    uint64_t *Words, size_t Count) {
  switch (Planes) {
  case 0:
    std::fill_n(Words, Count, 0);
    break;
  case 1:
    return join<1>(PlaneData, Words, Count);
  case 2:
    return join<2>(PlaneData, Words, Count);
  case 3:
    return join<3>(PlaneData, Words, Count);
  case 4:
    return join<4>(PlaneData, Words, Count);
  case 5:
    return join<5>(PlaneData, Words, Count);
  case 6:
    return join<6>(PlaneData, Words, Count);
  case 7:
    return join<7>(PlaneData, Words, Count);
  default:
    return join<8>(PlaneData, Words, Count);
  }
}

void joinPlanes(const uint8_t *const *PlaneData, unsigned Planes,
                std::span<uint64_t> Words) {
  MEMFACET_CHECK(Planes <= 8, "a word has eight bytes");
  joinAny(PlaneData, Planes, Words.data(), Words.size());
}

} // namespace memfacet::words
