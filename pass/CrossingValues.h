//===- pass/CrossingValues.h - values that leave their block --------------===//

#ifndef MEMFACET_PASS_CROSSINGVALUES_H
#define MEMFACET_PASS_CROSSINGVALUES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace memfacet {

/// Gives each value of \p F that is used in another block than its own a
/// variable, but for those of the entry block and what \p Stays. A copy of the
/// blocks then shares the variables, and control may go from one copy to the
/// other: what becomes of the values is left to the promotion of the variables,
/// which are returned.
llvm::SmallVector<llvm::AllocaInst *, 0>
demoteCrossingValues(llvm::Function &F,
                     llvm::function_ref<bool(llvm::Instruction &)> Stays);

} // namespace memfacet

#endif
