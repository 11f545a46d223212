//===- CountEntries.h - the runtime as counting code sees it --------------===//

#ifndef MEMFACET_PASS_INTERFACE_COUNTENTRIES_H
#define MEMFACET_PASS_INTERFACE_COUNTENTRIES_H

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

namespace memfacet {

/// Declarations of the names in memfacet/Entry.h; the object's own thread-local
/// is defined.
struct CountEntries {
  explicit CountEntries(llvm::Module &M);

  /// The module becomes part of a program, not of a shared object.
  bool BySegment;
  llvm::GlobalVariable *Clock, *Counters, *Tables;
  llvm::FunctionCallee Check, Attach;
};

} // namespace memfacet

#endif
