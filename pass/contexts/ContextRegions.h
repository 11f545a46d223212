//===- ContextRegions.h - where a function keeps its context's slot -------===//
//
// A function has one slot among the contexts (memfacet/Entry.h), whichever of
// its calls is in progress. To find it, to remember what an outer call has
// there and to put that back costs as much as a call's entry itself; within a
// region it is done once, for all calls there. A region is a block from its
// first such call to its last, or all that a block dominates.
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

namespace memfacet {

enum class ContextUseKind {
  Call,    ///< has an entry, and must find the depth raised
  Reader,  ///< may look at the contexts as they are without this function
  Exit,    ///< a call that does not return, but may throw or jump
  Comeback ///< behind it the depth has been put back
};

/// What has to do with contexts.
struct ContextUse {
  llvm::Instruction *Where;
  ContextUseKind Kind;
  llvm::GlobalVariable *Entry; ///< of a call
};

/// By block, in order.
using ContextUses =
    llvm::DenseMap<const llvm::BasicBlock *, llvm::SmallVector<ContextUse, 4>>;

struct ContextRegion {
  llvm::BasicBlock *Head;
  /// All that Head dominates, in reverse post-order; or Head alone, from its
  /// first call to its last: empty.
  llvm::SmallVector<llvm::BasicBlock *, 8> Blocks;
};

/// Regions for all calls in \p Uses that can be reached, none in two of them:
/// those for which the least is executed, as far as block frequencies tell.
std::vector<ContextRegion> contextRegions(llvm::Function &F,
                                          const ContextUses &Uses);

} // namespace memfacet

#endif
