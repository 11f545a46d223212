//===- SharedRegion.h - attaching to a region, making one -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_REGION_SHAREDREGION_H
#define MEMFACET_RUNTIME_REGION_SHAREDREGION_H

#include "runtime/process/Process.h"

namespace memfacet::region {

/// Maps and claims the region of descriptor \p Fd, and closes the descriptor.
/// Returns false if it is no region of this version, or belongs to another
/// program already.
bool attachRegion(process::Process &P, int Fd);

/// Makes a region with FirstChunks chunks to begin with; its collector is still
/// to be started. Returns false if shared memory is refused.
bool createRegion(process::Process &P);

/// Makes the mapping private in a forked child, so that nothing that the child
/// still writes through old pointers reaches the parent's collector.
void dropRegion(process::Process &P);

} // namespace memfacet::region

#endif
