//===- PieceEmitter.h - says of a piece that it is an object --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_POOLS_PIECEEMITTER_H
#define MEMFACET_PASS_POOLS_PIECEEMITTER_H

#include "pass/pools/HandedOut.h"

namespace memfacet {

/// Inserts into \p F, where what \p Out says has happened, what MEMFACET_ALLOC
/// would. False: there is no place for it.
bool emitPiece(llvm::Function &F, const PromotedCopy &Copy,
               const HandedOut &Out);

} // namespace memfacet

#endif
