//===- PointWarmth.h - the effect of cold caches on simulation points -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where only some intervals are simulated, the contents of a cache at their
// beginning are not known. Warming fills small caches. A large one stays cold
// for longer than it is practical to wait. Then a touch that finds no line may
// be a miss, or a hit on a line that came before the warming.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_MEMORY_POINTWARMTH_H
#define MEMFACET_CACHES_MEMORY_POINTWARMTH_H

#include "analysis/caches/memory/MemoryCounters.h"
#include "analysis/caches/model/CacheLimits.h"
#include "analysis/caches/model/CacheModel.h"
#include "memfacet/Check.h"
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace memfacet::caches {

/// The touches that reached one level in one interval.
struct LevelWarmth {
  uint64_t Hits = 0;   ///< certain: the line has come since the gap
  uint64_t Misses = 0; ///< certain: the set has been filled since the gap
  uint64_t Open = 0;   ///< neither
  bool operator==(const LevelWarmth &) const = default;
};

/// The warmth of one interval.
struct IntervalWarmth {
  std::array<LevelWarmth, MaxCacheLevels> Levels = {};
  /// Cycles of the simulated core if cold lines hit, and if they miss.
  std::optional<std::pair<uint64_t, uint64_t>> Cycles = {};
};

/// The least and the most that an access may cost, as in Outcome.
struct OutcomeRange {
  struct Bound {
    uint8_t Missed = 0, TlbMissed = 0;
    uint32_t FromMemory = 0;
    bool operator==(const Bound &) const = default;
  };
  Bound Least, Most;
  bool operator==(const OutcomeRange &) const = default;

  /// Return the outcome if cold lines hit, and if they miss. Where \p Simulated
  /// is outside of the range, it holds: lines are prefetched, or taken by other
  /// threads.
  Outcome least(Outcome Simulated) const;
  Outcome most(Outcome Simulated) const;
};

/// Follows LRU sets, but does not know which lines came in gaps. The sets of an
/// inner level decide what reaches the next one: open touches are passed on. So
/// Misses of a level is what misses if all cold lines would have hit, Misses +
/// Open what misses if none would (A. Sandberg et al., "Full speed ahead:
/// detailed architectural simulation at near-native speed", IISWC 2015, call it
/// optimistic and pessimistic warming). That is exact in a first level. Open
/// touches there change the order in the next level a little. With policies
/// other than LRU, and where other threads take lines, it is an approximation.
///
/// A gap of n instructions brings a Poisson count of lines of mean n r / S into
/// a set of a level with S sets, where r is the most accesses per instruction
/// that reached the level in any interval so far. The count is taken to be at
/// most
///
///   u = ceil(n r / S + 2 sqrt(n r / S)),
///
/// which is exceeded in at most 3 of 100 sets. A line with fewer than ways - u
/// other lines after it is still there. Any line that is not known may be one
/// of the u. Called from one thread.
class PointWarmth {
public:
  explicit PointWarmth(const CacheModel &Model);

  /// Says that the run begins now, and nothing was cached before. To be called
  /// before all other functions.
  void startOfRun() {
    MEMFACET_CHECK(Paths.empty() && Counts.empty(), "the run begins once");
    Empty = true;
  }
  /// Leaves out \p Instructions. By default, nothing is left in any cache after
  /// them.
  void gap(uint64_t Instructions = UINT64_MAX);
  /// Ends an interval of \p Instructions.
  void endInterval(uint64_t Instructions);
  /// Counts in \p Interval of \p Thread from now on.
  void count(uint32_t Thread, uint32_t Interval) {
    CurrentWarmth = &Counts[{Thread, Interval}];
  }
  void stopCounting() { CurrentWarmth = nullptr; }
  /// Touches \p Line by \p Thread. Returns the least and the greatest number of
  /// levels that miss it.
  std::pair<uint8_t, uint8_t> touch(uint32_t Thread, uint64_t Line);
  /// Touches all lines and pages of an access. \p Size is not 0.
  OutcomeRange access(uint32_t Thread, uint64_t Address, uint32_t Size);

  /// What the accesses of the batch in progress may cost, by number in the
  /// batch: for observers that see them later than the one that follows the
  /// caches.
  std::vector<OutcomeRange> Ranges;
  /// Returns whether \p Interval is counted.
  bool hasCounts(uint32_t Thread, uint32_t Interval) const {
    return Counts.contains({Thread, Interval});
  }
  /// Sets the cycles that a core takes for \p Interval.
  void setCycles(uint32_t Thread, uint32_t Interval, uint64_t Least,
                 uint64_t Most) {
    Counts[{Thread, Interval}].Cycles = {Least, Most};
  }

  /// Counts by thread and interval.
  using Table = std::map<std::pair<uint32_t, uint32_t>, IntervalWarmth>;
  const Table &counts() const { return Counts; }

private:
  struct Cache {
    /// By set: the known lines, the most recent first.
    std::vector<uint64_t> Lines;
    /// For each of Lines: the number of unknown lines that may have come after
    /// it, but before the next known line.
    std::vector<uint32_t> UnknownAhead;
    struct Set {
      uint32_t Known = 0; ///< of Lines
      uint32_t Tail = 0;  ///< unknown lines after the known ones
      /// Unseen of the level when the set was touched last.
      double LastUnseen = 0;
    };
    std::vector<Set> Sets;
  };
  enum class Finding { Hit, Miss, Open };

  /// A level of caches, or, after those, of the TLB.
  struct Level {
    uint64_t Sets = 0;
    uint32_t Ways = 0;
    uint64_t Mask = 0;    ///< of a set's number, where Sets is a power of two
    uint64_t Reached = 0; ///< accesses, in the interval in progress
    double Rate = 0;      ///< the most of any interval, per instruction
    double Unseen = 0;    ///< mean number of accesses to a set in gaps
  };

  Cache &cacheOf(size_t Level, uint32_t Number);
  /// Returns the caches of \p Thread, by level.
  const std::vector<Cache *> &pathOf(uint32_t Thread);
  Finding touch(Cache &C, Level &L, uint64_t Line);
  static void findUnseen(Cache &C, const Level &L, uint64_t Set);
  std::pair<uint8_t, uint8_t> lookUp(uint32_t Thread, uint64_t Number,
                                     size_t First, size_t End);
  std::pair<uint8_t, uint8_t> translate(uint32_t Thread, uint64_t Page);

  CacheModel Model;
  bool Empty = false;
  std::vector<Level> Levels; ///< those of the TLB after those of the caches
  /// By level, and by number of the cache in the level.
  std::map<std::pair<size_t, uint32_t>, Cache> Caches;
  std::map<uint32_t, std::vector<Cache *>> Paths; ///< by thread
  uint32_t PathOwner = 0;
  const std::vector<Cache *> *Path = nullptr; ///< of PathOwner
  IntervalWarmth *CurrentWarmth = nullptr;
  Table Counts;
};

} // namespace memfacet::caches

#endif
