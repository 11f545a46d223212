//===- TouchSplit.h - accesses become touches -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_CACHE_TOUCHSPLIT_H
#define MEMFACET_CACHES_CACHE_TOUCHSPLIT_H

#include "analysis/caches/cache/LevelStore.h"
#include "analysis/decode/Batch.h"

namespace memfacet::caches {

/// Where touches of lines go.
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
/// The same with vectors.
TouchSplit splitTouchesAvx512;

/// The fastest of those that \p Kind allows and this processor can.
TouchSplit *bestTouchSplit(SearchKind Kind);

} // namespace memfacet::caches

#endif
