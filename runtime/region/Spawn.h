//===- Spawn.h - starting the collector process ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_REGION_SPAWN_H
#define MEMFACET_RUNTIME_REGION_SPAWN_H

#include "runtime/process/Process.h"

namespace memfacet::region {

/// Starts the collector on P.RegionFd so that the program does not notice it:
/// not in wait(-1), in terminal signals or at the other end of its pipes. If
/// the collector cannot be executed, CollectorStatus becomes Failed. Signals
/// must be blocked.
bool spawnCollector(process::Process &P);

/// Returns whether orphans below this process become its children.
bool keepsOrphans();

} // namespace memfacet::region

#endif
