//===- LoopPaths.h - iterations that share a record -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An iteration of a loop of one block, without a call, continues the record of
// the iteration before: it stores the header of a longer path, for up to
// LoopPath::times() iterations. A base that advances by a fixed stride has one
// slot, for all iterations; the rows of later iterations add the strides to the
// offsets of their sites. So an iteration of a loop over arrays costs a header,
// and no code before or after the loop needs to know how often it was executed.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_RUNS_LOOPPATHS_H
#define MEMFACET_PASS_RUNS_LOOPPATHS_H

#include "pass/runs/Plan.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace memfacet::runs {

struct LoopPath {
  llvm::BasicBlock *Predecessor; ///< the loop is entered from here only
  /// The first iteration of a record, then each further one. The first one
  /// begins with the slots that hold for all of them.
  std::vector<RunPlan> Iterations;
  unsigned SharedSlots = 0; ///< number of such slots
  unsigned OwnWords = 0;    ///< words that each iteration adds

  unsigned times() const { return unsigned(Iterations.size()); }
};

/// Loops by the number of their only run.
using LoopPaths = llvm::DenseMap<size_t, LoopPath>;

/// Returns the loops of \p F for which this pays. \p Options: as for planRun;
/// Elide must be set.
LoopPaths findLoopPaths(llvm::Function &F, const std::vector<Run> &Runs,
                        PlanOptions Options, ReferenceList &References);

/// Inserts a second computation of \p V before \p InsertPoint, which comes
/// before \p V in block \p Loop. Returns null if that cannot be done.
llvm::Value *computeEarly(llvm::Value *V, const llvm::BasicBlock &Loop,
                          llvm::Instruction *InsertPoint);

} // namespace memfacet::runs

#endif
