//===- Searches.h - pieces that a search finds ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "First fit" and similar allocators keep free pieces of many sizes in a list,
// look for one that is large enough, and split it. They get memory from the
// system, and have a function that puts pieces back.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_POOLS_SEARCHES_H
#define MEMFACET_PASS_POOLS_SEARCHES_H

#include "pass/pools/HandOut.h"

namespace memfacet::pools {

/// Returns the number among the arguments of \p F that says how much memory \p
/// F requests if it has none left: it reaches an allocating call; or null.
const llvm::Argument *requestedArgument(const llvm::Function &F);

/// Returns pieces that \p F finds in a list by comparing sizes with \p Size, an
/// argument of the copy.
std::vector<HandOut> findSearched(const PromotedCopy &Copy,
                                  const llvm::Argument &Size);

/// Inserts into functions of the module what MEMFACET_FREE would, where they
/// put an argument back into the list that \p Copy searches for \p Found.
/// Returns whether there is such a function.
bool emitSearchedReleases(const llvm::Function &F, const PromotedCopy &Copy,
                          llvm::ArrayRef<HandOut> Found);

} // namespace memfacet::pools

#endif
