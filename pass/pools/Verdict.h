//===- Verdict.h - whether a function is an allocator ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Iterators, readers, stacks and vectors also return pointers into a block and
// move a cursor. The rules are those of docs/internals/names.md.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_POOLS_VERDICT_H
#define MEMFACET_PASS_POOLS_VERDICT_H

#include "pass/pools/HandOut.h"

namespace memfacet::pools {

/// Returns whether the results of \p F, a function of the program, may be
/// pieces: it returns a pointer through which its callers may write.
bool mayHandOut(const llvm::Function &F);

/// Returns whether the result of \p F is a piece of a pool; \p Out is one of
/// its hand-outs.
bool isPiece(const llvm::Function &F, const PromotedCopy &Copy,
             const HandOut &Out);

/// Returns the type that the result of \p F points to.
const llvm::DIType *resultElement(const llvm::Function &F);

/// Returns whether callers give the size of a piece.
bool asksForSize(const PromotedCopy &Copy, const HandOut &Out);

} // namespace memfacet::pools

#endif
