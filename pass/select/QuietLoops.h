//===- QuietLoops.h - loops that skip checks ------------------------------===//
//
// In many loops of one block, addresses advance by constant strides. Then it is
// known how many iterations pass until one of them comes to a chosen line. So
// long a copy of the loop runs, its quiet twin:
//
//   loop:       counts; checks each access
//               if it ends, goto behind
//               if no access was chosen, and none will be for the next N > 0
//               iterations, goto twin
//               goto loop
//   twin:       checks only accesses without a constant stride
//               if it ends, counts the iterations and goes behind
//               if (--N != 0) goto twin
//               counts the iterations; goto loop
//
// The interval does not end within these N iterations. So threads choose other
// lines for themselves only in the loop, and the twin needs no counter.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_SELECT_QUIETLOOPS_H
#define MEMFACET_PASS_SELECT_QUIETLOOPS_H

#include "pass/counting/CountEmitter.h"
#include "pass/select/CheckPlan.h"
#include "pass/select/SelectEntries.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <memory>
#include <optional>

namespace memfacet {

/// Of each check of a loop's run (planChecks): bytes that it is further in the
/// next iteration, or nothing, if that is not known.
using CheckStrides = llvm::SmallVector<std::optional<int64_t>, 8>;

/// A loop of one block that has a twin.
struct QuietLoop {
  CheckStrides Strides;
  llvm::BasicBlock *Header = nullptr;
  /// The block's instructions, without what was inserted.
  llvm::SmallVector<llvm::Instruction *, 32> Code;
  /// Whether an access with a stride was chosen in the iteration.
  llvm::AllocaInst *Chosen = nullptr;
  /// From Code to that of the twin.
  llvm::ValueToValueMapTy Twins;
};

/// The loops of a function in which that pays.
class QuietLoops {
public:
  /// \p Runs are those of \p F, in which nothing counts yet.
  QuietLoops(llvm::Function &F, const std::vector<Run> &Runs);

  /// Once \p F counts, as \p Counted says, and before it checks: gives twins to
  /// the loops. \p Runs are those of the constructor.
  void addTwins(llvm::Function &F, const std::vector<Run> &Runs,
                CountedCode &Counted, const SelectEntries &Runtime);
  /// The loop that run \p Number is, or null.
  const QuietLoop *find(size_t Number) const {
    auto It = ByRun.find(Number);
    return It == ByRun.end() ? nullptr : It->second.get();
  }

private:
  llvm::DenseMap<size_t, std::unique_ptr<QuietLoop>> ByRun;
};

} // namespace memfacet

#endif
