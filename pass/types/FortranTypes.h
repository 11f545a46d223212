//===- FortranTypes.h - derived types of Fortran --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// flang describes no derived types in the debug information, but it writes
// tables of their components for its library.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_TYPES_FORTRANTYPES_H
#define MEMFACET_PASS_TYPES_FORTRANTYPES_H

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include <string>

namespace memfacet::types {

/// A component of a derived type.
struct FortranComponent {
  std::string Name; ///< empty: not known
  /// A pointer to the type of its elements; null: not known.
  const llvm::DIType *Type = nullptr;
};

/// Returns component number \p Index of the derived type that flang has made
/// the type \p Record for.
FortranComponent fortranComponent(const llvm::Module &M,
                                  const llvm::StructType &Record,
                                  unsigned Index);

/// Returns the name of a type of Fortran with \p Bytes: "real(8)"; "real" if
/// the kind is the default one. \p Name must be one of Fortran's; empty for any
/// other.
std::string fortranTypeName(llvm::StringRef Name, uint64_t Bytes);

/// Returns whether \p Symbol is one of flang's for a constant without a name.
bool isFortranLiteral(llvm::StringRef Symbol);

} // namespace memfacet::types

#endif
