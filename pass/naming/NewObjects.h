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

#include "pass/naming/OwnObjects.h"

namespace memfacet::naming {

/// Returns the type of the object that \p Call, to operator new, makes; null:
/// not known.
const llvm::DIType *madeType(const llvm::CallBase &Call);

struct Owner {
  OwnObject Object;
  bool HasMany = false; ///< a container of pointers, no smart pointer
};

/// Returns the smart pointer, or the container of pointers, that gets the
/// object that \p Call makes, if no variable does. \p Depth: as of objectAt.
Owner ownerOf(const llvm::CallBase &Call, unsigned Depth = 0);

} // namespace memfacet::naming

#endif
