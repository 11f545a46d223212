//===- CachePaths.h - which caches a thread goes through ------------------===//

#ifndef MEMFACET_MEMORY_CACHEPATHS_H
#define MEMFACET_MEMORY_CACHEPATHS_H

#include "analysis/memory/LevelCache.h"
#include "analysis/memory/StridePrefetcher.h"
#include "analysis/memory/TlbStack.h"
#include <array>
#include <unordered_map>

namespace memfacet {

/// What a thread that runs has: its cache of each level, from the core
/// outwards, and what else is its own.
struct CachePath {
  uint32_t Slot = 0;
  std::array<LevelCache *, MaxCacheLevels> Levels = {};
  std::array<StridePrefetcher, MaxCacheLevels> Strides;
  TlbStack Tlbs;
  size_t Count = 0; ///< of levels

  /// \p Dirty leaves what is inside of level \p From. The nearest level that
  /// has the line holds it from now on; false: memory does.
  bool holdDirty(size_t From, const HeldLine &Dirty);
};

/// All caches. Threads that run take the lowest free slot; the caches of a slot
/// stay when its thread ends, for the next one, and for those who share them.
class CachePaths {
public:
  CachePaths(const CacheModel &Model, MemoryTally &Tally);

  /// Of \p Thread, which runs.
  CachePath &of(ThreadId Thread);
  /// Its private caches are emptied. Null: it had none.
  CachePath *release(ThreadId Thread);
  /// By slot, in use or not.
  const std::vector<std::unique_ptr<CachePath>> &all() const { return Paths; }
  /// Number of the first level that is shared by all.
  size_t sharedFrom() const { return SharedFrom; }

private:
  CachePath &pathOfSlot(uint32_t Slot);
  LevelCache *cacheOf(size_t Level, uint32_t Slot);
  void listInside(const CachePath &P);

  const CacheModel &Model;
  MemoryTally &Tally;
  size_t SharedFrom;
  std::vector<std::unique_ptr<CachePath>> Paths;
  std::vector<bool> Taken; ///< by slot
  /// By level, then by slot divided by the threads that share one.
  std::vector<std::vector<std::unique_ptr<LevelCache>>> Caches;
  std::unordered_map<uint32_t, uint32_t> SlotOf; ///< by thread
};

} // namespace memfacet

#endif
