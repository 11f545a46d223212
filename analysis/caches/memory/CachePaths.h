//===- CachePaths.h - which caches a thread goes through ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_MEMORY_CACHEPATHS_H
#define MEMFACET_CACHES_MEMORY_CACHEPATHS_H

#include "analysis/caches/cache/LineMap.h"
#include "analysis/caches/memory/CacheArray.h"
#include "analysis/caches/memory/LevelCache.h"
#include "analysis/caches/memory/MemoryCounters.h"
#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace memfacet::caches {

/// Strides by site, of one thread at one level.
class StridePrefetcher {
public:
  /// \p Site accesses \p Address. Its stride in bytes, where that was the same
  /// twice; else 0.
  int64_t stride(uint32_t Site, uint64_t Address) {
    LastAccess &L = BySite[Site];
    int64_t Step = int64_t(Address - L.Address);
    bool IsRepeated = L.Accesses > 1 && Step == L.Step;
    L.Step = Step;
    L.Address = Address;
    L.Accesses += L.Accesses < 2;
    return IsRepeated ? Step : 0;
  }

private:
  struct LastAccess {
    uint64_t Address = 0;
    int64_t Step = 0;
    uint8_t Accesses = 0; ///< accesses, at most 2: then Step is one
  };
  LineMap<LastAccess> BySite;
};

/// A thread's translation buffers.
class TlbStack {
public:
  TlbStack() = default;
  explicit TlbStack(const CacheModel &Model);

  /// A touch of a page. How many levels missed.
  uint8_t touch(uint64_t Page, MemoryCounters &Counters);
  bool empty() const { return Levels.empty(); }

private:
  std::vector<CacheArray> Levels;
  uint64_t LastPage = HeldLine::NoLine; ///< in the first level, most recent
};

/// What a thread that runs has: its cache of each level, from the core
/// outwards, and what else is its own.
struct CachePath {
  uint32_t Slot = 0;
  std::array<LevelCache *, MaxCacheLevels> Levels = {};
  std::array<StridePrefetcher, MaxCacheLevels> Strides;
  TlbStack Tlbs;
  size_t Count = 0; ///< of levels

  /// \p Dirty leaves what is inside of level \p FirstLevel. The nearest level
  /// that has the line holds it from now on; false: memory does.
  bool holdDirty(size_t FirstLevel, const HeldLine &Dirty);
};

/// All caches. Threads that run take the lowest free slot; the caches of a slot
/// stay when its thread ends, for the next one, and for those who share them.
class CachePaths {
public:
  CachePaths(const CacheModel &Model, MemoryTally &Tally);

  /// Of \p Thread, which runs.
  CachePath &pathOf(ThreadId Thread);
  /// Its private caches are emptied. Null: it had none.
  CachePath *release(ThreadId Thread);
  /// \p Victim leaves \p C: so do the copies in all caches inside of it. What
  /// they have written is its own from now on.
  void dropInnerCopies(LevelCache &C, HeldLine &Victim, uint32_t Evictor);
  /// By slot, in use or not.
  const std::vector<std::unique_ptr<CachePath>> &all() const { return Paths; }
  /// Number of the first level that is shared by all.
  size_t sharedFrom() const { return SharedFrom; }

private:
  CachePath &pathOfSlot(uint32_t Slot);
  LevelCache *cacheOf(size_t Level, uint32_t Slot);
  void listInnerCaches(const CachePath &P);

  const CacheModel &Model;
  MemoryTally &Tally;
  size_t SharedFrom;
  std::vector<std::unique_ptr<CachePath>> Paths;
  std::vector<bool> IsTaken; ///< by slot
  /// By level, then by slot divided by the threads that share one.
  std::vector<std::vector<std::unique_ptr<LevelCache>>> Caches;
  std::unordered_map<uint32_t, uint32_t> SlotOf; ///< by thread
};

/// One line, touched once.
struct MemoryTouch {
  CachePath &Path;
  ThreadId Thread;
  uint64_t Line;
  uint32_t Structure;
  uint32_t Site;
  bool Write;
  /// Which of the line's bytes, in 64ths of the line where it is longer.
  uint64_t Bytes;
};

/// What looking it up found. Masks are by level.
struct LookUps {
  uint32_t Missed = 0;
  uint32_t Passed = 0;   ///< by a write that went on
  uint32_t FirstUse = 0; ///< of a prefetched line
  uint32_t Dropped = 0; ///< missed for want of what another thread's write took
  size_t End = 0;       ///< the level that ended it, or how many there are
  size_t Absorber = 0;  ///< of a write; how many levels there are: none
  HeldLine *Hit = nullptr; ///< at End
  /// By level that missed: of its LineHistory.
  std::array<uint32_t, MaxCacheLevels> Records = {};

  bool missed(size_t Level) const { return Missed >> Level & 1; }
  bool passed(size_t Level) const { return Passed >> Level & 1; }
};

} // namespace memfacet::caches

#endif
