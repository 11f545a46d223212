//===- AccessSites.h - where an imported program accesses memory ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_MEASURE_IMPORT_ACCESSSITES_H
#define MEMFACET_MEASURE_IMPORT_ACCESSSITES_H

#include "analysis/measure/import/AccessSource.h"
#include "analysis/support/Hash.h"
#include "memfacet/Check.h"
#include <array>
#include <cstddef>
#include <unordered_map>
#include <utility>

namespace memfacet::measure {

/// Numbers the sites of an imported program: the accesses of one kind and size
/// that one instruction makes. A prefetcher needs sites.
class AccessSites {
public:
  /// Sizes that have a class of their own; the last class is for all others.
  static constexpr std::array<uint32_t, 7> UsualSizes = {1,  2,  4, 8,
                                                         16, 32, 64};
  static constexpr size_t Sizes = UsualSizes.size() + 1;
  /// Load, Store and Modify of each size.
  static constexpr size_t Classes = 3 * Sizes;

  /// Returns the class of \p A, which must not be an instruction.
  static size_t classOf(const TextAccess &A) {
    MEMFACET_CHECK(A.Type != TextAccess::Kind::Instruction,
                   "an instruction accesses nothing");
    size_t Size = 0;
    while (Size != UsualSizes.size() && UsualSizes[Size] != A.Size)
      ++Size;
    return (size_t(A.Type) - size_t(TextAccess::Kind::Load)) * Sizes + Size;
  }
  /// Returns the number of the site of \p A: from 0, in the order of first
  /// accesses.
  uint32_t numberOf(const TextAccess &A) {
    return Numbers.try_emplace({A.Pc, classOf(A)}, uint32_t(Numbers.size()))
        .first->second;
  }

private:
  using Key = std::pair<uint64_t, size_t>;
  struct KeyHash {
    size_t operator()(const Key &K) const {
      return size_t(spreadBits(K.first * Classes + K.second));
    }
  };
  std::unordered_map<Key, uint32_t, KeyHash> Numbers;
};

} // namespace memfacet::measure

#endif
