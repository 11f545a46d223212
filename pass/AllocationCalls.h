//===- pass/AllocationCalls.h - which calls allocate ----------------------===//

#ifndef MEMFACET_PASS_ALLOCATIONCALLS_H
#define MEMFACET_PASS_ALLOCATIONCALLS_H

#include "memfacet/Tables.h"
#include "llvm/IR/InstrTypes.h"

namespace memfacet {

/// What \p Call is known to allocate with; Unknown for all other calls.
AllocationKind allocationKind(const llvm::CallBase &Call);

/// Whether \p Call enters standard library code that may allocate for the
/// object that its first argument points to (a container's member function).
bool mayAllocateInLibrary(const llvm::CallBase &Call);

} // namespace memfacet

#endif
