//===- Objects.h - loaded objects, instrumented or not --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_LIFECYCLE_OBJECTS_H
#define MEMFACET_RUNTIME_LIFECYCLE_OBJECTS_H

#include "runtime/process/ModuleList.h"
#include "runtime/record/Thread.h"

namespace memfacet {

/// The object whose memory holds \p Address.
void findPlace(uint64_t Address, ObjectPlace &Place);

/// Writes Mapping and Unmap events for objects that came and went since the
/// last time. Calls the loader.
void rescanObjects(ThreadState &T);

/// Lets a later call to rescanIfChanged look for what dlopen brings.
void expectObjects();
/// Costs one load when there is nothing to expect.
void rescanIfChanged(ThreadState &T);

/// Writes Mapping events for all known objects again, in a forked child.
void announceObjects(ThreadState &T);

/// Writes Mapping events for this thread's instances of the loaded objects'
/// thread-local data: what is ours in it has ThreadLocal events besides.
void announceLibraryThreadLocals(ThreadState &T);

/// Around fork, so that the child finds nothing half done.
void lockObjects();
void unlockObjects();
/// In a forked child: nobody else is inside.
void resetObjectsLock();

} // namespace memfacet

#endif
