//===- KeptMemory.h - memory that an object keeps -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A container of the program's own is recognised by what its code does: a
// member function keeps memory in a member of its object, or links it to the
// nodes that are there. Like Receivers.h, this works on the front end's IR.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_KEPTMEMORY_H
#define MEMFACET_PASS_NAMING_KEPTMEMORY_H

#include "pass/naming/Receivers.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstrTypes.h"

namespace memfacet::naming {

struct KeptMemory {
  Receiver Member;    ///< that keeps the memory; without a name: none
  uint16_t Flags = 0; ///< AllocationKept or AllocationKeptPlainly, or none
};

/// Returns how the object on which the function around \p Call was called keeps
/// the memory that the call yields, objects of type \p MadeType.
KeptMemory keptMemory(const llvm::CallBase &Call, const llvm::DIType *MadeType);

/// Returns how that object keeps the memory that a method of the library
/// allocates for \p Object, on which \p Call calls it.
KeptMemory keptInMember(const llvm::CallBase &Call, const Receiver &Object);

/// Returns whether the function around \p Call, one of C++, returns the memory
/// that the call yields.
bool isReturned(const llvm::CallBase &Call);

} // namespace memfacet::naming

#endif
