//===- PassedOn.h - memory that a function hands on to its caller ---------===//
//
// An allocator's wrapper is known by what it does, not by its name: the memory
// that a call in it yields is what the function returns, and its type says
// nothing about what the memory is for. Like Receivers.h, this works on the
// front end's IR.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_PASSEDON_H
#define MEMFACET_PASS_NAMING_PASSEDON_H

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace memfacet {

/// Whether the memory that \p Call yields leaves its function as a `void *`, a
/// pointer to bytes, or a pointer to a template's parameter: returned, or
/// stored through a parameter.
bool isPassedOn(const llvm::CallBase &Call);

/// The variable or member whose address \p Call gets as its first argument that
/// points to a pointer, or null: where a function that returns no pointer may
/// put memory.
const llvm::Value *outputOf(const llvm::CallBase &Call);

} // namespace memfacet

#endif
