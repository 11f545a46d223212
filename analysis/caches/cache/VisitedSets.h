//===- VisitedSets.h - a first level's sets for a while -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread visits lines of other residues in turn (memfacet/Select.h), so that
// misses of the first level are known of all its sets.
//
// A set is as it was at the end of its last visit. In between, the thread has
// fetched some lines, which seem to miss now, and others have left, which seem
// to be there. A visit is off by so many misses as the set has ways at most;
// both errors are as frequent in a program that goes on as before.
//
// Before its first visit, nothing is known of a set. Example: a set of two
// ways, and accesses to the lines
//
//   a  b  a  c  a
//
// The first a and b may have been there. When c comes, the set is full: a and b
// had to be fetched, too, if they are as the lines behind them. So fetches into
// a set that is not full wait for the first miss that surely is one, and count
// with it. If none comes before the visit ends, they were hits. What a fetch
// that waited has driven out is taken to be like the line fetched before it.
//
// A thread that visits lines from its first access on finds their sets empty.
// There each fetch is a miss.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_CACHE_VISITEDSETS_H
#define MEMFACET_CACHES_CACHE_VISITEDSETS_H

#include "analysis/caches/cache/LevelStore.h"
#include "analysis/caches/model/CacheModel.h"
#include <memory>
#include <vector>

namespace memfacet::caches {

/// Of one thread. Least recently used lines leave. Not synchronised.
class VisitedSets {
public:
  /// The number of sets of \p Level is a multiple of SelectResidues. \p Empty:
  /// that is what those of the first visit are.
  VisitedSets(const CacheLevel &Level, bool Empty,
              SearchKind Search = SearchKind::Best);

  /// Takes \p Touches, in order, of lines that the thread visits by \p Visit.
  /// Appends misses to \p Misses.
  void take(const TouchSpan &Touches, const LinesValue &Visit,
            std::vector<Miss> &Misses);

private:
  struct Set {
    uint32_t Lines =
        0; ///< that are known; of one that counts, if there are any
    bool Counts = false; ///< it was full, or empty at the beginning
  };

  void begin(const LinesValue &Visit);
  void touchKnown(const TouchSpan &Touches, std::vector<Miss> &Misses);
  void touchUnknown(CacheWord Touch, uint32_t Site, std::vector<Miss> &Misses);
  void credit(uint64_t Index, std::vector<Miss> &Misses);
  void beginToCount(uint64_t Index);

  uint64_t Count; ///< of sets
  uint32_t Ways;
  LinesValue Lines = {};             ///< of the visit
  bool IsFirst = true;               ///< the visit
  size_t Unknown = 0;                ///< sets of the visit that do not count
  std::vector<Set> Sets;             ///< by index
  std::unique_ptr<LevelStore> Known; ///< the sets that count
  /// The others: by set, the most recent first.
  std::vector<CacheWord> Words;
  std::vector<Miss> Waiting; ///< in order
  std::vector<Miss> Room;    ///< for a moment
};

} // namespace memfacet::caches

#endif
