//===- LevelStore.h - the contents of one simulated cache -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exact sets with LRU replacement. To add a representation, implement this
// interface and choose it in makeLevelStore.
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

/// The outcome of a touch, which makes a line the most recent of its set. A
/// line that was absent replaces the least recent one.
struct Touch {
  bool Hit;
  CacheWord Victim; ///< the line that left, or EmptyWord; meaningless on a hit
};

/// One cache of a level. Not synchronised: one thread at a time.
class LevelStore {
public:
  virtual ~LevelStore() = default;

  /// Simulates changes in a first level, in order: makes the old MRU line
  /// dirty if the change says so, then touches the wanted line. Writes the
  /// misses to \p Out, which has room for In.size(), and returns their number.
  virtual size_t takeChanges(std::span<const MruChange> In, Miss *Out) = 0;

  /// Does the same with touches.
  virtual size_t takeTouches(const TouchSpan &In, Miss *Out) = 0;

  /// Simulates, in order, the misses of the level before: writes the victim
  /// back if it is dirty, then touches the wanted line. Writes to \p Out, which
  /// has room for 2 * In.size(), the misses of this cache, and {EmptyWord,
  /// word} for each dirty victim of which it has no copy. Returns their number.
  virtual size_t filter(std::span<const Miss> In, Miss *Out) = 0;

  /// Makes the line of \p W dirty, with the writer of \p W, where the line
  /// is present. Recency does not change. Returns whether the line was present.
  virtual bool makeDirty(CacheWord W) = 0;

  virtual void forEachDirty(const std::function<void(CacheWord)> &Visit) = 0;
  virtual void clear() = 0;
  /// Takes over the contents of \p Source, which has the same type and size.
  virtual void copy(const LevelStore &Source) = 0;

protected:
  explicit LevelStore(uint64_t Sets);

  /// Finds the set of a line. A local copy stays in registers.
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
enum class SearchKind { Best, Scalar, Avx512 };
/// Returns whether this processor can search with \p Kind.
bool canSearch(SearchKind Kind);
/// Returns the fastest kind that \p Kind allows and this processor supports,
/// for sets of \p Ways.
SearchKind bestSearch(SearchKind Kind, uint32_t Ways);

std::unique_ptr<LevelStore> makeLevelStore(const CacheLevel &Level,
                                           uint32_t LineBytes,
                                           SearchKind Kind = SearchKind::Best);

// One per instruction set; up to MaxNarrowWays ways.
std::unique_ptr<LevelStore> makeScalarSets(uint64_t Sets, uint32_t Ways);
std::unique_ptr<LevelStore> makeAvx512Sets(uint64_t Sets, uint32_t Ways);

} // namespace memfacet::caches

#endif
