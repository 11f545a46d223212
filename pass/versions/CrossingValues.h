//===- CrossingValues.h - values that leave their block -------------------===//

#ifndef MEMFACET_PASS_VERSIONS_CROSSINGVALUES_H
#define MEMFACET_PASS_VERSIONS_CROSSINGVALUES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace memfacet {

/// Computes each address at a constant distance from another value anew in each
/// block of \p F that uses it, but for those of the entry block and what \p
/// Stays. The compiler makes it a part of the instruction that uses it, and it
/// need not be alive in between.
void repeatDistances(llvm::Function &F,
                     llvm::function_ref<bool(llvm::Instruction &)> Stays);

/// The values of a function, but for those of its entry block, that are alive
/// where some of its blocks begin: its landings, where control may come from a
/// copy of the function, and go there. All others are made again, in either
/// copy, before they are used.
class CrossingValues {
public:
  CrossingValues(llvm::Function &F,
                 llvm::ArrayRef<llvm::BasicBlock *> Landings);

  /// So many are alive at landing number \p Index. Phi nodes of its own are
  /// not, what they are made of elsewhere neither.
  size_t aliveAt(size_t Index) const { return Alive[Index]; }
  llvm::ArrayRef<llvm::Instruction *> values() const { return Values; }
  /// Gives each a variable. A copy of the blocks then shares the variables, and
  /// control may change over at the landings: what becomes of the values is
  /// left to the promotion of the variables, which are returned.
  llvm::SmallVector<llvm::AllocaInst *, 0> demote();

private:
  llvm::SmallVector<llvm::Instruction *, 0> Values;
  llvm::SmallVector<size_t, 0> Alive; ///< how many, by landing
};

} // namespace memfacet

#endif
