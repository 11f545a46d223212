//===- OrderedMarks.h - a few of many numbers, in order -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_ORDEREDMARKS_H
#define MEMFACET_SUPPORT_ORDEREDMARKS_H

#include "memfacet/Check.h"
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet {

/// A set of numbers below a bound, taken in ascending order without sorting: a
/// bit for each, and one for each word of bits. Cheap where a few hundred of
/// some ten thousand are in it, again and again.
class OrderedMarks {
public:
  /// Allows numbers below \p Bound from now on. The bound never decreases.
  void grow(size_t Bound) {
    if (Bound > 64 * Words.size())
      Words.resize((Bound + 63) / 64), Used.resize((Words.size() + 63) / 64);
  }
  void add(size_t Number) {
    MEMFACET_CHECK(Number / 64 < Words.size(), "grow allows numbers first");
    Words[Number / 64] |= uint64_t(1) << Number % 64;
    Used[Number / 4096] |= uint64_t(1) << Number / 64 % 64;
    Any = true;
  }
  bool empty() const { return !Any; }
  void clear() {
    take([](size_t) {});
  }

  template <typename Visitor> void forEach(Visitor Visit) const {
    for (size_t U = 0; Any && U != Used.size(); ++U)
      for (uint64_t Rest = Used[U]; Rest != 0; Rest &= Rest - 1) {
        size_t W = 64 * U + size_t(std::countr_zero(Rest));
        for (uint64_t Bits = Words[W]; Bits != 0; Bits &= Bits - 1)
          Visit(64 * W + size_t(std::countr_zero(Bits)));
      }
  }
  /// Visits each number and takes it out first. \p Visit may add greater ones,
  /// which are visited in their turn.
  template <typename Visitor> void take(Visitor Visit) {
    for (size_t U = 0; Any && U != Used.size(); ++U)
      while (Used[U] != 0) {
        size_t W = 64 * U + size_t(std::countr_zero(Used[U]));
        while (Words[W] != 0) {
          size_t Number = 64 * W + size_t(std::countr_zero(Words[W]));
          Words[W] &= Words[W] - 1;
          Visit(Number);
        }
        Used[U] &= ~(uint64_t(1) << W % 64);
      }
    Any = false;
  }

private:
  std::vector<uint64_t> Words;
  std::vector<uint64_t> Used; ///< a bit for each word of Words that is not 0
  bool Any = false;
};

} // namespace memfacet

#endif
