//===- CacheArray.h - sets of ways, under any policy ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_MEMORY_CACHEARRAY_H
#define MEMFACET_CACHES_MEMORY_CACHEARRAY_H

#include "analysis/caches/memory/ReplacementPolicy.h"
#include <cstddef>
#include <vector>

namespace memfacet::caches {

/// A line in a cache.
struct HeldLine {
  static constexpr uint64_t NoLine = ~uint64_t(0);

  uint64_t Line = NoLine;
  uint32_t Owner = 0; ///< StructureId of the touch that brought it to the level
  uint32_t Writer = 0; ///< StructureId, if it is dirty
  uint32_t Record = 0; ///< of the cache's LineHistory
  bool Dirty = false;
  bool Prefetched = false; ///< prefetched, and not touched since
  /// Whether reads, or writes, of the line in a first level change nothing for
  /// other threads.
  bool QuietReads = false, QuietWrites = false;

  bool present() const { return Line != NoLine; }
};

class CacheArray {
public:
  CacheArray(uint64_t Sets, uint32_t Ways, Replacement Policy);

  uint64_t setOf(uint64_t Line) const {
    return PowerOfTwo ? Line & (Sets - 1) : Line % Sets;
  }
  /// Returns where \p Line is, or null. Does not count as a use.
  HeldLine *find(uint64_t Line) {
    size_t First = setOf(Line) * Ways;
    for (size_t Index = First; Index != First + Ways; ++Index)
      if (Tags[Index] == Line)
        return &Lines[Index];
    return nullptr;
  }
  void use(const HeldLine &Copy) {
    size_t Index = size_t(&Copy - Lines.data());
    Policy->used(Index / Ways, uint32_t(Index % Ways));
  }
  /// Puts \p New, which is not here, into one of the ways \p Range. Returns the
  /// line that was there, or no line.
  HeldLine take(const HeldLine &New, WayRange Range);
  /// Removes \p Line. Returns what was there, or no line.
  HeldLine remove(uint64_t Line);
  WayRange allWays() const { return {0, Ways}; }
  template <typename Visitor> void forEach(Visitor Visit) {
    for (HeldLine &L : Lines)
      if (L.present())
        Visit(L);
  }

private:
  uint64_t Sets;
  uint32_t Ways;
  bool PowerOfTwo;
  /// Numbers of the lines, adjacent for a fast search.
  std::vector<uint64_t> Tags;
  std::vector<HeldLine> Lines;
  std::unique_ptr<ReplacementPolicy> Policy;
};

} // namespace memfacet::caches

#endif
