//===- ScalarTypes.h - scalar types of accesses ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types of accesses to no member of a record: "int", "double", "char". So
// memory that the source only calls `void *` gets a type.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_SCALARTYPES_H
#define MEMFACET_PASS_NAMING_SCALARTYPES_H

#include "pass/accesses/Accesses.h"
#include "llvm/IR/Module.h"
#include <string>

namespace memfacet::naming {

/// The scalar types of one module's accesses.
class ScalarTypes {
public:
  explicit ScalarTypes(const llvm::Module &M);

  /// Returns the type by the compiler's aliasing information, which does not
  /// distinguish signed from unsigned. Empty if the access does not tell the
  /// type of its memory: it copies, or accesses the bytes of any object.
  std::string typeOf(const accesses::Access &A) const;

private:
  /// Whether the front end wrote aliasing information, which it only does when
  /// it optimises.
  bool HasAliasTypes = false;
};

} // namespace memfacet::naming

#endif
