//===- Register.cpp - instrumented objects come and go --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects' constructors and destructors call these functions while the
// loader's lock is held.
//
//===----------------------------------------------------------------------===//

#include "memfacet/Check.h"
#include "runtime/counts/Counts.h"
#include "runtime/lifecycle/Modules.h"
#include "runtime/lifecycle/Objects.h"
#include "runtime/lifecycle/Start.h"
#include "runtime/record/Chunks.h"
#include "runtime/record/EventWriter.h"
#include "runtime/region/Collector.h"
#include <errno.h>

namespace memfacet::entry {

namespace {

/// The program's own destructors are done: all ends, and nothing is unloaded
/// any more. The modules' lock guards it.
constinit bool IsEnding = false;

/// Adds the module and writes its tables. Returns null if it is known already,
/// or memory is short.
process::Module *addModule(record::ThreadState &T, const ModuleTables *Tables,
                           const process::ObjectPlace &Place) {
  MEMFACET_CHECK(Tables && Tables->Version == FormatVersion,
                 "tables of other versions are left alone");
  LockGuard Guard(process::modulesLock());
  if (process::findModule(Tables))
    return nullptr;
  process::Module *M = process::appendModule(Tables, Place);
  if (!M)
    return nullptr;
  lifecycle::writeModule(T, *M);
  M->Loaded.store(true);
  return M;
}

/// Starts the collector, whose path the first module has.
void startCollectorOf(record::ThreadState &T, const ModuleTables &Tables) {
  process::Process &P = process::process();
  SignalBlock Block;
  if (!P.CollectorPath)
    P.CollectorPath = Tables.Collector;
  if (P.IsChild || !P.CollectorPending.load())
    return;
  region::startCollector();
  record::leaveLostRegion(T);
}

} // namespace

} // namespace memfacet::entry

using namespace memfacet;
using namespace memfacet::entry;

extern "C" MEMFACET_EXPORT void
__memfacet_register(const ModuleTables *Tables) {
  if (!process::process().Armed.load(std::memory_order_relaxed))
    lifecycle::beginPreloaded();
  if (!process::recording() || Tables->Version != FormatVersion)
    return;
  int Errno = errno;
  record::ThreadState &T = record::thread();
  {
    record::BusyGuard Busy(T);
    startCollectorOf(T, *Tables);
    lifecycle::rescanObjects(T);
    process::ObjectPlace Place;
    lifecycle::findPlace(reinterpret_cast<uint64_t>(Tables), Place);
    if (process::Module *M = addModule(T, Tables, Place))
      lifecycle::writeThreadLocals(T, *M);
  }
  errno = Errno;
}

extern "C" MEMFACET_EXPORT void
__memfacet_unregister(const ModuleTables *Tables) {
  if (!process::recording())
    return;
  record::ThreadState &T = record::thread();
  LockGuard Guard(process::modulesLock());
  process::Module *M = process::findModule(Tables);
  if (!M || IsEnding)
    return;
  IsEnding = M->Place.IsProgram;
  if (IsEnding)
    return; // its code still runs, from other objects' destructors
  counts::forgetCountsOf(T, Tables);
  M->Loaded.store(false);
  record::emit<EventKind::ModuleUnload>(T, M->Number);
}

extern "C" MEMFACET_EXPORT void __memfacet_version_mismatch_check_v21() {}
