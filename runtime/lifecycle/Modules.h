//===- Modules.h - events of instrumented objects -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_LIFECYCLE_MODULES_H
#define MEMFACET_RUNTIME_LIFECYCLE_MODULES_H

#include "runtime/process/ModuleList.h"
#include "runtime/record/Thread.h"

namespace memfacet::lifecycle {

/// Writes where the module is, and its tables.
void writeModule(record::ThreadState &T, const process::Module &M);

/// Writes where the calling thread's instances of the module's thread-local
/// variables are. Calls code of the program, so the slow path of inserted code
/// must not call it.
void writeThreadLocals(record::ThreadState &T, const process::Module &M);

/// Writes the tables of all loaded modules again, in a forked child.
void announceModules(record::ThreadState &T);

/// Calls writeThreadLocals for all loaded modules.
void announceThreadLocals(record::ThreadState &T);

} // namespace memfacet::lifecycle

#endif
