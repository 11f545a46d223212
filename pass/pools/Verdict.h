//===- Verdict.h - whether a function is an allocator ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Iterators, readers, stacks and vectors also return pointers into a block and
// move a cursor. The rules are those of docs/internals/names.md.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_POOLS_VERDICT_H
#define MEMFACET_PASS_POOLS_VERDICT_H

#include "pass/pools/HandedOut.h"

namespace memfacet {

/// Whether the results of \p F, a function of the program, may be pieces: it
/// returns a pointer through which its callers may write.
bool mayHandOut(const llvm::Function &F);

/// Whether what \p F returns is a piece of a pool, if it does what \p Out says.
bool isPiece(const llvm::Function &F, const PromotedCopy &Copy,
             const HandedOut &Out);

/// What the result of \p F points to.
const llvm::DIType *resultElement(const llvm::Function &F);

/// Whether callers say how much they want.
bool asksForSize(const PromotedCopy &Copy, const HandedOut &Out);

} // namespace memfacet

#endif
