//===- MergeMemory.cpp - what simulations know of several runs ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/merge/MergeMemory.h"

namespace memfacet::result {

void MemoryMerger::add(const Profile &P,
                       const std::vector<uint32_t> &Structures) {
  HasCauses &= P.Memory.Known;
  HasEvictions &= P.hasEvictions();
  for (size_t Id = 0; Id != P.Memory.ByStructure.size(); ++Id) {
    if (ByStructure.size() <= Structures[Id])
      ByStructure.resize(Structures[Id] + 1);
    ByStructure[Structures[Id]] += P.Memory.ByStructure[Id];
  }
  auto Number = [&](uint32_t Id) {
    return Id < Structures.size() ? Structures[Id] : Id;
  };
  for (const caches::EvictionRow &E : P.Memory.Evictions) {
    caches::EvictionCounts &Sum =
        Evictions[{E.Level, Number(E.Victim), Number(E.Evictor)}];
    Sum.Evictions += E.Counts.Evictions;
    Sum.Premature += E.Counts.Premature;
  }
}

void MemoryMerger::finish(Profile &Merged) const {
  Merged.Memory = {};
  Merged.Memory.Known = HasCauses;
  if (HasCauses) {
    Merged.Memory.ByStructure = ByStructure;
    Merged.Memory.ByStructure.resize(Merged.Structures.size());
  }
  if (!HasEvictions)
    return;
  for (const auto &[Key, Sum] : Evictions) {
    auto [Level, Victim, Evictor] = Key;
    uint64_t Premature = HasCauses ? Sum.Premature : 0;
    Merged.Memory.Evictions.push_back(
        {Level, Victim, Evictor, {Sum.Evictions, Premature}});
  }
}

} // namespace memfacet::result
