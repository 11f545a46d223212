//===- cache/CounterTable.h - what a simulation counts per structure ------===//

#ifndef MEMFACET_CACHE_COUNTERTABLE_H
#define MEMFACET_CACHE_COUNTERTABLE_H

#include "analysis/cache/CacheLimits.h"
#include "analysis/support/Ids.h"
#include <array>
#include <cstdint>
#include <vector>

namespace memfacet {

/// Counts of one structure since the last drain. The first 64 bytes are all
/// that a hit touches.
struct alignas(64) StructureCounters {
  /// Accesses in the low half, those that write in the high half: one addition
  /// per access.
  uint64_t Operations = 0;
  /// Line touches beyond one per access.
  uint64_t ExtraTouches = 0;
  uint64_t Seen = 0; ///< whether CounterTable::seen lists it
  std::array<uint64_t, MaxCacheLevels> Misses = {};
  std::array<uint64_t, MaxCacheLevels> Writebacks = {};

  uint64_t accesses() const { return uint32_t(Operations); }
  uint64_t stores() const { return Operations >> 32; }
  uint64_t touches() const { return accesses() + ExtraTouches; }
};

/// Counters by structure, with a list of those that are not zero.
class CounterTable {
public:
  /// Halves of Operations must not overflow: drain after so many accesses.
  static constexpr uint64_t MaxAccesses = uint64_t(1) << 31;

  /// Makes room; before a structure is counted.
  void resize(size_t Structures) {
    if (Counters.size() < Structures)
      Counters.resize(Structures + Structures / 2);
  }

  StructureCounters &operator[](uint32_t Structure) {
    StructureCounters &C = Counters[Structure];
    if (!C.Seen) [[unlikely]]
      add(Structure);
    return C;
  }

  /// Visits (structure, counters) of all that were counted, and zeroes them.
  template <typename Visitor> void drain(Visitor Visit) {
    for (uint32_t Structure : List) {
      Visit(StructureId(Structure), std::as_const(Counters[Structure]));
      Counters[Structure] = {};
    }
    List.clear();
  }

private:
  void add(uint32_t Structure) {
    Counters[Structure].Seen = 1;
    List.push_back(Structure);
  }

  std::vector<StructureCounters> Counters;
  std::vector<uint32_t> List;
};

} // namespace memfacet

#endif
