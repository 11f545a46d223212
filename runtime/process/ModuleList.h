//===- ModuleList.h - the instrumented objects ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_PROCESS_MODULELIST_H
#define MEMFACET_RUNTIME_PROCESS_MODULELIST_H

#include "memfacet/Tables.h"
#include "runtime/support/Lock.h"

namespace memfacet::process {

/// Longer paths are cut off.
constexpr uint32_t ObjectPathBytes = 232;

/// The file and the place of a loaded object.
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

/// Returns the first module that was registered, or null. Modules are appended
/// and never removed, so any thread may walk the list without the lock.
Module *firstModule();

/// Appends a module that is not loaded yet: the caller writes its tables, then
/// sets Loaded, so that no thread names a variable of it before. Returns null
/// when memory is short. The caller must hold the lock.
Module *appendModule(const ModuleTables *Tables, const ObjectPlace &Place);

/// Returns the loaded object with these tables, or null.
Module *findModule(const ModuleTables *Tables);

/// Returns the block whose record starts with \p Header, or null.
const Block *findBlock(uint64_t Header);

/// Returns the lock that guards the list's end and Loaded. The holder must not
/// call libc or the loader: constructors register modules while the loader's
/// lock is held.
Lock &modulesLock();

/// Resets the lock in a forked child: no other thread holds it.
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

} // namespace memfacet::process

#endif
