//===- ModuleList.cpp - the instrumented objects --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/process/ModuleList.h"
#include "memfacet/Check.h"
#include "runtime/support/Pool.h"

namespace memfacet::process {

namespace {

struct ModuleList {
  Lock Mutex;
  Pool<Module> Memory;
  std::atomic<Module *> First{nullptr};
  Module *Last = nullptr;
  uint32_t Count = 0;
};
constinit ModuleList Modules;

} // namespace

Module *firstModule() { return Modules.First.load(); }

Module *appendModule(const ModuleTables *Tables, const ObjectPlace &Place) {
  MEMFACET_CHECK(Modules.Mutex.isTaken(), "the caller holds modulesLock");
  MEMFACET_CHECK(Tables, "a module is known by its tables");
  Module *M = Modules.Memory.take();
  if (!M)
    return nullptr;
  M->Tables = Tables;
  M->Number = Modules.Count++;
  copyBytes(&M->Place, &Place, sizeof(Place));
  forThreadLocals(*Tables, [&](const Global &) { M->HasThreadLocals = true; });
  if (Modules.Last)
    Modules.Last->Next = M;
  else
    Modules.First.store(M);
  Modules.Last = M;
  return M;
}

Module *findModule(const ModuleTables *Tables) {
  for (Module *M = firstModule(); M; M = M->Next)
    if (M->Tables == Tables && M->Loaded.load())
      return M;
  return nullptr;
}

const Block *findBlock(uint64_t Header) {
  for (Module *M = firstModule(); M; M = M->Next) {
    if (!M->Loaded.load()) // its tables are gone
      continue;
    TableRange R = M->Tables->Ranges[unsigned(TableKind::Blocks)];
    if (Header >= R.Begin && Header < R.End &&
        (Header - R.Begin) % sizeof(Block) == 0)
      return reinterpret_cast<const Block *>(Header);
  }
  return nullptr;
}

Lock &modulesLock() { return Modules.Mutex; }

void resetModulesLock() {
  Modules.Mutex.reset();
  Modules.Memory.reset();
}

} // namespace memfacet::process
