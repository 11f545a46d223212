//===- RegionTable.h - per-region data of all addresses -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_OWNERS_OBJECTS_REGIONTABLE_H
#define MEMFACET_OWNERS_OBJECTS_REGIONTABLE_H

#include "analysis/caches/cache/CacheWord.h"
#include "analysis/support/LazyMemory.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace memfacet::owners {

constexpr unsigned RegionBits = 22;
constexpr uint64_t RegionBytes = uint64_t(1) << RegionBits;

/// One Leaf per 4 MiB of address space, made on demand, all bytes zero.
/// Addresses must be below 2^AddressBits.
template <typename Leaf> class RegionTable {
  static_assert(std::is_trivially_copyable_v<Leaf>);
  static_assert(std::is_trivially_destructible_v<Leaf>);

public:
  RegionTable()
      : Top((size_t(1) << (caches::AddressBits - RegionBits)) *
            sizeof(Leaf *)) {}

  Leaf *find(uint64_t Address) const { return slot(Address); }
  Leaf &get(uint64_t Address) {
    Leaf *&L = slot(Address);
    if (!L) {
      L = make();
      auto Region = uint32_t(Address >> RegionBits);
      Regions.insert(std::ranges::lower_bound(Regions, Region), Region);
    }
    return *L;
  }
  /// Returns the first address from \p Low on that has a leaf, or \p High. Used
  /// for ranges that may span most of the space.
  uint64_t next(uint64_t Low, uint64_t High) const {
    auto It = std::ranges::lower_bound(Regions, Low >> RegionBits);
    if (It == Regions.end())
      return High;
    return std::min(std::max(Low, uint64_t(*It) << RegionBits), High);
  }

private:
  Leaf *&slot(uint64_t Address) const {
    MEMFACET_CHECK(Address >> caches::AddressBits == 0,
                   "callers cut other bits off");
    return static_cast<Leaf **>(Top.data())[Address >> RegionBits];
  }

  Leaf *make() {
    // Few large mappings: the system limits their number.
    constexpr size_t PerSlab = 64;
    if (Used == Slabs.size() * PerSlab)
      Slabs.emplace_back(PerSlab * sizeof(Leaf), LazyMemory::Pages::Huge);
    return static_cast<Leaf *>(Slabs.back().data()) + Used++ % PerSlab;
  }

  LazyMemory Top;
  std::vector<LazyMemory> Slabs;
  std::vector<uint32_t> Regions; ///< regions that have a leaf, ascending
  size_t Used = 0;
};

} // namespace memfacet::owners

#endif
