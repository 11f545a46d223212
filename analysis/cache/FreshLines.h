//===- FreshLines.h - misses that nobody can be sure of -------------------===//
//
// Behind a gap in the stream, a cache's state is that of before the gap. Until
// as many lines have come into a set as it has ways, it is not known what the
// set held. A line that was never seen misses there; but maybe it was touched
// in the gap. In the whole run each line is new once, so these misses must not
// count for as many as others do.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHE_FRESHLINES_H
#define MEMFACET_CACHE_FRESHLINES_H

#include "analysis/cache/CacheWord.h"
#include "analysis/cache/LineMap.h"
#include "analysis/cache/SetDistances.h"
#include "analysis/model/CacheLimits.h"
#include "analysis/model/CacheModel.h"
#include <array>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace memfacet {

/// Counts them in all levels but the first, whose few lines are known soon.
/// Called from one thread at a time.
class FreshLines {
public:
  explicit FreshLines(const CacheModel &Model)
      : Model(Model), Distances(Model) {}

  /// There is a gap in the stream here.
  void gap() {
    ++Epoch;
    Distances.gap();
  }
  void count(bool Wanted) {
    Counting = Wanted;
    Distances.count(Wanted);
  }
  void forgetCounts();
  /// What reaches \p Cache of level number \p Level, in order.
  void add(size_t Level, const void *Cache, std::span<const Miss> Reaching);
  /// The same of a first level, of which only distances are kept.
  void addFirst(const void *Cache, std::span<const MruChange> Reaching) {
    Distances.add(0, Cache, Reaching);
  }
  /// \p Cache is empty now.
  void forget(const void *Cache) {
    Caches.erase(Cache);
    Distances.forget(Cache);
  }

  /// Misses that may have been none, by structure, while this counted.
  using Counts = std::map<uint32_t, std::array<uint64_t, MaxCacheLevels>>;
  /// Returns them and forgets them.
  Counts take() { return std::exchange(Fresh, {}); }
  /// The same, counted or not: each is a line of its own.
  const Counts &seen() const { return Seen; }
  const SetDistances &distances() const { return Distances; }

private:
  /// Of one cache.
  struct Marks {
    /// A bit for each line that has come, by 64 neighbours.
    LineMap<uint64_t> Ever;
    // Instead, where sets are wide: the epoch in which a line came last, and by
    // set the lines that have come in epoch Since.
    LineMap<uint32_t> Touched;
    std::vector<uint32_t> Lines, Since;
  };

  void addNarrow(size_t Level, SetDistances::Lines &Known, Marks &Its,
                 std::span<const Miss> Reaching);
  void addWide(size_t Level, Marks &Its, std::span<const Miss> Reaching);
  void count(const Miss &M, size_t Level);

  CacheModel Model;
  uint32_t Epoch = 1; ///< gaps so far, and one
  bool Counting = true;
  std::unordered_map<const void *, std::unique_ptr<Marks>> Caches;
  Counts Fresh, Seen;
  SetDistances Distances;
};

} // namespace memfacet

#endif
