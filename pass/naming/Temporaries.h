//===- Temporaries.h - memory of objects without a name -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// make_unique's result on its way into a container, the string that is pushed
// into a vector, `new` in an argument: no variable receives the memory. It is
// called after its type and its taker: "Circle (in Scene::shapes)". Like
// Receivers.h, this works on the front end's IR.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_NAMING_TEMPORARIES_H
#define MEMFACET_PASS_NAMING_TEMPORARIES_H

#include "pass/naming/Receivers.h"

namespace memfacet::naming {

/// Describes what an object that no variable names holds: the first argument of
/// \p Call, a method of the library or a function that returns it in place.
/// Type is that of the memory's elements, or a container.
Receiver describeTemporaryOf(const llvm::CallBase &Call);

/// Describes the object that \p Call, to operator new, makes room for.
Receiver describeNewObject(const llvm::CallBase &Call);

} // namespace memfacet::naming

#endif
