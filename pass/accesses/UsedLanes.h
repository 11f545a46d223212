//===- UsedLanes.h - the lanes of wide accesses that have a use -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The vectoriser loads neighbouring structures as a whole, and takes the lanes
// of the members that the source reads out of them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_ACCESSES_USEDLANES_H
#define MEMFACET_PASS_ACCESSES_USEDLANES_H

#include "pass/accesses/Accesses.h"

namespace memfacet::accesses {

/// Returns the bytes of \p A that the program uses: of a load, those that reach
/// another instruction than one that takes lanes apart; of a store, those that
/// were not loaded from the same place just before. All bytes where that is not
/// sure, or has no code (UsedBytes).
UsedBytes usedBytes(const Access &A);

} // namespace memfacet::accesses

#endif
