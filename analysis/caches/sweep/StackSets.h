//===- StackSets.h - all associativities at once --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Caches with the same sets, different ways and LRU contain each other: each
// holds all lines that the smaller ones hold (Mattson and others 1970; Hill and
// Smith 1989). So one list for each set, the most recent line first, stands for
// all caches. The first W lines are the contents of the cache of W ways. A line
// at depth D is a miss where W <= D.
//
// One number also says which of the caches hold a line dirty (after Thompson
// and Smith 1989): the greatest depth at which the line was touched since it
// was written. Caches with more ways have kept the line since, dirty. The
// others have written it back and fetched it again, clean.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_SWEEP_STACKSETS_H
#define MEMFACET_CACHES_SWEEP_STACKSETS_H

#include "analysis/caches/cache/LevelStore.h"
#include "analysis/caches/sweep/SweepStore.h"

namespace memfacet::caches {

/// Makes the sets of caches of up to MaxNarrowWays ways. All kinds give the
/// same results.
std::unique_ptr<SweepStore> makeStackSets(const SweepShape &Shape,
                                          SearchKind Kind = SearchKind::Best);
/// Makes them with AVX-512; null if this processor does not support it.
std::unique_ptr<SweepStore> makeStackSetsAvx512(const SweepShape &Shape);

} // namespace memfacet::caches

#endif
