//===- CompilerGlobals.h - globals that the compiler makes ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Examples: tables of virtual functions, the table of a switch, the values that
// an array in a function begins with. They have no debug information, so they
// are named after what they belong to.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_COMPILERGLOBALS_H
#define MEMFACET_PASS_NAMING_COMPILERGLOBALS_H

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include <string>

namespace memfacet {

/// Vtables, RTTI, guards, lookup tables and locks.
bool isMadeByCompiler(const llvm::GlobalVariable &G);

/// What \p G is, as far as its symbol tells.
struct CompilerGlobal {
  std::string Name;     ///< "vtable for Shape", "switch table of kindOf"
  std::string Type;     ///< "const void *[5]", empty: not known
  std::string Function; ///< that it belongs to, or empty
  /// The variable that begins with its values, or null.
  const llvm::DILocalVariable *Variable = nullptr;
};

/// For globals without debug information. Name is empty if the symbol tells
/// nothing.
CompilerGlobal describeCompilerGlobal(const llvm::GlobalVariable &G);

} // namespace memfacet

#endif
