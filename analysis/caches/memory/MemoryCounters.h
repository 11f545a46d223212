//===- MemoryCounters.h - counts of the detailed simulation ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/memory-system.md defines each of them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_MEMORY_MEMORYCOUNTERS_H
#define MEMFACET_CACHES_MEMORY_MEMORYCOUNTERS_H

#include "analysis/caches/model/CacheLimits.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace memfacet::caches {

/// The class of a miss: the first that applies.
enum class MissClass : uint8_t {
  Compulsory,
  Capacity,
  Conflict,
  TrueSharing,
  FalseSharing
};
constexpr size_t MissClassCount = 5;

/// The counts of one level.
struct LevelDetail {
  uint64_t Accesses = 0, Misses = 0, Writebacks = 0;
  /// Adds up to Misses, or to less: chosen lines may not show the class of each
  /// miss.
  std::array<uint64_t, MissClassCount> ByClass = {};
  uint64_t Prefetches = 0, PrefetchesUsed = 0, VictimHits = 0;
  /// The largest 95 % error of the share of a class, in millionths of Misses.
  /// 0: all lines were looked up.
  uint32_t ClassError = 0;

  uint64_t ofClass(MissClass C) const { return ByClass[size_t(C)]; }
  /// Returns the misses whose class is known.
  uint64_t classified() const {
    return std::accumulate(ByClass.begin(), ByClass.end(), uint64_t(0));
  }
  uint64_t unclassified() const {
    return Misses - std::min(classified(), Misses);
  }
  /// Adds \p O, whose classes may err in the same direction.
  LevelDetail &operator+=(const LevelDetail &O);
  bool operator==(const LevelDetail &) const = default;
};

struct TlbDetail {
  uint64_t Accesses = 0, Misses = 0;
  TlbDetail &operator+=(const TlbDetail &O);
  bool operator==(const TlbDetail &) const = default;
};

/// The counts of one structure.
struct MemoryCounters {
  std::array<LevelDetail, MaxCacheLevels> Levels = {};
  std::array<TlbDetail, MaxTlbLevels> Tlbs = {};
  uint64_t Interventions = 0, Invalidations = 0, Upgrades = 0;
  uint64_t SharedWritebacks = 0;
  /// Lines read from memory and written to it. A write that no level held
  /// counts, too.
  uint64_t MemoryReads = 0, MemoryWrites = 0;
  bool IsListed = false; ///< for CounterTable

  MemoryCounters &operator+=(const MemoryCounters &O);
  bool operator==(const MemoryCounters &) const = default;
};

/// The outcome of one access in a simulated memory system.
struct Outcome {
  /// The number of the level that served the access: 0: the first level; the
  /// number of levels: memory. Where an access touches several lines, the
  /// largest number. See docs/internals/memory-system.md.
  uint8_t Missed = 0;
  /// The number of TLB levels that missed. Where an access touches several
  /// pages, the largest number.
  uint8_t TlbMissed = 0;
  /// Lines that the access moved, prefetched and written-back ones included.
  uint32_t FromMemory = 0, ToMemory = 0;
};

} // namespace memfacet::caches

#endif
