//===- VisitedSets.h - the sets of a first level during visits ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread visits lines of other residues in turn (memfacet/Select.h), so that
// the misses of the first level are known for all sets.
//
// A set is as it was at the end of its last visit, and empty before the first
// one. In between, the thread has fetched some lines, which seem to miss now.
// Other lines have left, which seem to be there. The misses of a visit are
// wrong by at most the number of ways of the set. As programs return to lines
// that they have used lately, most errors are of the first kind. Repeated
// visits tell how many (StaleMisses.h), for full sets and for those of which
// some ways are not known yet.
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
#include <array>
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
  /// its visit number \p VisitNumber.
  /// Appends misses to \p Misses, and those to \p Uncounted that are not taken
  /// for true. A repeated visit has none.
  void take(const TouchSpan &Touches, const LinesValue &Visit,
            uint32_t VisitNumber, std::vector<Miss> &Misses,
            std::vector<Miss> &Uncounted);

private:
  void begin(const LinesValue &Visit, uint32_t VisitNumber);
  std::span<Miss> simulate(LevelStore &Store, const TouchSpan &Touches);
  size_t partByFullness(std::span<Miss> Misses) const;

  uint64_t Count; ///< number of sets
  uint32_t Ways;
  bool Empty;
  uint32_t Number = 0;                 ///< of the visit
  bool HasBegun = false;               ///< there was a visit
  bool IsFirst = false;                ///< the visit is the first one
  bool BeganRepeated = false;          ///< the turn before was not seen
  std::unique_ptr<LevelStore> Renewed; ///< the sets
  std::unique_ptr<LevelStore> Stale;   ///< as they were when the visit began
  /// Known lines, by set; and whether there were Ways when the visit began.
  std::vector<uint32_t> Known;
  std::vector<bool> WasFull;
  /// The errors of sets that were full when the visit began, and of others.
  StaleMisses OfFull, OfOthers;
  std::vector<Miss> Room, StaleRoom; ///< scratch memory
};

} // namespace memfacet::caches

#endif
