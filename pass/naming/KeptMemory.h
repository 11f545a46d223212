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

namespace memfacet {

struct KeptMemory {
  Receiver Member;    ///< that keeps it; without a name: none does
  uint16_t Flags = 0; ///< AllocationKept or AllocationKeptPlainly, or none
};

/// Whether the object on which the function around \p Call was called keeps the
/// memory that the call yields, objects of type \p Made.
KeptMemory keptBy(const llvm::CallBase &Call, const llvm::DIType *Made);

/// The same of the memory that a method of the library's allocates for the
/// object that \p Call calls it on, \p Object.
KeptMemory keptInMember(const llvm::CallBase &Call, const Receiver &Object);

/// Whether the function around \p Call, one of C++, returns the memory that it
/// yields.
bool isReturned(const llvm::CallBase &Call);

} // namespace memfacet

#endif
