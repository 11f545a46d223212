//===- VisitedSets.h - the sets of a first level during visits ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread visits lines of other residues in turn (memfacet/Select.h), so that
// the misses of the first level are known for all sets.
//
// A set is as it was at the end of its last visit. In between, the thread has
// fetched some lines, which seem to miss now. Other lines have left, which seem
// to be there. The misses of a visit are wrong by at most the number of ways of
// the set. As programs return to lines that they have used lately, most errors
// are of the first kind. Repeated visits tell how many (StaleMisses.h).
//
// Before its first visit, nothing is known of a set. Example: a set of two
// ways, and accesses to the lines
//
//   a  b  a  c  a
//
// The first a and b may have been there. When c comes, the set is full: a and b
// had to be fetched, too, if they are like the lines after them. So fetches
// into a set that is not full wait for the first touch that is certainly a
// miss, and count with it. If none comes before the visit ends, they were hits.
// The victim of a waiting fetch is taken to be like the line fetched before it.
//
// If a thread visits lines from its first access on, their sets are empty at
// first. There each fetch is a miss.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_CACHE_VISITEDSETS_H
#define MEMFACET_CACHES_CACHE_VISITEDSETS_H

#include "analysis/caches/cache/LevelStore.h"
#include "analysis/caches/cache/StaleMisses.h"
#include "analysis/caches/model/CacheModel.h"
#include <memory>
#include <vector>

namespace memfacet::caches {

/// The sets of one thread, with LRU replacement. Not synchronised.
class VisitedSets {
public:
  /// The number of sets of \p Level is a multiple of SelectResidues. \p Empty:
  /// the sets of the first visit are empty.
  VisitedSets(const CacheLevel &Level, bool Empty,
              SearchKind Search = SearchKind::Best);

  /// Takes \p Touches, in order, of lines that the thread visits by \p Visit.
  /// Appends misses to \p Misses.
  void take(const TouchSpan &Touches, const LinesValue &Visit,
            std::vector<Miss> &Misses);

private:
  struct Set {
    uint32_t Lines =
        0; ///< known lines; of a set that counts, 0 if there are none
    bool Counts = false; ///< it was full, or empty at the beginning
  };

  void begin(const LinesValue &Visit);
  void simulate(const TouchSpan &Touches, std::vector<Miss> &Misses);
  std::span<const Miss> takeKnown(LevelStore &Store, const TouchSpan &Touches);
  void touchKnown(const TouchSpan &Touches, std::vector<Miss> &Misses);
  void touchUnknown(CacheWord Touch, uint32_t Site, std::vector<Miss> &Misses);
  void credit(uint64_t Index, std::vector<Miss> &Misses);
  void beginToCount(uint64_t Index);

  uint64_t Count; ///< number of sets
  uint32_t Ways;
  LinesValue Lines = {};             ///< of the visit
  bool IsFirst = true;               ///< the visit is the first one
  size_t Unknown = 0;                ///< sets of the visit that do not count
  std::vector<Set> Sets;             ///< by index
  std::unique_ptr<LevelStore> Known; ///< the sets that count
  /// Known as it was when the visit began.
  std::unique_ptr<LevelStore> Stale;
  bool IsStale = false; ///< all sets of the visit counted when it began
  StaleMisses Errors;
  /// The lines of the other sets, by set, the most recent first.
  std::vector<CacheWord> Words;
  std::vector<Miss> Waiting; ///< fetches that may be misses, in order
  std::vector<Miss> Room;    ///< scratch memory
};

} // namespace memfacet::caches

#endif
