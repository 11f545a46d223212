//===- pass/AllocatingFunctions.h - below which calls memory is allocated -===//

#ifndef MEMFACET_PASS_ALLOCATINGFUNCTIONS_H
#define MEMFACET_PASS_ALLOCATINGFUNCTIONS_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace memfacet {

/// What one module knows of the calls below which instrumented code may
/// allocate. Only calls that surely do not are left out: a call through a
/// pointer or to another object may.
class AllocatingFunctions {
public:
  explicit AllocatingFunctions(const llvm::Module &M);

  /// Whether memory may be allocated while \p Call is in progress, but for what
  /// the C library does for itself.
  bool mayAllocate(const llvm::CallBase &Call) const;

private:
  bool isQuietLibrary(const llvm::Function &F) const;

  llvm::TargetLibraryInfoImpl CLibrary;
  /// Functions that the module defines and that may allocate.
  llvm::DenseSet<const llvm::Function *> Allocating;
};

} // namespace memfacet

#endif
