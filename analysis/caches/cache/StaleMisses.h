//===- StaleMisses.h - misses of sets that were not seen for a while ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread visits a set for a turn, and comes back much later (VisitedSets.h).
// The set is taken to be as it was. Lines that the thread has fetched since
// then seem to miss once more: a program with few misses would get half as many
// again. How many are too many is measured. Some visits are repeated in the
// next turn, which does not count. The accesses of that turn go to two copies
// of the set: one that was renewed by the turn before, and one that is as stale
// as sets are when a visit begins. Example:
//
//   a turn that was repeated: 30 misses, 50 in the stale copy
//   a turn that was not:      100 misses, of which 60 count
//
// Both copies see the same accesses, so the ratio does not depend on how much a
// program misses at other times. It is that of the last repeats, and one for a
// structure that missed in none of them. It may be wrong where a program goes
// over to something else: 95 % intervals contain all stale misses
// (gauges/sample/VisitIntervals.h).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_CACHE_STALEMISSES_H
#define MEMFACET_CACHES_CACHE_STALEMISSES_H

#include "analysis/caches/cache/MruChange.h"
#include "analysis/caches/cache/TurnWeights.h"
#include <cstddef>
#include <random>
#include <span>
#include <vector>

namespace memfacet::caches {

/// The errors of one thread's sets. Not synchronised.
class StaleMisses {
public:
  /// Takes the misses of the same accesses: \p True ones, and those of a \p
  /// Stale copy.
  void learn(std::span<const Miss> True, std::span<const Miss> Stale);
  /// Appends the misses of stale sets in \p Stale to \p Misses or to \p
  /// Uncounted, so that as many of each structure are in \p Misses as are true
  /// in the mean, times the factor of the structure. A miss may be there twice.
  /// Adds true ones to \p Weights.
  void correct(std::span<const Miss> Stale, TurnWeights &Weights,
               std::vector<Miss> &Misses, std::vector<Miss> &Uncounted);

private:
  struct Tally {
    double True = 0, Stale = 0; ///< misses of turns that were repeated
  };
  Tally &tallyOf(const Miss &M);

  static double ratio(const Tally &T);

  std::vector<Tally> ByStructure;
  std::minstd_rand Random;
};

} // namespace memfacet::caches

#endif
