//===- PointWarmth.h - what cold caches hide in simulation points ---------===//
//
// Where only some intervals are simulated, nobody knows what a cache held
// before. Warming fills small caches; a large one stays cold for longer than
// anybody wants to wait. Then a touch that finds nothing may be a miss, or a
// hit on a line that came before the warming.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_POINTS_POINTWARMTH_H
#define MEMFACET_POINTS_POINTWARMTH_H

#include "analysis/cache/CacheModel.h"
#include "analysis/points/IntervalTable.h"
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace memfacet {

/// Of one level in one interval: touches that reached it.
struct LevelWarmth {
  uint64_t Hits = 0;   ///< for sure: the line has come since the gap
  uint64_t Misses = 0; ///< for sure: the set has been filled since the gap
  uint64_t Open = 0;   ///< neither
  bool operator==(const LevelWarmth &) const = default;
};

using IntervalWarmth = std::array<LevelWarmth, MaxCacheLevels>;

/// Follows LRU sets that are empty at each gap. Those of an inner level decide
/// what reaches the next one: what is open there goes on. So Misses of a level
/// is what misses if all cold lines would have hit, Misses + Open what misses
/// if none would (A. Sandberg et al., "Full speed ahead: detailed architectural
/// simulation at near-native speed", IISWC 2015, call it optimistic and
/// pessimistic warming). That is exact in a first level; what is open there
/// changes the order in the next one a little. With other policies than LRU and
/// where lines are taken by other threads it is an approximation. Called from
/// one thread.
class PointWarmth {
public:
  explicit PointWarmth(const CacheModel &Model) : Model(Model) {}

  /// What comes now follows on words that were left out.
  void gap() { ++Epoch; }
  /// Counts go to \p Interval of \p Thread from now on.
  void count(uint32_t Thread, uint32_t Interval) {
    To = &Counts[{Thread, Interval}];
  }
  void stopCounting() { To = nullptr; }
  /// \p Line of \p Thread is touched.
  void touch(uint32_t Thread, uint64_t Line);

  /// By thread and interval.
  using Table = std::map<std::pair<uint32_t, uint32_t>, IntervalWarmth>;
  const Table &counts() const { return Counts; }

private:
  struct Cache {
    std::vector<uint64_t> Lines;  ///< by set, the last one first
    std::vector<uint32_t> Filled; ///< by set, since Since
    std::vector<uint32_t> Since;  ///< by set: an epoch
  };
  enum class Outcome { Hit, Miss, Open };

  Cache &cacheOf(size_t Level, uint32_t Thread);
  Outcome touch(Cache &In, uint32_t Ways, uint64_t Line);

  CacheModel Model;
  uint32_t Epoch = 1;
  std::map<std::pair<size_t, uint32_t>, Cache> Caches;
  IntervalWarmth *To = nullptr;
  Table Counts;
};

/// The same table, with the misses of the intervals in \p Warmth as they are if
/// cold lines hit (\p Hit) or miss. Others keep theirs.
IntervalTable boundedTable(const IntervalTable &Table,
                           const PointWarmth::Table &Warmth, bool Hit);

} // namespace memfacet

#endif
