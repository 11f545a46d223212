//===- Homes.h - where memory goes from the variable that receives it -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A local variable often receives memory only to pass it on: it is stored in a
// member of another object, or returned. Then the variable does not tell what
// the memory is for (docs/names.md, "Factories"). Like Receivers.h, this works
// on the front end's IR.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_HOMES_H
#define MEMFACET_PASS_NAMING_HOMES_H

#include "pass/naming/Receivers.h"

namespace memfacet::naming {

struct Home {
  Receiver Slot;
  /// Slot is called after its type, as the variable does not indicate anything.
  bool IsCalledByType = false;
  /// The function returns the memory, or the variable with which the name of
  /// Slot begins.
  bool IsReturned = false;
  /// The caller is to name it, in any case.
  bool IsPassedOn = false;
  /// The name of Slot begins with an object that is returned by value, or it is
  /// the function's own object: a base class of that is a container.
  bool IsInPlace = false;
  /// The type of the object that the first variable in the name of Slot points
  /// to, if that is returned; or null.
  const llvm::DIType *Owner = nullptr;
};

/// Returns where the memory that \p Call yields, and \p First receives, lives.
Home homeFrom(const llvm::CallBase &Call, const Receiver &First);

/// Returns where the library's object lives on which \p Call works, and which
/// \p Object describes.
Home homeOfObject(const llvm::CallBase &Call, const Receiver &Object);

} // namespace memfacet::naming

#endif
