//===- Evidence.h - other uses of the block of a function -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_POOLS_EVIDENCE_H
#define MEMFACET_PASS_POOLS_EVIDENCE_H

#include "pass/pools/HandOut.h"
#include "llvm/ADT/SetVector.h"

namespace memfacet::pools {

/// Returns \p F, the functions of the module that it calls, and those that they
/// call.
llvm::SmallSetVector<const llvm::Function *, 16>
calledFunctions(const llvm::Function &F);

/// Returns whether \p F or a function that it calls allocates memory.
bool getsMemory(const llvm::Function &F);

/// Returns whether \p F or a function that it calls fills the block from
/// outside, copies its content to a larger one, or lets it grow: a reader, a
/// vector.
bool fillsOrMoves(const llvm::Function &F, const HandOut &Out);

/// Returns whether the module calls \p F, and only to read what it returns.
bool callersOnlyRead(const llvm::Function &F);

/// Returns whether another function than \p F changes \p Cursor relative to its
/// value.
bool movesElsewhere(const llvm::Function &F, const Member &Cursor);

/// Returns whether another function than \p F moves \p Cursor back: a stack.
bool isMovedBack(const llvm::Function &F, const Member &Cursor);

} // namespace memfacet::pools

#endif
