//===- Register.cpp - instrumented objects come and go --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects' constructors and destructors call these functions while the
// loader's lock is held.
//
//===----------------------------------------------------------------------===//

#include "runtime/counts/Counts.h"
#include "runtime/lifecycle/Modules.h"
#include "runtime/lifecycle/Objects.h"
#include "runtime/lifecycle/Start.h"
#include "runtime/record/Chunks.h"
#include "runtime/record/EventWriter.h"
#include "runtime/region/Collector.h"
#include <errno.h>

namespace memfacet {

namespace {

/// The program's own destructors are done: all ends, and nothing is unloaded
/// any more. The modules' lock guards it.
constinit bool IsEnding = false;

/// Adds the module and writes its tables. Returns null if it is known already,
/// or memory is short.
Module *addModule(ThreadState &T, const ModuleTables *Tables,
                  const ObjectPlace &Place) {
  LockGuard Guard(modulesLock());
  if (findModule(Tables))
    return nullptr;
  Module *M = appendModule(Tables, Place);
  if (M)
    writeModule(T, *M);
  return M;
}

/// Starts the collector, whose path the first module has.
void startCollectorOf(ThreadState &T, const ModuleTables &Tables) {
  Process &P = process();
  SignalBlock Block;
  if (!P.CollectorPath)
    P.CollectorPath = Tables.Collector;
  if (P.IsChild || !P.CollectorPending.load())
    return;
  startCollector();
  leaveLostRegion(T);
}

} // namespace

} // namespace memfacet

using namespace memfacet;

extern "C" MEMFACET_EXPORT void
__memfacet_register(const ModuleTables *Tables) {
  if (!process().Armed.load(std::memory_order_relaxed))
    beginPreloaded();
  if (!recording() || Tables->Version != FormatVersion)
    return;
  int Errno = errno;
  ThreadState &T = thread();
  {
    BusyGuard Busy(T);
    startCollectorOf(T, *Tables);
    rescanObjects(T);
    ObjectPlace Place;
    findPlace(reinterpret_cast<uint64_t>(Tables), Place);
    if (Module *M = addModule(T, Tables, Place))
      writeThreadLocals(T, *M);
  }
  errno = Errno;
}

extern "C" MEMFACET_EXPORT void
__memfacet_unregister(const ModuleTables *Tables) {
  if (!recording())
    return;
  ThreadState &T = thread();
  LockGuard Guard(modulesLock());
  Module *M = findModule(Tables);
  if (!M || IsEnding)
    return;
  IsEnding = M->Place.IsProgram;
  if (IsEnding)
    return; // its code still runs, from other objects' destructors
  forgetCountsOf(T, Tables);
  M->Loaded.store(false);
  emit<EventKind::ModuleUnload>(T, M->Number);
}

extern "C" MEMFACET_EXPORT void __memfacet_version_mismatch_check_v17() {}
