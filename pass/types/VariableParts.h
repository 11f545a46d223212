//===- VariableParts.h - parts of a variable that stand by themselves -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Example: the optimiser makes two variables of `static struct {long a, b;} C`,
// if their addresses are never taken; they are called C.a and C.b.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_TYPES_VARIABLEPARTS_H
#define MEMFACET_PASS_TYPES_VARIABLEPARTS_H

#include "llvm/IR/DebugInfoMetadata.h"
#include <string>

namespace memfacet::types {

struct VariablePart {
  std::string Path;                   ///< ".node.key", "[3]"; empty: the whole
  const llvm::DIType *Type = nullptr; ///< null: not known
};

/// Returns the outermost part of \p Bytes bytes at \p Offset of a variable of
/// type \p Ty; if there is none, the innermost part that has them.
VariablePart partOf(const llvm::DIType *Ty, uint64_t Offset, uint64_t Bytes);

} // namespace memfacet::types

#endif
