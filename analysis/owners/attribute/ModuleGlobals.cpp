//===- ModuleGlobals.cpp - globals and thread-locals as objects -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/attribute/ModuleGlobals.h"

namespace memfacet::owners {

void ModuleGlobals::add(const decode::GlobalInfo &G, uint64_t Address) {
  if (G.Size == 0)
    return;
  LiveObject O{Address, G.Size, Structures.global(G)};
  Ownership::ClaimedRange Claimed = Memory.claim(O);
  if (!Claimed.Accepted)
    return;
  for (const LiveObject &Old : Claimed.Evicted)
    Structures.shrink(Old.Structure, Old.Size);
  Structures.grow(O.Structure, O.Size, true);
  Structures.addToSum(O.Structure, O.Size);
}

void ModuleGlobals::remove(uint64_t Address) {
  if (std::optional<LiveObject> O = Memory.release(Address))
    Structures.shrink(O->Structure, O->Size);
}

void ModuleGlobals::addChanged() {
  for (uint32_t Module : Changed) {
    const std::vector<decode::GlobalInfo> &Globals = Modules.globals(Module);
    LoadedModule &L = LoadedModules[Module];
    for (; L.KnownCount < Globals.size(); ++L.KnownCount) {
      const decode::GlobalInfo &G = Globals[L.KnownCount];
      if (G.Flags & GlobalThreadLocal)
        continue;
      add(G, G.Address);
      L.Addresses.push_back(G.Address);
    }
  }
  Changed.clear();
  Early.takeKnown(Modules, [&](const decode::GlobalInfo &G, uint64_t Address) {
    addInstance(G, Address);
  });
}

void ModuleGlobals::unload(uint32_t Module) {
  Changed.erase(Module);
  auto It = LoadedModules.find(Module);
  if (It == LoadedModules.end())
    return;
  for (uint64_t Address : It->second.Addresses)
    remove(Address);
  LoadedModules.erase(It);
}

void ModuleGlobals::addInstance(const decode::GlobalInfo &G, uint64_t Address) {
  add(G, Address);
  ThreadLocals.insert(Address);
}

void ModuleGlobals::addThreadLocal(uint64_t Entry, uint64_t Address) {
  if (const decode::GlobalInfo *G = Modules.globalAt(Entry))
    addInstance(*G, Address);
  else
    Early.add(Entry, Address);
}

void ModuleGlobals::dropThreadLocals(uint64_t Low, uint64_t High) {
  Early.drop(Low, High);
  auto It = ThreadLocals.lower_bound(Low);
  while (It != ThreadLocals.end() && *It < High) {
    remove(*It);
    It = ThreadLocals.erase(It);
  }
}

} // namespace memfacet::owners
