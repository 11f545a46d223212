//===- PointWarmth.h - what cold caches hide in simulation points ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where only some intervals are simulated, nobody knows what a cache held
// before. Warming fills small caches; a large one stays cold for longer than
// anybody wants to wait. Then a touch that finds nothing may be a miss, or a
// hit on a line that came before the warming.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_MEMORY_POINTWARMTH_H
#define MEMFACET_CACHES_MEMORY_POINTWARMTH_H

#include "analysis/caches/memory/MemoryCounters.h"
#include "analysis/caches/model/CacheLimits.h"
#include "analysis/caches/model/CacheModel.h"
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace memfacet::caches {

/// Of one level in one interval: touches that reached it.
struct LevelWarmth {
  uint64_t Hits = 0;   ///< for sure: the line has come since the gap
  uint64_t Misses = 0; ///< for sure: the set has been filled since the gap
  uint64_t Open = 0;   ///< neither
  bool operator==(const LevelWarmth &) const = default;
};

/// Of one interval.
struct IntervalWarmth {
  std::array<LevelWarmth, MaxCacheLevels> Levels = {};
  /// Cycles of the simulated core if cold lines hit, and if they miss.
  std::optional<std::pair<uint64_t, uint64_t>> Cycles = {};
};

/// What an access may cost: as Outcome has it, at least and at most.
struct OutcomeRange {
  struct Bound {
    uint8_t Missed = 0, TlbMissed = 0;
    uint32_t FromMemory = 0;
    bool operator==(const Bound &) const = default;
  };
  Bound Least, Most;
  bool operator==(const OutcomeRange &) const = default;

  /// \p Simulated, as it is if cold lines hit, and if they miss. What was
  /// simulated may know better: lines are prefetched and taken by others.
  Outcome least(Outcome Simulated) const;
  Outcome most(Outcome Simulated) const;
};

/// Follows LRU sets, of which it does not know what came in gaps. Those of an
/// inner level decide what reaches the next one: what is open there goes on. So
/// Misses of a level is what misses if all cold lines would have hit, Misses +
/// Open what misses if none would (A. Sandberg et al., "Full speed ahead:
/// detailed architectural simulation at near-native speed", IISWC 2015, call it
/// optimistic and pessimistic warming). That is exact in a first level; what is
/// open there changes the order in the next one a little. With other policies
/// than LRU and where lines are taken by other threads it is an approximation.
///
/// A gap of n instructions brings so many lines into a set of a level with S of
/// them: with r the most accesses per instruction that reached it in any
/// interval so far, a Poisson count of mean n r / S, at most
///
///   u = ceil(n r / S + 2 sqrt(n r / S)),
///
/// which is exceeded in at most 3 of 100 sets. A line that is followed by fewer
/// than ways - u others is still there; any that is not known may be one of the
/// u. Called from one thread.
class PointWarmth {
public:
  explicit PointWarmth(const CacheModel &Model);

  /// Before anything else: the run begins now, and nothing was cached before.
  void startOfRun() { Empty = true; }
  /// What comes now follows on \p Instructions that were left out; by default,
  /// so many that nothing is left in any cache.
  void gap(uint64_t Instructions = UINT64_MAX);
  /// An interval of so many instructions is over.
  void endInterval(uint64_t Instructions);
  /// Counts go to \p Interval of \p Thread from now on.
  void count(uint32_t Thread, uint32_t Interval) {
    CurrentWarmth = &Counts[{Thread, Interval}];
  }
  void stopCounting() { CurrentWarmth = nullptr; }
  /// \p Line of \p Thread is touched: levels that miss it, at least and at
  /// most.
  std::pair<uint8_t, uint8_t> touch(uint32_t Thread, uint64_t Line);
  /// All that an access touches, pages included. \p Size is not 0.
  OutcomeRange access(uint32_t Thread, uint64_t Address, uint32_t Size);

  /// What the accesses of the batch in progress may cost, by number in it: for
  /// who is shown them later than who follows the caches.
  std::vector<OutcomeRange> Ranges;
  /// Whether counts of \p Interval are asked for.
  bool hasCounts(uint32_t Thread, uint32_t Interval) const {
    return Counts.contains({Thread, Interval});
  }
  /// What a core takes for \p Interval.
  void setCycles(uint32_t Thread, uint32_t Interval, uint64_t Least,
                 uint64_t Most) {
    Counts[{Thread, Interval}].Cycles = {Least, Most};
  }

  /// By thread and interval.
  using Table = std::map<std::pair<uint32_t, uint32_t>, IntervalWarmth>;
  const Table &counts() const { return Counts; }

private:
  struct Cache {
    std::vector<uint64_t> Lines; ///< by set, those known, the last one first
    /// Of each of Lines: how many unknown ones may have come since, before the
    /// known one that came next.
    std::vector<uint32_t> UnknownAhead;
    struct Set {
      uint32_t Known = 0;    ///< of Lines
      uint32_t Tail = 0;     ///< unknown ones behind those
      double LastUnseen = 0; ///< of its cache's Unseen
    };
    std::vector<Set> Sets;
  };
  enum class Finding { Hit, Miss, Open };

  /// A level of caches, or behind them of the TLB.
  struct Level {
    uint64_t Sets = 0;
    uint32_t Ways = 0;
    uint64_t Mask = 0;    ///< of a set's number, where Sets is a power of two
    uint64_t Reached = 0; ///< accesses, in the interval in progress
    double Rate = 0;      ///< the most of any interval, per instruction
    double Unseen = 0;    ///< accesses to a set in gaps: the mean
  };

  Cache &cacheOf(size_t Level, uint32_t Number);
  /// By level, those of \p Thread.
  const std::vector<Cache *> &pathOf(uint32_t Thread);
  Finding touch(Cache &C, Level &L, uint64_t Line);
  static void findUnseen(Cache &C, const Level &L, uint64_t Set);
  std::pair<uint8_t, uint8_t> lookUp(uint32_t Thread, uint64_t Number,
                                     size_t First, size_t End);
  std::pair<uint8_t, uint8_t> translate(uint32_t Thread, uint64_t Page);

  CacheModel Model;
  bool Empty = false;
  std::vector<Level> Levels; ///< those of the TLB behind those of the caches
  /// By level, and number of the cache in it.
  std::map<std::pair<size_t, uint32_t>, Cache> Caches;
  std::map<uint32_t, std::vector<Cache *>> Paths; ///< by thread
  uint32_t PathOwner = 0;
  const std::vector<Cache *> *Path = nullptr; ///< of PathOwner
  IntervalWarmth *CurrentWarmth = nullptr;
  Table Counts;
};

} // namespace memfacet::caches

#endif
