//===- SiteMisses.h - misses by site and structure ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_CACHE_SITEMISSES_H
#define MEMFACET_CACHES_CACHE_SITEMISSES_H

#include "analysis/caches/cache/CacheWord.h"
#include "analysis/caches/cache/IntervalSites.h"
#include "analysis/caches/model/CacheLimits.h"
#include "analysis/support/Hash.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet::caches {

/// Misses by site and structure in a hash table: most misses come from few
/// sites.
class SiteMisses {
public:
  struct Row {
    uint64_t Key = NoKey; ///< structure, site
    std::array<uint64_t, MaxCacheLevels> Misses = {};

    uint32_t site() const { return uint32_t(Key); }
    StructureId structure() const { return StructureId(uint32_t(Key >> 32)); }
  };

  SiteMisses() : Rows(FirstSize) {}

  /// Switches counting off, or on again.
  void count(bool Wanted) { Counting = Wanted; }
  /// Clears all counts.
  void clear();

  /// Counts misses of \p Level in \p Sites as well, which must outlive this.
  void watch(IntervalSites *Sites, size_t Level) {
    Watcher = Sites;
    Watched = Level;
  }

  /// Counts \p M, which has a wanted line.
  void add(const Miss &M, size_t Level) { add(keyOf(M), Level, 1); }
  /// Counts \p Misses misses whose keyOf is \p Key.
  void add(uint64_t Key, size_t Level, uint64_t Misses) {
    if (!Counting)
      return;
    size_t Index = place(Key);
    if (Rows[Index].Key != Key) [[unlikely]]
      Index = insert(Key);
    Rows[Index].Misses[Level] += Misses;
    if (Level == Watched) [[unlikely]]
      Watcher->add(uint32_t(Key), Misses);
  }
  static uint64_t keyOf(const Miss &M) {
    return uint64_t(M.structure().Value) << 32 | M.Site;
  }

  /// Returns the rows, sorted by site and structure.
  std::vector<Row> sorted() const;

private:
  static constexpr uint64_t NoKey = ~uint64_t(0);
  static constexpr size_t FirstSize = 1024; ///< a power of two

  /// Returns the index where \p Key is, or where it would go.
  size_t place(uint64_t Key) const {
    size_t Index = Key * GoldenRatio >> Shift;
    while (Rows[Index].Key != Key && Rows[Index].Key != NoKey)
      Index = (Index + 1) & (Rows.size() - 1);
    return Index;
  }
  size_t insert(uint64_t Key);

  std::vector<Row> Rows;
  unsigned Shift = 64 - 10; ///< 64 less the logarithm of the size
  size_t Used = 0;
  bool Counting = true;
  IntervalSites *Watcher = nullptr;
  size_t Watched = MaxCacheLevels; ///< level; MaxCacheLevels: none
};

/// Touches of the first level beyond one per access, by SiteId: of accesses
/// that straddle lines.
class SiteTouches {
public:
  /// Switches counting off, or on again.
  void count(bool Wanted) { Counting = Wanted; }
  /// Clears all counts.
  void clear() { BySite.clear(); }

  void add(uint32_t Site, uint64_t Extra) {
    if (!Counting)
      return;
    if (BySite.size() <= Site)
      BySite.resize(std::max<size_t>(Site + 1, 2 * BySite.size()));
    BySite[Site] += Extra;
  }
  uint64_t extraTouches(uint32_t Site) const {
    return Site < BySite.size() ? BySite[Site] : 0;
  }

private:
  std::vector<uint64_t> BySite;
  bool Counting = true;
};

} // namespace memfacet::caches

#endif
