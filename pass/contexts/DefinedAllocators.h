//===- DefinedAllocators.h - reports of a program's own malloc ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_CONTEXTS_DEFINEDALLOCATORS_H
#define MEMFACET_PASS_CONTEXTS_DEFINEDALLOCATORS_H

#include "llvm/IR/Function.h"

namespace memfacet::interface {
struct Entries;
}

namespace memfacet::contexts {

/// If \p F is a malloc, free or similar function that the program defines,
/// inserts code into \p Body, F itself or a copy of it, that reports the block
/// where the function returns or begins. The call of F names the block. To be
/// called when the cursor is in memory around all calls.
void reportDefinedAllocator(llvm::Function &Body, const llvm::Function &F,
                            const interface::Entries &Runtime);

} // namespace memfacet::contexts

#endif
