//===- OtherInstrumentation.h - sanitizers, profiles, coverage ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other instrumentation adds globals that are not the program's. Some of it
// replaces the allocator or the stack and cannot be combined with MemFacet.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_PASS_ACCESSES_OTHERINSTRUMENTATION_H
#define MEMFACET_PASS_ACCESSES_OTHERINSTRUMENTATION_H

#include "llvm/IR/Module.h"

namespace memfacet::accesses {

/// Reports an error in one sentence, and returns true, if functions of \p M are
/// built for a sanitizer whose allocator or memory cannot be shared with
/// MemFacet. The wrapper refuses them before; this is for builds without it.
bool refuseSanitizers(llvm::Module &M);

/// Returns whether \p G was made by other instrumentation (counters of profiles
/// and coverage) or by MemFacet, not by the program.
bool belongsToInstrumentation(const llvm::GlobalVariable &G);

} // namespace memfacet::accesses

#endif
