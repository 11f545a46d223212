//===- Collector.h - the collector's life, seen from here -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_REGION_COLLECTOR_H
#define MEMFACET_RUNTIME_REGION_COLLECTOR_H

#include "runtime/process/Process.h"

namespace memfacet {

/// Starts the collector of a region of our own, if that is still to be done,
/// and waits until it has attached. If that fails, changes to a file or gives
/// up. Signals must be blocked.
void startCollector();

/// The collector died or gave up. Costs some system calls.
bool isCollectorGone(RegionHeader &H);

/// At the program's end: lets the collector finish and waits for the profile
/// where that is asked for.
void finishWithCollector();

} // namespace memfacet

#endif
