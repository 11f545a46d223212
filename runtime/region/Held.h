//===- Held.h - memory that outlives the process --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counters lie behind the chunks of the region, where the collector reads what
// they hold once the process is dead (memfacet/Region.h).
// Blocks that are given back are taken again; nothing is given to the system.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_REGION_HELD_H
#define MEMFACET_RUNTIME_REGION_HELD_H

#include "runtime/process/Process.h"

namespace memfacet {

/// The held memory of the region behind \p Fd, which is mapped at \p Memory. If
/// the process has held some of its parent's, that stays where it is.
void useHeldMemory(Process &P, int Fd, char *Memory);

/// Zeroed pages that are held, or, where that cannot be, are not: then the
/// collector is told. Not below \p MinAddress. Null: there are none.
void *holdOrAllocate(HeldKind Kind, size_t Bytes, uint32_t Thread,
                     uint32_t Count = 0, uint64_t MinAddress = 0);
/// False: \p Memory is not held.
bool giveHeldBack(const void *Memory);
/// What the collector knows of \p Memory; null: it is not held.
HeldRow *heldRow(const void *Memory);

/// In a forked child, before anything is written there: what the parent holds
/// is out of reach, and all of it is 0 here.
void dropHeldMemory(Process &P);
/// Afterwards, \p Memory is held again, for counters of the child's one thread.
void holdAgain(const void *Memory, size_t Bytes, uint32_t Count);

} // namespace memfacet

#endif
