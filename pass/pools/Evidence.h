//===- Evidence.h - what else a function does with its block --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_POOLS_EVIDENCE_H
#define MEMFACET_PASS_POOLS_EVIDENCE_H

#include "pass/pools/HandedOut.h"
#include "llvm/ADT/SetVector.h"

namespace memfacet {

/// The functions of the module that \p F calls, and those that they call; \p F
/// first.
llvm::SmallSetVector<const llvm::Function *, 16>
calledFunctions(const llvm::Function &F);

/// Whether \p F or what it calls asks for memory.
bool getsMemory(const llvm::Function &F);

/// Whether \p F or what it calls fills the block from outside, copies what was
/// in it to a larger one, or lets it grow: a reader, a vector.
bool fillsOrMoves(const llvm::Function &F, const HandedOut &Out);

/// Whether the module calls \p F, and only to read what it returns.
bool callersOnlyRead(const llvm::Function &F);

/// Whether another function than \p F computes \p Cursor anew from itself.
bool movesElsewhere(const llvm::Function &F, const Member &Cursor);

/// Whether another function than \p F moves \p Cursor back: a stack.
bool isMovedBack(const llvm::Function &F, const Member &Cursor);

} // namespace memfacet

#endif
