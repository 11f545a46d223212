//===- pass/ContextStack.h - the calls in progress, as code ---------------===//

#ifndef MEMFACET_PASS_CONTEXTSTACK_H
#define MEMFACET_PASS_CONTEXTSTACK_H

#include "pass/Entries.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace memfacet {

/// Makes \p Entry the innermost context for the time of \p Call.
void pushContext(llvm::CallBase &Call, llvm::GlobalVariable *Entry,
                 const Entries &Runtime);

/// Where \p F catches an exception or setjmp returns, the calls that were in
/// progress are over: their number is what it was on entry.
void dropContextsOfLeftCalls(llvm::Function &F, const Entries &Runtime);

} // namespace memfacet

#endif
