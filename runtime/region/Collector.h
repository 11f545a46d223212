//===- Collector.h - start and end of the collector -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_REGION_COLLECTOR_H
#define MEMFACET_RUNTIME_REGION_COLLECTOR_H

#include "runtime/process/Process.h"

namespace memfacet::region {

/// Starts the collector of a region that this process made, if that is still to
/// be done, and waits until it has attached. If that fails, changes to a file
/// or gives up. Signals must be blocked.
void startCollector();

/// Returns whether the collector died or gave up. Costs some system calls.
bool isCollectorGone(RegionHeader &H);

/// Lets the collector finish at the program's end, and waits for the profile if
/// that is requested.
void finishWithCollector();

} // namespace memfacet::region

#endif
