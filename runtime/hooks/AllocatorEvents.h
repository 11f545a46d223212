//===- AllocatorEvents.h - events of interposed allocators ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_HOOKS_ALLOCATOREVENTS_H
#define MEMFACET_RUNTIME_HOOKS_ALLOCATOREVENTS_H

#include "runtime/entry/ProgramEvents.h"
#include "runtime/support/FunctionRef.h"

namespace memfacet::hooks {

/// Writes an allocation, if there was one. \p Caller is the calling code, of
/// interest where it is not instrumented.
void writeAlloc(record::ThreadState &T, AllocationKind Kind,
                const void *Address, size_t Size, const void *Caller,
                const void *Previous = nullptr);

void writeFree(record::ThreadState &T, const void *Address, bool ByRealloc);

/// Writes that the block at \p Address has \p Size bytes from now on. It keeps
/// its structure.
void writeRoom(record::ThreadState &T, const void *Address, size_t Size);

/// Calls \p Call, which allocates with the real allocator, and writes the
/// allocation.
void *allocate(AllocationKind Kind, size_t Size, const void *Caller,
               FunctionRef<void *> Call);

/// Calls \p Call, which reallocates \p Old to \p Size bytes with the real
/// allocator, and writes that.
void *reallocate(void *Old, size_t Size, const void *Caller,
                 FunctionRef<void *> Call);

/// Writes the release of \p Address, if there is a block, and calls \p Call,
/// which releases it.
void releaseBlock(void *Address, FunctionRef<void> Call);

} // namespace memfacet::hooks

#endif
