//===- Objects.h - loaded objects, instrumented or not --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_LIFECYCLE_OBJECTS_H
#define MEMFACET_RUNTIME_LIFECYCLE_OBJECTS_H

#include "runtime/process/ModuleList.h"
#include "runtime/record/Thread.h"

namespace memfacet::lifecycle {

/// Finds the object whose memory contains \p Address.
void findPlace(uint64_t Address, process::ObjectPlace &Place);

/// Writes Mapping and Unmap events for objects that came and went since the
/// last time. Calls the loader.
void rescanObjects(record::ThreadState &T);

/// Makes later calls of rescanIfChanged look for objects that dlopen loads.
void expectObjects();
/// Calls rescanObjects if an expected change has come. Costs one load when
/// nothing is expected.
void rescanIfChanged(record::ThreadState &T);

/// Writes Mapping events for all known objects again, in a forked child.
void announceObjects(record::ThreadState &T);

/// Writes Mapping events for this thread's instances of the loaded objects'
/// thread-local data. The instrumented variables in them have ThreadLocal
/// events as well.
void announceLibraryThreadLocals(record::ThreadState &T);

/// Take and release the lock around fork, so that the child finds nothing half
/// done.
void lockObjects();
void unlockObjects();
/// Resets the lock in a forked child: no other thread holds it.
void resetObjectsLock();

} // namespace memfacet::lifecycle

#endif
