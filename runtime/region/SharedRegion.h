//===- SharedRegion.h - attaching to a region, making one -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_REGION_SHAREDREGION_H
#define MEMFACET_RUNTIME_REGION_SHAREDREGION_H

#include "runtime/process/Process.h"

namespace memfacet {

/// Maps and claims the region behind descriptor \p Fd and closes it. False if
/// it is no region of this version or belongs to another program already.
bool attachRegion(Process &P, int Fd);

/// Makes a region of our own with FirstChunks chunks to begin with; its
/// collector is still to be started. False where shared memory is refused.
bool createRegion(Process &P);

/// In a forked child: the mapping becomes private memory, so that nothing the
/// child still writes through old pointers reaches the parent's collector.
void dropRegion(Process &P);

} // namespace memfacet

#endif
