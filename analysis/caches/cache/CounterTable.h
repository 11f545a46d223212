//===- CounterTable.h - counts of a simulation by structure ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_CACHE_COUNTERTABLE_H
#define MEMFACET_CACHES_CACHE_COUNTERTABLE_H

#include "analysis/caches/model/CacheLimits.h"
#include "analysis/support/Ids.h"
#include "memfacet/Check.h"
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace memfacet::caches {

/// Accesses of one structure since the last drain.
struct AccessCounters {
  /// Accesses in the low half, stores in the high half. Must not overflow:
  /// drain after less than 2^32 accesses.
  uint64_t Operations = 0;
  /// Line touches beyond one per access.
  uint64_t ExtraTouches = 0;
  bool IsListed = false; ///< whether the table lists it

  static constexpr uint64_t operation(bool Write) {
    return 1 + (uint64_t(Write) << 32);
  }
  uint64_t accesses() const { return uint32_t(Operations); }
  uint64_t stores() const { return Operations >> 32; }
  uint64_t touches() const { return accesses() + ExtraTouches; }
};

/// Misses of one structure since the last drain, and write-backs of lines that
/// it wrote.
struct MissCounters {
  std::array<uint64_t, MaxCacheLevels> Misses = {};
  std::array<uint64_t, MaxCacheLevels> Writebacks = {};
  /// Misses that evicted no line.
  std::array<uint64_t, MaxCacheLevels> Fills = {};
  bool IsListed = false;
};

/// Counters by structure, with a list of those that are not zero.
template <typename Counters> class CounterTable {
public:
  /// Makes room for structures below \p Structures. To be called before one of
  /// them is counted.
  void resize(size_t Structures) {
    if (Rows.size() < Structures)
      Rows.resize(Structures + Structures / 2);
  }

  Counters &operator[](uint32_t Structure) {
    MEMFACET_CHECK(Structure < Rows.size(), "resize makes room first");
    Counters &C = Rows[Structure];
    if (!C.IsListed) [[unlikely]]
      list(Structure);
    return C;
  }
  /// Visits (structure, counters) of all that were counted, and zeroes them.
  template <typename Visitor> void drain(Visitor Visit) {
    for (uint32_t Structure : List) {
      Visit(StructureId(Structure), std::as_const(Rows[Structure]));
      Rows[Structure] = {};
    }
    List.clear();
  }

private:
  [[gnu::noinline]] void list(uint32_t Structure) {
    Rows[Structure].IsListed = true;
    List.push_back(Structure);
  }

  std::vector<Counters> Rows;
  std::vector<uint32_t> List;
};

} // namespace memfacet::caches

#endif
