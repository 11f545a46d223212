//===- AllocatorEntries.h - other ways into a program's malloc ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A shell calls its malloc by a function of its own, which knows the line of
// the caller: "xmalloc(n)" is "sh_malloc(n, __FILE__, __LINE__)". Both
// functions return what a third one hands out.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_POOLS_ALLOCATORENTRIES_H
#define MEMFACET_PASS_POOLS_ALLOCATORENTRIES_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Module.h"

namespace memfacet::pools {

/// Inserts what MEMFACET_ALLOC and MEMFACET_FREE would where functions of \p M
/// call what its malloc and free do the work with. \p Allocators: all functions
/// that these call; nothing is inserted there. Returns the functions that have
/// changed.
llvm::DenseSet<const llvm::Function *>
emitAllocatorEntries(llvm::Module &M,
                     const llvm::DenseSet<const llvm::Function *> &Allocators);

} // namespace memfacet::pools

#endif
