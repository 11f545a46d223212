//===- PieceEmitter.h - marks pieces as objects ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_POOLS_PIECEEMITTER_H
#define MEMFACET_PASS_POOLS_PIECEEMITTER_H

#include "pass/pools/HandOut.h"

namespace memfacet::pools {

/// Inserts into \p F, after the hand-out \p Out, what MEMFACET_ALLOC would.
/// Returns false if there is no place for it.
bool emitPiece(llvm::Function &F, const PromotedCopy &Copy, const HandOut &Out);

} // namespace memfacet::pools

#endif
