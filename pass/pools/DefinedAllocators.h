//===- DefinedAllocators.h - a malloc of the program's own ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program may define malloc, free or operator new itself, over memory that it
// gets from the system. The runtime's hooks do not see what these functions do.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_POOLS_DEFINEDALLOCATORS_H
#define MEMFACET_PASS_POOLS_DEFINEDALLOCATORS_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Module.h"

namespace memfacet::pools {

/// Returns whether \p F is a function of the C library's allocator, or operator
/// new or delete, that the program defines, and uses no other allocator.
bool definesAllocator(const llvm::Function &F);

/// Returns the functions of \p M that replace malloc and similar functions, and
/// those that they call: their results are objects already.
llvm::DenseSet<const llvm::Function *> globalAllocators(const llvm::Module &M);

} // namespace memfacet::pools

#endif
