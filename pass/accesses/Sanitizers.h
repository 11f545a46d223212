//===- Sanitizers.h - what cannot be recorded together with us ------------===//

#ifndef MEMFACET_PASS_ACCESSES_SANITIZERS_H
#define MEMFACET_PASS_ACCESSES_SANITIZERS_H

#include "llvm/IR/Module.h"

namespace memfacet {

/// Reports an error in one sentence, and returns true, if functions of \p M are
/// built for a sanitizer whose allocator or memory cannot be shared with us.
/// The wrapper refuses them before; this is for builds without it.
bool refuseSanitizers(llvm::Module &M);

} // namespace memfacet

#endif
