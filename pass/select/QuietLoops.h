//===- QuietLoops.h - loops that skip checks ------------------------------===//
//
// In many loops of one block, addresses advance by constant strides. Then it is
// known how many iterations pass until one of them comes to a chosen line, and
// nothing is checked for so long:
//
//   before the loop   quiet = 0
//   an iteration      if (quiet-- == 0)                         out of line:
//                       check each access that has a stride
//                       quiet = one was chosen ? 0 : iterations until one is
//                     check what has no stride, as everywhere
//
// Where an access without a stride stands between two others, these are in two
// stretches, so that records stay in the program's order. All stretches are
// checked in the same iterations; the last one sets quiet.
//
// Only a thread chooses more lines for itself than before, where an interval
// ends. There quiet is 0 again.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_SELECT_QUIETLOOPS_H
#define MEMFACET_PASS_SELECT_QUIETLOOPS_H

#include "pass/interface/PlainBuilder.h"
#include "pass/select/CheckPlan.h"
#include "pass/select/SelectEntries.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace memfacet {

/// Of each check of the loop's run (planChecks): bytes that it is further in
/// the next iteration, or nothing, if that is not known.
using CheckStrides = llvm::SmallVector<std::optional<int64_t>, 8>;

/// A loop that skips checks.
struct QuietLoop {
  CheckStrides Strides;
  /// Iterations until the next one with checks.
  llvm::AllocaInst *Quiet = nullptr;
  /// Whether some access of the iteration was chosen, if it has two stretches.
  llvm::AllocaInst *Chosen = nullptr;
};

/// The loops of a function in which that pays.
class QuietLoops {
public:
  /// \p Runs are those of \p F, in which nothing counts yet.
  QuietLoops(llvm::Function &F, const std::vector<Run> &Runs);

  /// Once \p F counts: makes the variables of all loops, which begin as 0.
  /// Intervals end in calls of \p Check.
  void makeVariables(llvm::Function &F, const std::vector<Run> &Runs,
                     const llvm::Value *Check);
  /// The loop that run \p Number is, or null.
  const QuietLoop *find(size_t Number) const;
  /// All variables, to be made values.
  llvm::ArrayRef<llvm::AllocaInst *> variables() const { return Variables; }

private:
  llvm::AllocaInst *variable(llvm::Function &F, llvm::Type *Of);

  llvm::DenseMap<size_t, QuietLoop> ByRun;
  llvm::SmallVector<llvm::AllocaInst *, 4> Variables;
};

/// The number of iterations behind this one until \p Address, which is not in
/// \p Lines and advances by \p Stride, comes to a line whose bit is set there.
/// \p Stride is not 0.
llvm::Value *quietIterations(PlainBuilder &B, llvm::Value *Address,
                             llvm::Value *Lines, int64_t Stride);

} // namespace memfacet

#endif
