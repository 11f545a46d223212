//===- ResidueClasses.h - classes of misses by the residue of the line ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_MEMORY_RESIDUECLASSES_H
#define MEMFACET_CACHES_MEMORY_RESIDUECLASSES_H

#include "analysis/caches/memory/MemoryCounters.h"
#include "memfacet/Select.h"
#include <unordered_map>

namespace memfacet::caches {

/// Misses of a structure in a level, by class, of the lines of each residue
/// (memfacet/Select.h).
using ClassesByResidue =
    std::array<std::array<uint32_t, MissClassCount>, SelectResidues>;

/// Counts misses by structure, level, residue and class.
class ResidueClasses {
public:
  void add(size_t Level, uint32_t Structure, uint64_t Line, MissClass Class) {
    uint64_t Key = keyOf(Level, Structure);
    auto Entry = Counts.find(Key);
    if (Entry == Counts.end()) {
      if (Counts.size() == Most)
        return;
      Entry = Counts.try_emplace(Key).first;
    }
    ++Entry->second[selectResidue(Line)][size_t(Class)];
  }
  /// Returns the counts. Null: there are none, or too many structures miss.
  const ClassesByResidue *find(size_t Level, uint32_t Structure) const {
    auto Entry = Counts.find(keyOf(Level, Structure));
    return Entry == Counts.end() ? nullptr : &Entry->second;
  }
  void clear() { Counts.clear(); }

private:
  /// Each takes 1.3 KiB.
  static constexpr size_t Most = 1 << 13;

  static uint64_t keyOf(size_t Level, uint32_t Structure) {
    return uint64_t(Level) << 32 | Structure;
  }

  std::unordered_map<uint64_t, ClassesByResidue> Counts;
};

} // namespace memfacet::caches

#endif
