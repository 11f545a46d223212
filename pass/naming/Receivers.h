//===- Receivers.h - which variable or member a value belongs to ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Works on the front end's IR, before any optimisation, where every variable
// has its storage and every member access its GEP.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_RECEIVERS_H
#define MEMFACET_PASS_NAMING_RECEIVERS_H

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstrTypes.h"
#include <string>

namespace memfacet::naming {

/// A piece of storage as the source names it: "net->arcs", "Graph::edges_",
/// "table[]". Name is empty where it is unknown.
struct Receiver {
  std::string Name;
  const llvm::DIType *Type = nullptr; ///< of the storage, null: unknown
  /// The member that the storage is, as its class declares it; or null.
  const llvm::DIDerivedType *Member = nullptr;
};

/// The object of a call, whose member function it calls, or a record of C.
struct OwnObject {
  std::string Name; ///< of the variable or member; empty: unknown
  const llvm::DIType *Type = nullptr;
  uint16_t Flags = 0; ///< AllocationOnSelf to AllocationOnOnlyMember
};

/// Returns the storage that \p Address points to.
Receiver describeStorage(const llvm::Value *Address);

/// Returns the storage of a pointer at \p Address: a whole object stands for
/// its first member.
Receiver describeSlot(const llvm::Value *Address);

/// Returns the object on which \p Call calls a method: the first argument. The
/// type is the method's class, which may be the first member of the object.
Receiver describeObjectOf(const llvm::CallBase &Call);

/// Returns the receiver of the fresh memory that \p Call returns or stores: the
/// storage whose value becomes a pointer to it, or a role ("return of f").
Receiver receiverOf(const llvm::CallBase &Call);

} // namespace memfacet::naming

#endif
