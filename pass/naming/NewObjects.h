//===- NewObjects.h - owners of what `new` makes --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An object that is made in an argument of a member function, most often of a
// smart pointer of the program's own, is called after the object that the
// function is called on. Like Receivers.h, this works on the front end's IR.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_NEWOBJECTS_H
#define MEMFACET_PASS_NAMING_NEWOBJECTS_H

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstrTypes.h"

namespace memfacet::naming {

/// Returns the type of the object that \p Call, to operator new, makes; null:
/// not known.
const llvm::DIType *madeType(const llvm::CallBase &Call);

/// The call that hands an object to what owns it.
struct Handover {
  const llvm::CallBase *Call = nullptr; ///< a member function's; null: none
  bool HasMany = false; ///< to a container of pointers, no smart pointer
};

/// Returns how a smart pointer, or a container of pointers, gets the object
/// that
/// \p Call makes, if no variable does.
Handover handoverOf(const llvm::CallBase &Call);

} // namespace memfacet::naming

#endif
