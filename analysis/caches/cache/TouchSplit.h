//===- TouchSplit.h - accesses split into touches -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_CACHE_TOUCHSPLIT_H
#define MEMFACET_CACHES_CACHE_TOUCHSPLIT_H

#include "analysis/caches/cache/LevelStore.h"
#include "analysis/decode/Batch.h"

namespace memfacet::caches {

/// The lines whose touches are kept, by list.
struct TouchedLines {
  ResidueSet Chosen;
  ResidueSet Visited; ///< by the thread of the accesses
};

/// Accesses, each in one line, with their structures.
struct OwnedAccesses {
  const uint64_t *Address;
  const decode::AccessInfo *Info;
  const uint32_t *Owners;
  size_t Count;
};

/// Appends touches to \p Chosen and \p Visited, which have room for all of
/// \p Accesses.
using TouchSplit = void(const OwnedAccesses &Accesses,
                        const TouchedLines &Lines, SelectedTouches &Chosen,
                        SelectedTouches &Visited);
TouchSplit splitTouches;
/// Does the same with vectors.
TouchSplit splitTouchesAvx512;

/// Returns the fastest one that \p Kind allows and this processor supports.
TouchSplit *bestTouchSplit(SearchKind Kind);

} // namespace memfacet::caches

#endif
