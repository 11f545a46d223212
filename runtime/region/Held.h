//===- Held.h - memory that outlives the process --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counters lie after the chunks of the region, where the collector reads them
// when the process is dead (memfacet/Region.h). Blocks that are given back are
// used again; nothing is given back to the system.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_REGION_HELD_H
#define MEMFACET_RUNTIME_REGION_HELD_H

#include "runtime/process/Process.h"

namespace memfacet::region {

/// Uses the held memory of the region of descriptor \p Fd, which is mapped at
/// \p Memory. If the process has held some of its parent's memory, that keeps
/// its address.
void useHeldMemory(process::Process &P, int Fd, char *Memory);

/// Returns zeroed pages that are held or, where that is not possible, pages
/// that are not held; the collector is informed of the latter. Returns null if
/// there are none.
void *holdOrAllocate(HeldKind Kind, size_t Bytes, uint32_t Thread,
                     uint32_t Count);
/// Gives a block back. Returns false if \p Memory is not held.
bool giveHeldBack(const void *Memory);
/// Returns the collector's row of \p Memory; null: it is not held.
HeldRow *heldRow(const void *Memory);

/// Drops the held memory in a forked child, before anything is written there:
/// what the parent holds can no longer be reached, and becomes 0 here.
void dropHeldMemory(process::Process &P);
/// Holds \p Memory again after dropHeldMemory, for counters of the child's only
/// thread.
void holdAgain(const void *Memory, size_t Bytes, uint32_t Count);

} // namespace memfacet::region

#endif
