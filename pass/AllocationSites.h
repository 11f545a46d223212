//===- pass/AllocationSites.h - allocating calls say who they are ---------===//

#ifndef MEMFACET_PASS_ALLOCATIONSITES_H
#define MEMFACET_PASS_ALLOCATIONSITES_H

#include "pass/Entries.h"
#include "pass/FunctionTables.h"
#include "pass/Pins.h"

namespace memfacet {

/// A call of a function that gets an Allocation entry.
struct AllocationSite {
  llvm::CallBase *Call;
  AllocationKind Kind;
};

/// The calls of \p F that allocate, or that enter library code on behalf of
/// the program's own code.
llvm::SmallVector<AllocationSite, 4> collectAllocationSites(llvm::Function &F);

/// Makes each of \p Sites set the thread's site, or its context for the time of
/// the call.
void instrumentAllocationSites(llvm::ArrayRef<AllocationSite> Sites,
                               const PinTable &Pins, FunctionTables &Tables,
                               const Entries &Runtime);

} // namespace memfacet

#endif
