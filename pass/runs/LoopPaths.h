//===- LoopPaths.h - iterations that share a record -----------------------===//
//
// A loop of one block, without a call, goes on with its own record: each
// iteration stores the header of a longer path, up to LoopPath::Times of them.
// A base that is a fixed stride further with each iteration has its slot once,
// for all of them; the rows of later iterations add the strides to their sites'
// offsets. So an iteration of an array's loop costs a header, and nobody needs
// to know before, or behind the loop, how often it was executed.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_RUNS_LOOPPATHS_H
#define MEMFACET_PASS_RUNS_LOOPPATHS_H

#include "pass/runs/Plan.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace memfacet {

struct LoopPath {
  llvm::BasicBlock *Before; ///< the loop is entered from here only
  /// The first iteration of a record, then each further one. The slots that
  /// hold for all of them come first.
  std::vector<RunPlan> Iterations;
  unsigned Shared = 0; ///< so many such slots
  unsigned Own = 0;    ///< words that each iteration adds

  unsigned times() const { return unsigned(Iterations.size()); }
};

/// By run, which is a loop.
using LoopPaths = llvm::DenseMap<size_t, LoopPath>;

/// The loops of \p F for which it pays. \p Options: as for planRun; not
/// without Elide.
LoopPaths findLoopPaths(llvm::Function &F, const std::vector<Run> &Runs,
                        PlanOptions Options, ReferenceList &References);

/// Puts what \p V is computed from within \p Loop, a block, in front of
/// \p Where, which comes before it there. Null: that cannot be done.
llvm::Value *computeEarly(llvm::Value *V, const llvm::BasicBlock &Loop,
                          llvm::Instruction *Where);

} // namespace memfacet

#endif
