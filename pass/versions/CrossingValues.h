//===- CrossingValues.h - values that leave their block -------------------===//

#ifndef MEMFACET_PASS_VERSIONS_CROSSINGVALUES_H
#define MEMFACET_PASS_VERSIONS_CROSSINGVALUES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace memfacet {

/// For each address at a constant distance from another value: computes it anew
/// in each block of \p F that uses it, except where it is of the entry block or
/// \p Stays. The compiler makes it a part of the instruction that uses it, so
/// it need not be alive between blocks.
void repeatDistances(llvm::Function &F,
                     llvm::function_ref<bool(llvm::Instruction &)> Stays);

/// A landing is a block where control may come from a copy of the function, or
/// go there. This class finds the values of a function that are alive where a
/// landing begins, except those of the entry block. All other values are
/// computed again, in either copy, before they are used.
class CrossingValues {
public:
  CrossingValues(llvm::Function &F,
                 llvm::ArrayRef<llvm::BasicBlock *> Landings);

  /// How many are alive at landing number \p Index. Phi nodes of the landing,
  /// and the values that flow into them, do not count.
  size_t aliveAt(size_t Index) const { return Alive[Index]; }
  llvm::ArrayRef<llvm::Instruction *> values() const { return Values; }
  /// Puts each into a variable, and returns the variables. A copy of the blocks
  /// then shares them, so control may change over at the landings. The caller
  /// promotes the variables to values again.
  llvm::SmallVector<llvm::AllocaInst *, 0> demote();

private:
  llvm::SmallVector<llvm::Instruction *, 0> Values;
  llvm::SmallVector<size_t, 0> Alive; ///< how many, by landing
};

} // namespace memfacet

#endif
