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

/// Its sets, its victim cache, and what it remembers. What it has is in \p
/// Tally's held lines.
class LevelCache {
public:
  LevelCache(const CacheModel &Model, size_t Level, MemoryTally &Tally);

  const CacheLevel &shape() const { return Shape; }
  size_t level() const { return Level; }
  uint64_t setOf(uint64_t Line) const { return Sets.setOf(Line); }
  LineHistory &history() { return *History; }

  /// In the sets, or null. No use of it.
  HeldLine *find(uint64_t Line) { return Sets.find(Line); }
  /// In sets or victim cache, or null. No use of it.
  HeldLine *holds(uint64_t Line);
  struct Found {
    HeldLine *Copy;    ///< in a set, or null
    bool AmongVictims; ///< it was
  };
  /// Finds and uses it; from the victim cache, it goes back to its set.
  Found lookUp(uint64_t Line, WayRange Range);
  /// \p New is not here. What has to leave altogether, or no line.
  HeldLine take(const HeldLine &New, WayRange Range);
  /// It is here no more; what it was, or no line.
  HeldLine drop(uint64_t Line);
  /// Empties it, and forgets what it was asked for. Visits dirty lines.
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

  /// Caches of inner levels that a line here leaves with, where this level is
  /// inclusive: innermost first.
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
