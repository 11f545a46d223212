//===- MissTally.h - the misses of a batch, by level and key --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_CACHE_MISSTALLY_H
#define MEMFACET_CACHES_CACHE_MISSTALLY_H

#include "analysis/caches/model/CacheLimits.h"
#include "analysis/support/Hash.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace memfacet::caches {

/// Adds up the misses of a batch by a key, any number but ~0, before they are
/// counted in larger tables: most misses of a batch come from few sites. Not
/// synchronised.
class MissTally {
public:
  struct Row {
    uint64_t Key = NoKey;
    std::array<uint32_t, MaxCacheLevels> Misses = {};
    /// The Misses that have dirty victims.
    std::array<uint32_t, MaxCacheLevels> Dirty = {};
  };

  /// Returns the row of \p Key, which is valid until the next call.
  Row &operator[](uint64_t Key) {
    size_t Index = place(Key);
    if (Rows[Index].Key != Key) [[unlikely]]
      Index = insert(Key);
    return Rows[Index];
  }
  /// Visits all rows in the order in which they were added, and clears them.
  template <typename Visitor> void drain(Visitor Visit) {
    for (uint32_t Index : Used) {
      Visit(std::as_const(Rows[Index]));
      Rows[Index] = {};
    }
    Used.clear();
  }

private:
  static constexpr uint64_t NoKey = ~uint64_t(0);
  static constexpr unsigned FirstBits = 8;

  size_t place(uint64_t Key) const {
    size_t Index = Key * GoldenRatio >> Shift;
    while (Rows[Index].Key != Key && Rows[Index].Key != NoKey)
      Index = (Index + 1) & (Rows.size() - 1);
    return Index;
  }
  [[gnu::noinline]] size_t insert(uint64_t Key) {
    if (2 * (Used.size() + 1) > Rows.size())
      grow();
    size_t Index = place(Key);
    Rows[Index].Key = Key;
    Used.push_back(uint32_t(Index));
    return Index;
  }
  void grow() {
    std::vector<Row> Old(2 * Rows.size());
    Old.swap(Rows);
    --Shift;
    for (uint32_t &Index : Used) {
      const Row &R = Old[Index];
      Index = uint32_t(place(R.Key));
      Rows[Index] = R;
    }
  }

  std::vector<Row> Rows = std::vector<Row>(size_t(1) << FirstBits);
  unsigned Shift = 64 - FirstBits; ///< 64 less the logarithm of the size
  std::vector<uint32_t> Used;      ///< indices of rows in use
};

} // namespace memfacet::caches

#endif
