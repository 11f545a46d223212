//===- PlainObjects.h - containers of C -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C has no member functions: `list_append(&symbol->callers, item)` works on the
// record that its first argument points to. Such a function keeps memory for
// its object as a method does for `this` (docs/names.md, "Containers of one's
// own"). Like Receivers.h, this works on the front end's IR.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_PLAINOBJECTS_H
#define MEMFACET_PASS_NAMING_PLAINOBJECTS_H

#include "pass/naming/Receivers.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstrTypes.h"

namespace memfacet::naming {

/// Returns the record that keeps what \p Call yields, if it is the one that the
/// first parameter of the function around \p Call points to, in a member whose
/// name ends \p Name; or null. It keeps what users of a container bring:
/// numbers, characters, or nodes with a `void *`.
const llvm::DIType *keptByParameter(const llvm::CallBase &Call,
                                    llvm::StringRef Name);

/// Returns the record that \p Call, to a function without a class, works on: a
/// variable or member whose address is the first argument, or that of a pointer
/// to it.
OwnObject plainObjectOf(const llvm::CallBase &Call);

} // namespace memfacet::naming

#endif
