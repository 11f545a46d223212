//===- OperationClasses.h - what instructions cost, roughly ---------------===//

#ifndef MEMFACET_PASS_RUNS_OPERATIONCLASSES_H
#define MEMFACET_PASS_RUNS_OPERATIONCLASSES_H

#include "memfacet/Operations.h"
#include "llvm/IR/Instruction.h"

namespace memfacet {

/// What a processor has to do for \p I, as far as IR tells.
OperationClass operationClass(const llvm::Instruction &I);

} // namespace memfacet

#endif
