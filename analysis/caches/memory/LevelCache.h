//===- LevelCache.h - one cache of a level --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_MEMORY_LEVELCACHE_H
#define MEMFACET_CACHES_MEMORY_LEVELCACHE_H

#include "analysis/caches/memory/CacheArray.h"
#include "analysis/caches/memory/LineHistory.h"
#include "analysis/caches/memory/MemoryTally.h"
#include <memory>
#include <optional>

namespace memfacet::caches {

/// One cache: its sets, its victim cache, and its history. The lines that it
/// holds are counted in \p Tally.
class LevelCache {
public:
  LevelCache(const CacheModel &Model, size_t Level, MemoryTally &Tally);

  const CacheLevel &shape() const { return Shape; }
  size_t level() const { return Level; }
  uint64_t setOf(uint64_t Line) const { return Sets.setOf(Line); }
  LineHistory &history() { return *History; }

  /// Finds \p Line in the sets, or returns null. Does not count as a use.
  HeldLine *find(uint64_t Line) { return Sets.find(Line); }
  /// Finds \p Line in the sets or the victim cache, or returns null. Does not
  /// count as a use.
  HeldLine *holds(uint64_t Line);
  struct Found {
    HeldLine *Copy;    ///< in a set, or null
    bool AmongVictims; ///< the line was in the victim cache
  };
  /// Finds and uses \p Line. A line in the victim cache goes back to its set.
  Found lookUp(uint64_t Line, WayRange Range);
  /// Takes \p New, which is not here. Returns the line that leaves the cache,
  /// or no line.
  HeldLine take(const HeldLine &New, WayRange Range);
  /// Removes \p Line. Returns what it was, or no line.
  HeldLine drop(uint64_t Line);
  /// Empties the cache and its history. Visits dirty lines.
  template <typename Visitor> void clear(Visitor VisitDirty) {
    auto Visit = [&](HeldLine &L) {
      Tally.lost(Level, L.Owner);
      if (L.Dirty)
        VisitDirty(L);
    };
    Sets.forEach(Visit);
    if (Victims)
      Victims->forEach(Visit);
    reset();
  }

  /// The caches of inner levels that a line leaves together with this cache,
  /// where this level is inclusive: the innermost first.
  std::vector<LevelCache *> InnerCaches;

private:
  void reset();

  const CacheLevel &Shape;
  uint32_t LineBytes;
  bool Coherent;
  size_t Level;
  MemoryTally &Tally;
  CacheArray Sets;
  std::optional<CacheArray> Victims;
  std::unique_ptr<LineHistory> History;
};

} // namespace memfacet::caches

#endif
