//===- cache/FirstLevel.h - the cache next to a core ----------------------===//
//
// Most accesses hit here: the loop over a batch is inside, one virtual call per
// batch. Beside each line stands the structure that it belongs to, so that a
// hit needs no look-up by address.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHE_FIRSTLEVEL_H
#define MEMFACET_CACHE_FIRSTLEVEL_H

#include "analysis/cache/Filtered.h"
#include "analysis/cache/LevelStore.h"
#include "analysis/cache/OwnerSource.h"
#include "analysis/cache/SiteTouches.h"
#include "analysis/decode/Batch.h"
#include <memory>

namespace memfacet {

/// Takes misses away.
class MissDrain {
public:
  virtual ~MissDrain() = default;
  /// Hands on the misses so far; there are none then.
  virtual void handOver() = 0;
};

/// What comes out of a first level.
struct Counted {
  CounterTable<AccessCounters> &Counters;
  std::vector<Miss> &Misses; ///< appended, in order
  SiteTouches &Touches;
  MissDrain &Drain;

  /// Misses are handed on in portions of about so many.
  static constexpr size_t Portion = 2048;
  /// Called from time to time, so that an access of gigabytes does not keep a
  /// miss for each of its lines.
  void relieve() {
    if (Misses.size() >= Portion) [[unlikely]]
      Drain.handOver();
  }
};

/// Not synchronised: one thread at a time.
class FirstLevel {
public:
  virtual ~FirstLevel() = default;

  /// Simulates the accesses of \p B in order. The counters have room for every
  /// structure that \p Owners names. Some accesses are counted later.
  virtual void filter(const AccessBatch &B, OwnerSource &Owners,
                      Counted &To) = 0;
  /// Counts what is not counted yet.
  virtual void settle(Counted &To) = 0;
  /// Appends what is dirty, and empties the cache. All must be settled.
  virtual void takeDirty(std::vector<CacheWord> &Dirty) = 0;
};

/// What all representations need to know of the model.
struct FirstLevelShape {
  uint64_t Sets;
  uint32_t Ways;
  unsigned LineShift;

  FirstLevelShape(const CacheLevel &Level, uint32_t LineBytes);
  /// Whether a line lies in one line of OwnerSource.
  bool mayKeepOwners() const {
    return (uint64_t(1) << LineShift) <= OwnerLineBytes;
  }
};

std::unique_ptr<FirstLevel> makeFirstLevel(const CacheLevel &Level,
                                           uint32_t LineBytes, SearchKind Kind);

// One per instruction set; up to MaxNarrowWays ways.
std::unique_ptr<FirstLevel> makeFirstLevelScalar(const FirstLevelShape &S);
std::unique_ptr<FirstLevel> makeFirstLevelAvx2(const FirstLevelShape &S);
std::unique_ptr<FirstLevel> makeFirstLevelAvx512(const FirstLevelShape &S);

} // namespace memfacet

#endif
