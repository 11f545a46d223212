//===- ScalarTypes.h - as what an access uses its memory ------------------===//
//
// Where no member of a record is accessed: "int", "double", "char". It types
// memory that the source only calls `void *`.
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

  /// The type as the compiler's aliasing rules know it, which do not tell
  /// signed from unsigned. Empty where the access says nothing of its memory:
  /// it copies, or looks at the bytes of anything.
  std::string typeOf(const Access &A) const;

private:
  /// Whether the front end said what accesses may alias, which it only does
  /// when it optimises.
  bool HasAliasTypes = false;
};

} // namespace memfacet

#endif
