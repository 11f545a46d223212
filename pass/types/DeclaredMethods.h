//===- DeclaredMethods.h - methods of other source files ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang describes a called function of another source file only in optimised
// builds, and a constructor never: `new Matrix(4)` calls `_ZN6MatrixC1Ei`,
// which has no debug information. The class has a declaration of it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_TYPES_DECLAREDMETHODS_H
#define MEMFACET_PASS_TYPES_DECLAREDMETHODS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"

namespace memfacet::types {

/// Gives the declared methods of a module the debug information of their
/// classes for the lifetime of this object. Classes without linkage have no
/// methods in other modules.
class DeclaredMethods {
public:
  explicit DeclaredMethods(llvm::Module &M);
  ~DeclaredMethods();
  DeclaredMethods(const DeclaredMethods &) = delete;
  DeclaredMethods &operator=(const DeclaredMethods &) = delete;

private:
  llvm::SmallVector<llvm::Function *, 16> Described;
};

} // namespace memfacet::types

#endif
