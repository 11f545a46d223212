//===- CompilerGlobals.h - globals that the compiler makes ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Examples: tables of virtual functions, the table of a switch, the values that
// an array in a function begins with, a block that malloc would have given.
// They have no debug information, so they are named after what they belong to.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_COMPILERGLOBALS_H
#define MEMFACET_PASS_NAMING_COMPILERGLOBALS_H

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include <string>

namespace memfacet::naming {

/// Vtables, RTTI, guards, lookup tables and locks.
bool isMadeByCompiler(const llvm::GlobalVariable &G);

/// A description of a global by its symbol.
struct CompilerGlobal {
  std::string Name;     ///< "vtable for Shape", "switch table of kindOf"
  std::string Type;     ///< "const void *[5]", empty: not known
  std::string Function; ///< the function that it belongs to, or empty
  /// The variable that is initialised with its values, or that alone points to
  /// it; or null.
  const llvm::DIVariable *Variable = nullptr;
  const llvm::DIType *Content = nullptr; ///< where there is a variable
};

/// Describes \p G, which has no debug information. Name is empty if the symbol
/// is not known.
CompilerGlobal describeCompilerGlobal(const llvm::GlobalVariable &G);

} // namespace memfacet::naming

#endif
