//===- Initialisers.h - functions that make the value of one global -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_NAMING_INITIALISERS_H
#define MEMFACET_PASS_NAMING_INITIALISERS_H

#include "llvm/IR/InstrTypes.h"

namespace memfacet::naming {

/// Returns the call that returns the memory of \p Call to the initialiser of a
/// global, if \p Call stands in a lambda or helper that only this initialiser
/// calls: that of the lambda in "int *table = [] { int *p = new int[9]; return
/// p; }()"; or null.
const llvm::CallBase *initialisingCall(const llvm::CallBase &Call);

/// Returns the global that is initialised in place through \p Parameter of such
/// a lambda or helper; or null.
const llvm::Value *initialisedObject(const llvm::Argument &Parameter);

} // namespace memfacet::naming

#endif
