//===- OwnObjects.h - objects that keep memory ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of a container of the program's own is called after the object
// that is the container, which the call of its member function tells. Like
// Receivers.h, this works on the front end's IR.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_OWNOBJECTS_H
#define MEMFACET_PASS_NAMING_OWNOBJECTS_H

#include "pass/naming/Receivers.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstrTypes.h"
#include <string>

namespace memfacet {

/// What \p Call works on: the object whose member function it calls, or the one
/// that its result is made in.
OwnObject objectOf(const llvm::CallBase &Call);

/// The smart pointer of the library's that \p Call, to one of its functions
/// such as std::make_shared, returns, with the type of the object that it
/// makes.
OwnObject sharedObjectOf(const llvm::CallBase &Call);

/// The object at \p Address, which \p Call gets.
OwnObject objectAt(const llvm::CallBase &Call, const llvm::Value *Address);

/// The member or global into which the local \p Variable, an object, is moved
/// or swapped; without a name: it is not.
Receiver takerOfAll(const llvm::Value *Variable);

} // namespace memfacet

#endif
