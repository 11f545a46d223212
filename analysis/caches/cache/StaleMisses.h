//===- StaleMisses.h - misses of sets that were not seen for a while ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread visits a set for a turn, and comes back much later (VisitedSets.h).
// The set is taken to be as it was. Lines that the thread has fetched since
// then seem to miss once more: a program with few misses would get half as many
// again. How many are too many is measured. Some visits are repeated in the
// next turn. The accesses of that turn go to two copies of the set: one that
// was renewed by the turn before, and one that is as stale as sets are when a
// visit begins. Example:
//
//   a turn that was repeated: 30 misses, 50 in the stale copy
//   a turn that was not:      100 misses, of which 60 count
//
// This is a ratio estimate (W. G. Cochran, "Sampling Techniques", 3rd edition,
// 1977, chapter 6). Both copies see the same accesses, so it does not suffer
// from what the program does at other times.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_CACHE_STALEMISSES_H
#define MEMFACET_CACHES_CACHE_STALEMISSES_H

#include "analysis/caches/cache/MruChange.h"
#include <cstddef>
#include <span>
#include <vector>

namespace memfacet::caches {

/// The errors of one thread's sets. Not synchronised.
class StaleMisses {
public:
  /// \p Expected: the part that is true, as long as nothing is known.
  explicit StaleMisses(double Expected) : Expected(Expected) {}

  /// Takes the misses of the same accesses: \p True ones, and those of a \p
  /// Stale copy.
  void learn(std::span<const Miss> True, std::span<const Miss> Stale);
  /// Appends to \p Misses as many of the misses of stale sets in \p Stale, of
  /// the same structures, as are true in the mean; some of them twice.
  void correct(std::span<const Miss> Stale, std::vector<Miss> &Misses);

private:
  struct Tally {
    double True = 0, Stale = 0; ///< misses of turns that were repeated
    double Rest = 0.5;          ///< of a miss, that will count with the next
    double ratio(double Expected) const;
  };
  Tally &tallyOf(const Miss &M);

  double Expected;
  Tally All;
  std::vector<Tally> ByStructure;
};

} // namespace memfacet::caches

#endif
