//===- UnseenAllocations.h - allocators that the runtime cannot see -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_CONTEXTS_UNSEENALLOCATIONS_H
#define MEMFACET_PASS_CONTEXTS_UNSEENALLOCATIONS_H

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace memfacet::interface {
struct Entries;
}

namespace memfacet::contexts {

/// Inserts code that reports what calls of \p F allocate and release. The
/// runtime sees blocks in the interposed allocator, which a statically linked
/// program does not have, and which a program with its own allocator or
/// operator new may bypass. It uses a report if nothing was recorded during the
/// call. To be called when the cursor is in memory around all calls.
void reportUnseenAllocations(llvm::Function &F,
                             const interface::Entries &Runtime);

/// Returns whether \p Call gives a block to its caller and may allocate others
/// before, which are the library's. Then reportUnseenAllocations sets the
/// thread's site to \p Entry after the call.
bool takesSiteLater(llvm::CallBase &Call, llvm::GlobalVariable *Entry);

} // namespace memfacet::contexts

#endif
