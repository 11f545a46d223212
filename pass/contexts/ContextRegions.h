//===- ContextRegions.h - where a function keeps its context's slot -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function has one slot among the contexts (memfacet/Entry.h), for whichever
// of its calls is in progress. To find the slot, to save its content and to
// restore it costs as much as to store a call's entry. Within a region this is
// done once, for all calls there. A region is a block from its first such call
// to its last, or all blocks that one block dominates.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_CONTEXTS_CONTEXTREGIONS_H
#define MEMFACET_PASS_CONTEXTS_CONTEXTREGIONS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include <vector>

namespace memfacet::contexts {

enum class ContextUseKind {
  Call,   ///< has an entry; the depth must be raised before it
  Reader, ///< may read the contexts, which must be without this function's
  Exit,   ///< a call that does not return, but may throw or jump
  Reentry ///< after it the depth has been restored
};

/// An instruction that uses the contexts.
struct ContextUse {
  llvm::Instruction *Instruction;
  ContextUseKind Kind;
  llvm::GlobalVariable *Entry; ///< of a call
};

/// The uses of each block, in order.
using ContextUses =
    llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<ContextUse, 4>>;

struct ContextRegion {
  llvm::BasicBlock *Head;
  /// All blocks that Head dominates, in reverse post-order. Empty: the region
  /// is Head alone, from its first call to its last.
  llvm::SmallVector<llvm::BasicBlock *, 8> Blocks;
};

/// Returns disjoint regions that contain all reachable calls in \p Uses, such
/// that the least code is executed, by block frequencies.
std::vector<ContextRegion> contextRegions(llvm::Function &F,
                                          const ContextUses &Uses);

} // namespace memfacet::contexts

#endif
