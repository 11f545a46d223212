//===- Obstacks.h - objects of the C library's obstacks -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Their macros are code of the function that uses them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_POOLS_OBSTACKS_H
#define MEMFACET_PASS_POOLS_OBSTACKS_H

#include "pass/pools/HandOut.h"

namespace memfacet::pools {

/// Returns whether \p F writes where an obstack's next object begins.
bool usesObstacks(const llvm::Function &F);

/// Returns the objects that are finished (obstack_finish, obstack_alloc,
/// obstack_copy).
std::vector<HandOut> findFinished(const PromotedCopy &Copy);

/// Inserts into \p F what MEMFACET_CLEAR would, where objects are freed
/// (obstack_free). Returns whether there is such a place.
bool emitObstackFrees(llvm::Function &F, const PromotedCopy &Copy);

} // namespace memfacet::pools

#endif
