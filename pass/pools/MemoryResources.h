//===- MemoryResources.h - objects of std::pmr ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_POOLS_MEMORYRESOURCES_H
#define MEMFACET_PASS_POOLS_MEMORYRESOURCES_H

#include "llvm/IR/Function.h"

namespace memfacet::pools {

/// Makes the result of \p F an object if it is
/// std::pmr::memory_resource::allocate, and ends the object if it is
/// deallocate. Returns whether \p F is one of them.
bool emitMemoryResource(llvm::Function &F);

} // namespace memfacet::pools

#endif
