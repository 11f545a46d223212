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
// Before the first visit, nothing is known of a set. A line that is fetched
// into a way of which nothing is known may have been there. Example: a set of
// two ways, and accesses to the lines
//
//   a  b  a  c  a
//
// When c comes, the set is full: a and b had to be fetched, too, if they are
// like the lines after them. So such fetches wait for the first miss with a
// victim, and count with it. If none comes before the visit ends, they do not
// count.
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

  /// Takes \p Touches, in order, of lines that the thread visits by \p Visit,
  /// its visit number \p VisitNumber. Appends misses to \p Misses, and those to
  /// \p Uncounted that are not taken for true; some of these count later in the
  /// visit. A repeated visit has none. Misses count by \p Weights, which has
  /// begun the turn.
  void take(const TouchSpan &Touches, const LinesValue &Visit,
            uint32_t VisitNumber, TurnWeights &Weights,
            std::vector<Miss> &Misses, std::vector<Miss> &Uncounted);

private:
  void begin(const LinesValue &Visit, uint32_t VisitNumber);
  std::span<Miss> simulate(LevelStore &Store, const TouchSpan &Touches);
  void sortOut(std::span<const Miss> New);

  uint64_t Count; ///< number of sets
  bool Empty;
  uint32_t Number = 0;                 ///< of the visit
  bool HasBegun = false;               ///< there was a visit
  bool IsFirst = false;                ///< the visit is the first one
  bool BeganRepeated = false;          ///< the turn before was not seen
  std::unique_ptr<LevelStore> Renewed; ///< the sets
  std::unique_ptr<LevelStore> Stale;   ///< as they were when the visit began
  StaleMisses Errors;
  std::vector<Miss> Waiting;         ///< fetches that may be misses, in order
  std::vector<Miss> Certain;         ///< misses, but for what Errors knows
  std::vector<Miss> Room, StaleRoom; ///< scratch memory
};

} // namespace memfacet::caches

#endif
