//===- Accessors.h - functions that give access to what an object holds ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In `watches[i].push(w)` and `list(p).push(q)` the object is the result of a
// call. Like Receivers.h, this works on the front end's IR.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_ACCESSORS_H
#define MEMFACET_PASS_NAMING_ACCESSORS_H

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace memfacet::naming {

/// Returns the variable that \p Storage is, or null.
const llvm::DILocalVariable *variableOf(const llvm::Value *Storage);

bool isThis(const llvm::Value *V);

/// Returns whether \p V is "p->" of a smart pointer.
bool isArrow(const llvm::Value *V);

/// Returns whether \p Call returns access to a part of its object: a method of
/// the library, `operator[]`, or a method of a class template that returns a
/// reference.
bool isAccess(const llvm::CallBase &Call);

/// Returns the address that \p F, a function of the program, always returns: of
/// a member of its object, of what that leads to, or of a global; or null.
const llvm::Value *returnedAddress(const llvm::Function &F);

} // namespace memfacet::naming

#endif
