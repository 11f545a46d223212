//===- ProjectionMatrix.h - a random matrix without storage ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_GAUGES_SIGNATURE_PROJECTIONMATRIX_H
#define MEMFACET_GAUGES_SIGNATURE_PROJECTIONMATRIX_H

#include "analysis/support/Hash.h"
#include <span>

namespace memfacet::gauges {

/// A row for each id, of independent numbers, uniform in (-1, 1) (T. Sherwood
/// et al., "Automatically Characterizing Large Scale Program Behavior", ASPLOS
/// 2002, section 4.2). A row follows from the id and the seed alone, and a
/// shorter row is the beginning of a longer one.
///
/// Entries are odd multiples of Unit, so sums of whole multiples of them are
/// exact in 64-bit integers, and do not depend on the order.
class ProjectionMatrix {
public:
  static constexpr double Unit = 0x1p-24;

  explicit constexpr ProjectionMatrix(uint64_t Seed)
      : Seed(mixBits(Seed + 1)) {}

  /// Calls \p Visit(number, entry in units) for the first \p Dimensions.
  template <typename Visitor>
  constexpr void row(uint64_t Id, size_t Dimensions, Visitor Visit) const {
    SeededRandom Random(mixBits(Id + 1) ^ Seed);
    for (size_t D = 0; D != Dimensions; ++D)
      // Entries lie in the middle of one of 2^24 parts: none is -1, 0 or 1.
      Visit(D, int32_t(Random.next() >> 40) * 2 + 1 - (1 << 24));
  }

private:
  uint64_t Seed;
};

} // namespace memfacet::gauges

#endif
