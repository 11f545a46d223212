//===- UnseenAllocations.h - allocators that the runtime cannot see -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_CONTEXTS_UNSEENALLOCATIONS_H
#define MEMFACET_PASS_CONTEXTS_UNSEENALLOCATIONS_H

#include "llvm/IR/Function.h"

namespace memfacet {

struct Entries;

/// The runtime sees blocks in the interposed allocator. But a statically linked
/// program has none, and a program with its own allocator or operator new may
/// go past it. So the code reports what calls of \p F allocate and release; the
/// runtime takes a report if nothing was recorded during the call. To be called
/// when the cursor is in memory around all calls.
void reportUnseenAllocations(llvm::Function &F, const Entries &Runtime);

} // namespace memfacet

#endif
