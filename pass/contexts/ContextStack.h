//===- ContextStack.h - the calls in progress, as code --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_CONTEXTS_CONTEXTSTACK_H
#define MEMFACET_PASS_CONTEXTS_CONTEXTSTACK_H

#include "pass/interface/Entries.h"
#include "pass/naming/AllocationCalls.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace memfacet::contexts {

/// A call, and the Allocation entry that stands for it among the contexts.
struct ContextCall {
  llvm::CallBase *Call;
  llvm::GlobalVariable *Entry;
};

/// Inserts code that makes the entry of each of \p Calls, in the order of \p F,
/// the innermost context while the call is in progress. Where \p F catches an
/// exception or setjmp returns, the calls in progress are over: the depth
/// becomes what it was on entry.
void pushContexts(llvm::Function &F, llvm::ArrayRef<ContextCall> Calls,
                  const naming::AllocatingFunctions &Functions,
                  const interface::Entries &Runtime);

} // namespace memfacet::contexts

#endif
