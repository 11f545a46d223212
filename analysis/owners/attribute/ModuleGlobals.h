//===- ModuleGlobals.h - globals and thread-locals as objects -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_OWNERS_ATTRIBUTE_MODULEGLOBALS_H
#define MEMFACET_OWNERS_ATTRIBUTE_MODULEGLOBALS_H

#include "analysis/decode/Modules.h"
#include "analysis/owners/names/StructureRegistry.h"
#include "analysis/owners/objects/Ownership.h"
#include <map>
#include <set>

namespace memfacet::owners {

class ModuleGlobals {
public:
  ModuleGlobals(const decode::ModuleSet &Modules, StructureRegistry &Structures,
                Ownership &Memory)
      : Modules(Modules), Structures(Structures), Memory(Memory) {}

  /// Says that more of \p Module's tables may be known: they arrive in pieces.
  void tablesChanged(uint32_t Module) { Changed.insert(Module); }
  /// Adds the globals of changed modules. Must be called before memory is
  /// looked up.
  void update() {
    if (!Changed.empty()) [[unlikely]]
      addChanged();
  }
  /// Returns whether update has nothing to do.
  bool areKnown() const { return Changed.empty(); }
  void unload(uint32_t Module);

  /// Adds a thread's instance of the thread-local with the Global entry
  /// \p Entry, once the entry is known.
  void addThreadLocal(uint64_t Entry, uint64_t Address);
  /// Ends thread-locals of dead threads in [Low, High), where a new stack is.
  void dropThreadLocals(uint64_t Low, uint64_t High);

private:
  void addChanged();
  void addInstance(const decode::GlobalInfo &G, uint64_t Address);
  void add(const decode::GlobalInfo &G, uint64_t Address);
  void remove(uint64_t Address);

  const decode::ModuleSet &Modules;
  StructureRegistry &Structures;
  Ownership &Memory;
  std::set<uint32_t> Changed;
  struct LoadedModule {
    /// The number of the module's globals that were looked at so far.
    size_t KnownCount = 0;
    std::vector<uint64_t> Addresses; ///< of those that are no thread-locals
  };
  std::map<uint32_t, LoadedModule> LoadedModules;
  std::set<uint64_t> ThreadLocals; ///< addresses of instances
  decode::EarlyLocals Early;
};

} // namespace memfacet::owners

#endif
