//===- ScalarTypes.h - the scalar type that an access uses memory as ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For accesses to no member of a record: "int", "double", "char". So memory
// that the source only calls `void *` gets a type.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_SCALARTYPES_H
#define MEMFACET_PASS_NAMING_SCALARTYPES_H

#include "pass/accesses/Accesses.h"
#include "llvm/IR/Module.h"
#include <string>

namespace memfacet {

/// Of one module.
class ScalarTypes {
public:
  explicit ScalarTypes(const llvm::Module &M);

  /// The type that the compiler's aliasing information tells, which does not
  /// distinguish signed from unsigned. Empty if the access does not tell the
  /// type of its memory: it copies, or looks at the bytes of anything.
  std::string typeOf(const Access &A) const;

private:
  /// Whether the front end said what accesses may alias, which it only does
  /// when it optimises.
  bool HasAliasTypes = false;
};

} // namespace memfacet

#endif
