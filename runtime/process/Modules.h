//===- Modules.h - instrumented objects -----------------------------------===//

#ifndef MEMFACET_RUNTIME_PROCESS_MODULES_H
#define MEMFACET_RUNTIME_PROCESS_MODULES_H

#include "runtime/record/Thread.h"

namespace memfacet {

/// Writes the tables of all known modules again, in a forked child.
void announceModules(ThreadState &T);

/// Writes where the calling thread's thread-local variables are. Calls code of
/// the program, so not from inserted code's slow path.
void announceThreadLocals(ThreadState &T);

bool anyModules();

/// The number of the loaded object with these tables; false: it is not known.
bool findModule(const ModuleTables *Tables, uint32_t &Number);

/// The block whose record starts with \p Header, or null.
const Block *findBlock(uint64_t Header);

/// Around fork, so that the child finds nothing half done.
void lockModules();
void unlockModules();
/// In a forked child: nobody else is inside.
void resetModulesLock();

} // namespace memfacet

#endif
