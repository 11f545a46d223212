//===- UnseenAllocations.h - allocators that the runtime cannot see -------===//

#ifndef MEMFACET_PASS_CONTEXTS_UNSEENALLOCATIONS_H
#define MEMFACET_PASS_CONTEXTS_UNSEENALLOCATIONS_H

#include "llvm/IR/Function.h"

namespace memfacet {

struct Entries;

/// Blocks are seen in the interposed allocator; but a statically linked program
/// has none, and one that brings its own allocator or operator new may go past
/// it. So what calls of \p F allocate and release is offered to the runtime,
/// which takes it if nothing was recorded during the call. To be called when
/// the cursor is in memory around all calls.
void reportUnseenAllocations(llvm::Function &F, const Entries &Runtime);

} // namespace memfacet

#endif
