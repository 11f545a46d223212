//===- PassedOn.h - memory that a function passes to its caller -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A wrapper of an allocator is recognised by what it does, not by its name: the
// function returns the memory that a call in it allocates, and the type says
// nothing about what the memory is for. Like Receivers.h, this works on the
// front end's IR.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_PASSEDON_H
#define MEMFACET_PASS_NAMING_PASSEDON_H

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

namespace memfacet::naming {

/// Kinds of pointers by what their types tell about the memory.
enum class PointerKind {
  NoPointer,
  Untyped, ///< `void *`
  Bytes,
  Parameter, ///< of the function's template, or of one around it
  Typed,
};
PointerKind pointerKind(const llvm::DISubprogram *F, const llvm::DIType *Ty);

/// Returns whether the memory that \p Call yields leaves its function as a
/// `void *`, a pointer to bytes, or a pointer to a template's parameter:
/// returned, or stored through a parameter.
bool isPassedOn(const llvm::CallBase &Call);

/// Returns whether \p Address is what a parameter of its function points to.
bool isOutput(const llvm::Value *Address);

/// Returns the variable or member whose address is the first argument of \p
/// Call that points to a pointer, or null. A function that returns no pointer
/// may store the address of memory there.
const llvm::Value *outputOf(const llvm::CallBase &Call);

/// Returns whether \p Store puts the memory where the function then takes what
/// it returns: `entry->data = malloc(n); return entry->data`.
bool isReturnedFrom(const llvm::StoreInst &Store);

} // namespace memfacet::naming

#endif
