//===- pass/Folding.h - runs that need no record of their own -------------===//

#ifndef MEMFACET_PASS_FOLDING_H
#define MEMFACET_PASS_FOLDING_H

#include "pass/Runs.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace memfacet {

/// A run that is recorded together with a folded one: one more row of the
/// function's blocks.
struct Variant {
  size_t Of;     ///< the run that is recorded
  size_t Before; ///< the folded run executed before it
};

/// A run without accesses is known to have been executed when each of its
/// block's successors says where it was entered from. The rows of the function
/// are one per run, in order, then one per variant.
struct Folding {
  std::vector<bool> Folded; ///< per run
  std::vector<Variant> Variants;
  /// (Of, Before) to index of the variant.
  llvm::DenseMap<std::pair<size_t, size_t>, size_t> Numbers;

  /// The row of run \p Of when entered from the block that ends with run
  /// \p Before.
  size_t row(size_t Of, size_t Before) const;
};

/// Folds as many of \p Runs as possible, those in deep loops first.
Folding foldRuns(llvm::Function &F, const std::vector<Run> &Runs);

/// The header of each run's record: the address of its row, or a phi node of
/// several. Inserts the phi nodes.
std::vector<llvm::Value *>
insertHeaders(const std::vector<Run> &Runs, const Folding &Fold,
              llvm::function_ref<llvm::Constant *(size_t Row)> RowAddress);

} // namespace memfacet

#endif
