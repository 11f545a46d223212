//===- SelfAddresses.h - what belongs to `this` ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Like Receivers.h, this works on the front end's IR.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_SELFADDRESSES_H
#define MEMFACET_PASS_NAMING_SELFADDRESSES_H

#include "pass/naming/Accessors.h"
#include "pass/naming/Receivers.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

namespace memfacet::naming {

/// How an address follows from `this`.
struct ThisPath {
  bool IsFound = false;
  bool ReadsPointer = false; ///< a pointer in a member was read
  bool IsInElements = false; ///< it is in an element of a container
  bool IsByLocal = false;    ///< a local reference or pointer stands for it
  /// Address of the object's own member, or `this` if it is the first.
  const llvm::Value *Member = nullptr;
};

ThisPath pathFromThis(const llvm::Value *Address);

/// Returns the member of \p Path, with "[]" if the address is in its elements.
Receiver describeMember(const ThisPath &Path);

/// Returns the only value that the local pointer or reference in \p Slot ever
/// has; or null.
const llvm::Value *onlyValueOf(const llvm::AllocaInst *Slot);

/// Returns the debug information of the function that \p Call surely calls, or
/// null.
const llvm::DISubprogram *calleeSubprogram(const llvm::CallBase &Call);

/// Returns the class whose member function, static or not, contains \p Call; or
/// null.
const llvm::DICompositeType *ownClass(const llvm::CallBase &Call);

} // namespace memfacet::naming

#endif
