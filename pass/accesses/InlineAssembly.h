//===- InlineAssembly.h - what inline assembly may do ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_PASS_ACCESSES_INLINEASSEMBLY_H
#define MEMFACET_PASS_ACCESSES_INLINEASSEMBLY_H

#include "llvm/IR/InstrTypes.h"

namespace memfacet::accesses {

/// Returns whether \p Call is inline assembly that may touch memory of the
/// program: it has a clobber or an operand, or its text has an address in it.
/// Compiler barriers, pauses and fences do not.
bool isBlindSpot(const llvm::CallBase &Call);

/// Returns whether \p Call is inline assembly that may execute instrumented
/// code: it calls a function, or switches to another stack and back.
bool mayRunCode(const llvm::CallBase &Call);

/// Returns whether \p Call is inline assembly that can stand only once in an
/// object: it defines a label by a fixed name, not by a number or with `%=`.
bool definesLabel(const llvm::CallBase &Call);

} // namespace memfacet::accesses

#endif
