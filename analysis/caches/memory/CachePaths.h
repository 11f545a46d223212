//===- CachePaths.h - the caches that a thread goes through ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_MEMORY_CACHEPATHS_H
#define MEMFACET_CACHES_MEMORY_CACHEPATHS_H

#include "analysis/caches/cache/LineMap.h"
#include "analysis/caches/memory/CacheArray.h"
#include "analysis/caches/memory/LevelCache.h"
#include "analysis/caches/memory/MemoryCounters.h"
#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace memfacet::caches {

/// Finds strides by site, of one thread at one level.
class StridePrefetcher {
public:
  /// Takes an access of \p Site to \p Address. Returns the stride of the site
  /// in bytes if it was the same twice, else 0.
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
    uint8_t Accesses = 0; ///< accesses, at most 2; with 2, Step is valid
  };
  LineMap<LastAccess> BySite;
};

/// The levels of the TLB of a thread.
class TlbStack {
public:
  TlbStack() = default;
  explicit TlbStack(const CacheModel &Model);

  /// Touches a page. Returns the number of levels that missed.
  uint8_t touch(uint64_t Page, MemoryCounters &Counters);
  /// Touches the pages from \p First to \p Last. Returns the largest number of
  /// levels that missed.
  uint8_t touchAll(uint64_t First, uint64_t Last, MemoryCounters &Counters) {
    uint8_t Missed = 0;
    for (uint64_t Page = First; Page <= Last; ++Page)
      Missed = std::max(Missed, touch(Page, Counters));
    return Missed;
  }
  bool empty() const { return Levels.empty(); }

private:
  std::vector<CacheArray> Levels;
  uint64_t LastPage = HeldLine::NoLine; ///< in the first level, most recent
};

/// What a running thread uses: its cache of each level, from the core outwards,
/// and its own prefetchers and TLB.
struct CachePath {
  uint32_t Slot = 0;
  std::array<LevelCache *, MaxCacheLevels> Levels = {};
  std::array<StridePrefetcher, MaxCacheLevels> Strides;
  TlbStack Tlbs;
  size_t Count = 0; ///< number of levels

  /// Writes \p Dirty back to the nearest level from \p FirstLevel on that has
  /// the line. Returns false if none has it: then memory takes it.
  bool holdDirty(size_t FirstLevel, const HeldLine &Dirty);
};

/// All caches. A running thread takes the lowest free slot. The caches of a
/// slot stay when its thread ends, for the next thread and for the threads that
/// share them.
class CachePaths {
public:
  CachePaths(const CacheModel &Model, MemoryTally &Tally);

  /// Returns the path of \p Thread, which is running.
  CachePath &pathOf(ThreadId Thread);
  /// Empties the private caches of \p Thread and frees its slot. Returns its
  /// path; null: it had none.
  CachePath *release(ThreadId Thread);
  /// Removes the copies of \p Victim, which leaves \p C, from all caches inside
  /// of \p C. Writes of the copies become writes of \p Victim.
  void dropInnerCopies(LevelCache &C, HeldLine &Victim, uint32_t Evictor);
  /// Returns the paths by slot, in use or not.
  const std::vector<std::unique_ptr<CachePath>> &all() const { return Paths; }
  /// Returns the number of the first level that all threads share.
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
  /// Caches by level, then by slot divided by the number of threads that share
  /// one.
  std::vector<std::vector<std::unique_ptr<LevelCache>>> Caches;
  std::unordered_map<uint32_t, uint32_t> SlotOf; ///< by thread
};

/// One touch of one line.
struct MemoryTouch {
  CachePath &Path;
  ThreadId Thread;
  uint64_t Line;
  uint32_t Structure;
  uint32_t Site;
  bool Write;
  /// The touched bytes of the line, a bit each; in 64ths of the line where it
  /// is longer.
  uint64_t Bytes;
};

/// Returns MemoryTouch::Bytes of \p Line, of 2^\p LineShift bytes, for an
/// access from the address \p First to \p Last.
inline uint64_t bytesOf(uint64_t Line, uint64_t First, uint64_t Last,
                        unsigned LineShift) {
  unsigned UnitShift = LineShift > 6 ? LineShift - 6 : 0;
  uint64_t Begin = Line << LineShift;
  uint64_t End = Begin + (uint64_t(1) << LineShift) - 1;
  uint64_t Low = (std::max(First, Begin) - Begin) >> UnitShift;
  uint64_t High = (std::min(Last, End) - Begin) >> UnitShift;
  return (~uint64_t(0) >> (63 - (High - Low))) << Low;
}

/// The result of looking up a line. Masks are by level.
struct LookUps {
  uint32_t Missed = 0;
  uint32_t Passed = 0;   ///< levels that a write passed through
  uint32_t FirstUse = 0; ///< levels where a prefetched line was used first
  /// Levels that missed because another thread's write dropped the line.
  uint32_t Dropped = 0;
  size_t End = 0; ///< the level that hit, or the number of levels
  /// The level that takes a write; the number of levels: none.
  size_t Absorber = 0;
  HeldLine *Hit = nullptr; ///< the line at End
  /// By level that missed: the record of its LineHistory.
  std::array<uint32_t, MaxCacheLevels> Records = {};

  bool missed(size_t Level) const { return Missed >> Level & 1; }
  bool passed(size_t Level) const { return Passed >> Level & 1; }
};

} // namespace memfacet::caches

#endif
