//===- AllocationCalls.h - which calls allocate ---------------------------===//

#ifndef MEMFACET_PASS_NAMING_ALLOCATIONCALLS_H
#define MEMFACET_PASS_NAMING_ALLOCATIONCALLS_H

#include "memfacet/Tables.h"
#include "llvm/IR/InstrTypes.h"

namespace memfacet {

/// What \p Call is known to allocate with; Unknown for all other calls.
AllocationKind allocationKind(const llvm::CallBase &Call);

/// Whether \p Call may take a lock whose hand-over is told (runtime/hooks), or
/// takes one again behind a wait.
bool takesLock(const llvm::CallBase &Call);

/// Whether \p Call enters standard library code that may allocate for the
/// object that its first argument points to (a container's member function).
bool mayAllocateInLibrary(const llvm::CallBase &Call);

/// Whether \p F is a standard library's destructor: no memory is allocated for
/// an object that goes away.
bool isLibraryDestructor(const llvm::Function &F);

/// The kind of a call below which memory may be allocated: that of an
/// allocation, Context or Call.
AllocationKind callKind(const llvm::CallBase &Call);

/// "malloc", "calloc" or "realloc" where \p Call, through a pointer, has its
/// type; else "". A hook for an allocator is most often the C library's.
llvm::StringRef allocatorByType(const llvm::CallBase &Call);

/// The function that \p Call surely calls, or null.
const llvm::Function *calleeOf(const llvm::CallBase &Call);

} // namespace memfacet

#endif
