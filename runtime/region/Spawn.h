//===- Spawn.h - starting the collector process ---------------------------===//

#ifndef MEMFACET_RUNTIME_REGION_SPAWN_H
#define MEMFACET_RUNTIME_REGION_SPAWN_H

#include "runtime/process/Process.h"

namespace memfacet {

/// Starts the collector on P.RegionFd such that the program never meets it: not
/// in wait(-1), nor in terminal signals, nor at the other end of its pipes. If
/// it cannot be executed, CollectorNow becomes Failed. Signals must be blocked.
bool spawnCollector(Process &P);

} // namespace memfacet

#endif
