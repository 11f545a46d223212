//===- StackSets.h - all associativities at once --------------------------===//
//
// Caches with the same sets and different ways, LRU: each holds what the
// smaller ones hold (Mattson and others 1970; Hill and Smith 1989). So one list
// per set, most recent first, is all of them: the first W lines are the
// contents of the cache of W ways, and a line at depth D is a miss where W <=
// D.
//
// Which of them hold it dirty is one number as well (after Thompson and Smith
// 1989): the greatest depth at which the line was touched since it was written.
// Those with more ways have kept it since, dirty; the others have written it
// back and fetched it again, clean.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_SWEEP_STACKSETS_H
#define MEMFACET_SWEEP_STACKSETS_H

#include "analysis/cache/LevelStore.h"
#include "analysis/sweep/SweepStore.h"

namespace memfacet {

/// Up to MaxNarrowWays. All ways to search give the same.
std::unique_ptr<SweepStore> makeStackSets(const SweepShape &Shape,
                                          SearchKind Kind = SearchKind::Best);
/// Null where this processor cannot.
std::unique_ptr<SweepStore> makeStackSetsAvx512(const SweepShape &Shape);

} // namespace memfacet

#endif
