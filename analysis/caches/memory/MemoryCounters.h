//===- MemoryCounters.h - what the detailed simulation counts -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/memory-system.md defines each of them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_MEMORY_MEMORYCOUNTERS_H
#define MEMFACET_CACHES_MEMORY_MEMORYCOUNTERS_H

#include "analysis/caches/model/CacheLimits.h"
#include <array>
#include <cstddef>
#include <cstdint>

namespace memfacet::caches {

/// Why a line was missing. The first that applies.
enum class MissClass : uint8_t {
  Compulsory,
  Capacity,
  Conflict,
  TrueSharing,
  FalseSharing
};
constexpr size_t MissClassCount = 5;

/// Of one level.
struct LevelDetail {
  uint64_t Accesses = 0, Misses = 0, Writebacks = 0;
  std::array<uint64_t, MissClassCount> ByClass = {}; ///< adds up to Misses
  uint64_t Prefetches = 0, PrefetchesUsed = 0, VictimHits = 0;

  uint64_t ofClass(MissClass C) const { return ByClass[size_t(C)]; }
  LevelDetail &operator+=(const LevelDetail &O);
  bool operator==(const LevelDetail &) const = default;
};

struct TlbDetail {
  uint64_t Accesses = 0, Misses = 0;
  TlbDetail &operator+=(const TlbDetail &O);
  bool operator==(const TlbDetail &) const = default;
};

/// Of one structure.
struct MemoryCounters {
  std::array<LevelDetail, MaxCacheLevels> Levels = {};
  std::array<TlbDetail, MaxTlbLevels> Tlbs = {};
  uint64_t Interventions = 0, Invalidations = 0, Upgrades = 0;
  uint64_t SharedWritebacks = 0;
  /// Lines from and to memory; a write that no level held is one, too.
  uint64_t MemoryReads = 0, MemoryWrites = 0;
  bool IsListed = false; ///< for CounterTable

  MemoryCounters &operator+=(const MemoryCounters &O);
  bool operator==(const MemoryCounters &) const = default;
};

/// What a simulated memory system did for one access.
struct Outcome {
  /// Number of the level that the line came from, of the line that came from
  /// furthest away: 0, a hit in the first level; as many as there are levels,
  /// memory. See docs/internals/memory-system.md.
  uint8_t Missed = 0;
  /// Levels of the TLB that missed, of the page that took longest.
  uint8_t TlbMissed = 0;
  /// Lines that moved because of it, prefetched and written-back ones included.
  uint32_t FromMemory = 0, ToMemory = 0;
};

} // namespace memfacet::caches

#endif
