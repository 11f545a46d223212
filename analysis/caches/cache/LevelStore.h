//===- LevelStore.h - the contents of one simulated cache -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exact least-recently-used sets. To add another way to hold them, implement
// this interface and choose it in makeLevelStore.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_CACHE_LEVELSTORE_H
#define MEMFACET_CACHES_CACHE_LEVELSTORE_H

#include "analysis/caches/cache/MruChange.h"
#include "analysis/caches/model/CacheModel.h"
#include <cstddef>
#include <functional>
#include <memory>
#include <span>

namespace memfacet::caches {

/// Outcome of making a line the most recent of its set, in place of the least
/// recent one where it was absent.
struct Touch {
  bool Hit;
  CacheWord Victim; ///< what had to leave, or EmptyWord; meaningless on a hit
};

/// One cache of a level. Not synchronised: one thread at a time.
class LevelStore {
public:
  virtual ~LevelStore() = default;

  /// A first level: makes each wanted line the most recent of its set, in
  /// order, after the one that was it has been marked as written. Its misses go
  /// to \p Out, which has room for In.size(). Returns how many.
  virtual size_t takeChanges(std::span<const MruChange> In, Miss *Out) = 0;

  /// The same of touches.
  virtual size_t takeTouches(const TouchSpan &In, Miss *Out) = 0;

  /// Simulates, in order, what the caches before let through: the victim is
  /// written back if it is dirty, then the wanted line is touched. What this
  /// cache lets through goes to \p Out, which has room for 2 * In.size(): its
  /// misses, and {EmptyWord, word} for what it had no copy of to write back
  /// to. Returns how many.
  virtual size_t filter(std::span<const Miss> In, Miss *Out) = 0;

  /// Makes the line of \p W dirty, with its writer, where it is present;
  /// recency stays. Returns whether it was.
  virtual bool markDirty(CacheWord W) = 0;

  virtual void forEachDirty(const std::function<void(CacheWord)> &Visit) = 0;
  virtual void clear() = 0;

protected:
  explicit LevelStore(uint64_t Sets);

  /// Where a line goes. A copy of its own stays in registers.
  struct SetOf {
    uint64_t Sets;
    bool PowerOfTwo;
    uint64_t operator()(uint64_t Line) const {
      return PowerOfTwo ? Line & (Sets - 1) : Line % Sets;
    }
  };
  const SetOf Place;
};

/// How sets of up to 64 ways are searched; all give the same results.
enum class SearchKind { Best, Scalar, Avx2, Avx512 };
/// Whether this processor can.
bool canSearch(SearchKind Kind);
/// The fastest of those that \p Kind allows and this processor can, for sets of
/// \p Ways.
SearchKind bestSearch(SearchKind Kind, uint32_t Ways);

std::unique_ptr<LevelStore> makeLevelStore(const CacheLevel &Level,
                                           uint32_t LineBytes,
                                           SearchKind Kind = SearchKind::Best);

// One per instruction set; up to MaxNarrowWays ways.
std::unique_ptr<LevelStore> makeScalarSets(uint64_t Sets, uint32_t Ways);
std::unique_ptr<LevelStore> makeAvx2Sets(uint64_t Sets, uint32_t Ways);
std::unique_ptr<LevelStore> makeAvx512Sets(uint64_t Sets, uint32_t Ways);

} // namespace memfacet::caches

#endif
