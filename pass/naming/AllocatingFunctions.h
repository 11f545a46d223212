//===- AllocatingFunctions.h - below which calls memory is allocated ------===//

#ifndef MEMFACET_PASS_NAMING_ALLOCATINGFUNCTIONS_H
#define MEMFACET_PASS_NAMING_ALLOCATINGFUNCTIONS_H

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
  /// Whether anybody may look at the contexts meanwhile: as before, or for what
  /// the C library allocates for itself, or the runtime is told.
  bool mayReadContexts(const llvm::CallBase &Call) const;

private:
  using Set = llvm::DenseSet<const llvm::Function *>;

  bool isQuietLibrary(const llvm::Function &F) const;
  /// The functions in which there is a call with \p Property, which those to
  /// functions in \p Result have, and all who call them.
  void close(const llvm::Module &M, Set &Result,
             llvm::function_ref<bool(const llvm::CallBase &)> Property);

  llvm::TargetLibraryInfoImpl CLibrary;
  /// Functions that the module defines and that may allocate.
  Set Allocating;
  /// Those that may have a call which reads contexts.
  Set Reading;
};

} // namespace memfacet

#endif
