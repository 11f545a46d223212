//===- ModuleList.h - the instrumented objects ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_PROCESS_MODULELIST_H
#define MEMFACET_RUNTIME_PROCESS_MODULELIST_H

#include "memfacet/Tables.h"
#include "runtime/support/Lock.h"

namespace memfacet {

/// Longer paths are cut.
constexpr uint32_t ObjectPathBytes = 232;

/// Where a loaded object comes from.
struct ObjectPlace {
  uint64_t LoadBias;
  bool IsProgram; ///< the executable, not a library
  char Path[ObjectPathBytes];
};

/// A loaded object with tables of the pass.
struct Module {
  std::atomic<Module *> Next;
  const ModuleTables *Tables;
  uint32_t Number; ///< dense, in the order of registration
  std::atomic<bool> Loaded;
  bool HasThreadLocals;
  ObjectPlace Place;
};

/// The first module ever, or null. Modules are appended and never removed: any
/// thread may walk them without the lock.
Module *firstModule();

/// Appends a module; null: memory is short. The lock must be held.
Module *appendModule(const ModuleTables *Tables, const ObjectPlace &Place);

/// The loaded object with these tables, or null.
Module *findModule(const ModuleTables *Tables);

/// The block whose record starts with \p Header, or null.
const Block *findBlock(uint64_t Header);

/// Guards the list's end and Loaded. Nothing of libc or of the loader may be
/// called under it: constructors register modules with the loader's lock held.
Lock &modulesLock();

/// In a forked child: no other thread holds the lock.
void resetModulesLock();

/// Calls \p Visit with each loaded module.
template <typename Visitor> void forLoadedModules(Visitor Visit) {
  for (Module *M = firstModule(); M; M = M->Next)
    if (M->Loaded.load())
      Visit(*M);
}

/// Calls \p Visit with each thread-local variable of \p Tables.
template <typename Visitor>
void forThreadLocals(const ModuleTables &Tables, Visitor Visit) {
  const TableRange &R = Tables.Ranges[unsigned(TableKind::Globals)];
  for (uint64_t Address = R.Begin; Address + sizeof(Global) <= R.End;
       Address += sizeof(Global))
    if (auto *G = reinterpret_cast<const Global *>(Address);
        (G->Flags & GlobalThreadLocal) && G->Address)
      Visit(*G);
}

} // namespace memfacet

#endif
