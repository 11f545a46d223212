//===- OwnObjects.h - objects that keep memory ----------------------------===//
//
// A container of the program's own is recognised by what its code does: a
// member function keeps memory in a member of its object. Then the memory is
// called after that object, which the call of the function tells. Like
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

struct OwnObject {
  std::string Name; ///< of the variable or member; empty: unknown
  const llvm::DIType *Type = nullptr;
  uint16_t Flags = 0; ///< AllocationOnSelf to AllocationOnNew
};

/// What \p Call works on: the object whose member function it calls, or the one
/// that its result is made in.
OwnObject objectOf(const llvm::CallBase &Call);

struct KeptMemory {
  Receiver Member;    ///< that keeps it
  uint16_t Flags = 0; ///< AllocationKept or AllocationKeptPlainly, or none
};

/// Whether the object on which the function around \p Call was called keeps the
/// memory that the call yields.
KeptMemory keptBy(const llvm::CallBase &Call);

} // namespace memfacet

#endif
