//===- OwnObjects.h - objects that keep memory ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of a container of the program's own is called after the container
// object, which is known from the call of its member function. Like
// Receivers.h, this works on the front end's IR.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_OWNOBJECTS_H
#define MEMFACET_PASS_NAMING_OWNOBJECTS_H

#include "pass/naming/Receivers.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstrTypes.h"
#include <string>

namespace memfacet::naming {

/// Returns the object that \p Call works on: the one whose member function it
/// calls, or the one that its result is made in.
OwnObject objectOf(const llvm::CallBase &Call);

/// Returns the library's smart pointer that \p Call, to a function such as
/// std::make_shared, returns, with the type of the object that it makes.
OwnObject sharedObjectOf(const llvm::CallBase &Call);

struct Owner {
  OwnObject Object;
  bool HasMany = false; ///< a container of pointers, no smart pointer
};

/// Returns the smart pointer, or the container of pointers, that gets the
/// object that \p Call makes, if no variable does.
Owner ownerOf(const llvm::CallBase &Call);

/// Returns the member or global into which the local \p Variable, an object, is
/// moved or swapped; without a name if it is not.
Receiver takerOfAll(const llvm::Value *Variable);

} // namespace memfacet::naming

#endif
