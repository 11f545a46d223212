//===- SetDistances.h - how deep in their sets lines are found ------------===//
//
// Behind a gap in the stream nobody knows what a cache holds. What has come
// since is known: a set, empty at the gap, keeps the lines that came, the last
// one first. A touch that finds its line there, behind d others, hits in every
// cache of more than d ways. One that does not find it was further away than
// the lines that are there: once they are as many as the set has ways it misses
// for sure, before that its outcome is open.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHE_SETDISTANCES_H
#define MEMFACET_CACHE_SETDISTANCES_H

#include "analysis/cache/MruChange.h"
#include "analysis/model/CacheLimits.h"
#include "analysis/model/CacheModel.h"
#include "analysis/support/LazyMemory.h"
#include <array>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace memfacet {

/// Of one structure's touches in one level. Empty: none was counted.
struct SetDistanceCounts {
  /// By how many other lines of the set came in between; less than ways.
  std::vector<uint64_t> Found;
  /// Of those that found nothing: by how many lines had come; less than ways.
  std::vector<uint64_t> Open;
  uint64_t Missed = 0; ///< for sure

  bool operator==(const SetDistanceCounts &) const = default;
};

/// Counts them in the levels whose sets are narrow enough to be searched. The
/// stream's beginning is a gap, too: what misses because the program has just
/// begun does not stand for what it does later. Called from one thread at a
/// time.
class SetDistances {
public:
  explicit SetDistances(const CacheModel &Model);
  ~SetDistances();

  /// There is a gap in the stream here.
  void gap() { ++Epoch; }
  void count(bool Wanted) { Counting = Wanted; }
  void forgetCounts() {
    Counts.clear();
    ByNumber.clear();
  }
  /// What reaches \p Cache of level number \p Level, in order.
  void add(size_t Level, const void *Cache, std::span<const Miss> Reaching);
  void add(size_t Level, const void *Cache,
           std::span<const MruChange> Reaching);
  /// Of one cache.
  struct Lines;
  /// Those of \p Cache of level number \p Level, until it is forgotten. Null:
  /// its sets are too wide.
  Lines *linesOf(size_t Level, const void *Cache);
  /// Whether a touch found its line; Open: nobody knows; Missed: for sure.
  enum class Outcome { Found, Open, Missed };
  /// As add, one by one.
  Outcome touch(Lines &In, CacheWord Wanted);
  /// \p Cache is empty now.
  void forget(const void *Cache) { Caches.erase(Cache); }

  /// By structure and level, what came while this counted.
  using Table =
      std::map<uint32_t, std::array<SetDistanceCounts, MaxCacheLevels>>;
  const Table &counts() const { return Counts; }

private:
  bool follows(size_t Level) const;
  SetDistanceCounts &countsOf(const Lines &In, uint32_t Structure);

  CacheModel Model;
  uint32_t Epoch = 1; ///< gaps so far, and one
  bool Counting = true;
  std::unordered_map<const void *, std::unique_ptr<Lines>> Caches;
  Table Counts;
  /// Those of Counts, by structure and level; null: there are none yet.
  std::vector<SetDistanceCounts *> ByNumber;
};

struct SetDistances::Lines {
  Lines(size_t Level, uint64_t Sets, uint32_t Ways);

  /// Ways of them.
  uint64_t *words(size_t Set) const {
    return static_cast<uint64_t *>(Words.data()) + Set * Ways;
  }
  size_t set(uint64_t Line) const {
    return PowerOfTwo ? Line & (Filled.size() - 1) : Line % Filled.size();
  }

  size_t Level;
  uint32_t Ways;
  bool PowerOfTwo;                     ///< the number of sets
  LazyMemory Words;                    ///< what came since the gap, see words
  std::vector<uint32_t> Filled, Since; ///< by set; Since: an epoch
  /// Of a first level, by set: what was touched last before the gap. Touches
  /// of it right behind the gap are not seen here (MruLines.h): whether it came
  /// back, when it is wanted again, nobody knows. That touch is left out.
  std::vector<uint64_t> MruLines;
};

} // namespace memfacet

#endif
