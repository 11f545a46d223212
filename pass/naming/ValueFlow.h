//===- ValueFlow.h - where a pointer goes in a function -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Like Receivers.h, this works on the front end's IR, where variables have
// storage.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_VALUEFLOW_H
#define MEMFACET_PASS_NAMING_VALUEFLOW_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"

namespace memfacet::naming {

/// Follows a value through variables, casts, offsets, and calls that return
/// what they get.
class ValueFlow {
public:
  void add(const llvm::Value *V) { Values.insert(V); }
  void addLoadsOf(const llvm::Value *Slot);

  /// Returns whether \p Found returns true for a use of the value, in any form.
  bool reaches(
      llvm::function_ref<bool(const llvm::Value *, const llvm::User *)> Found);

private:
  void follow(const llvm::Value *V, const llvm::User *U);

  llvm::SmallSetVector<const llvm::Value *, 16> Values;
};

/// A part of memory: bytes from an address.
struct MemoryPart {
  const llvm::Value *Base; ///< null: none
  uint64_t Offset;
};

/// Returns where a temporary object, of which \p Address is a part, is copied
/// as a whole: "*h = (struct hist){.achv = p}".
MemoryPart copyTarget(const llvm::Value *Address);
/// Returns the address of the object that the temporary \p Copy was copied
/// from as a whole; or null.
const llvm::Value *copySource(const llvm::AllocaInst &Copy);

/// Returns whether the function around \p V returns it: directly, or through
/// the variable that it is stored in.
bool isReturned(const llvm::Value *V);
/// Returns whether \p Call may return its argument \p V: true for a function
/// that the module does not define.
bool mayReturn(const llvm::CallBase &Call, const llvm::Value *V);

/// Returns whether \p Call makes an object in the memory that it gets: a
/// class's own `operator new(size_t, void *)`.
bool isPlacement(const llvm::CallBase &Call);

} // namespace memfacet::naming

#endif
