//===- WindowChanges.h - lines that take turns in windows -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a window, a program that selects (memfacet/Select.h) records accesses to
// all lines, also when only some are chosen. Only windows show which residues
// modulo 64 the accesses of a structure meet then.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_GAUGES_SAMPLE_WINDOWCHANGES_H
#define MEMFACET_GAUGES_SAMPLE_WINDOWCHANGES_H

#include "analysis/caches/cache/ResidueMisses.h"
#include <array>
#include <unordered_map>
#include <utility>

namespace memfacet::gauges {

/// The changes of one structure, in windows of stretches with some lines.
struct ChangeCounts {
  /// By stretch: how often a line replaced another one as the last one of its
  /// residue that was accessed. Misses are among these changes.
  caches::ResidueCounts Changes;
  uint64_t Firsts = 0;   ///< lines that were the first ones of their residues
  uint64_t Accesses = 0; ///< to one or several lines

  ChangeCounts &operator+=(const ChangeCounts &O) {
    Changes += O.Changes;
    Firsts += O.Firsts;
    Accesses += O.Accesses;
    return *this;
  }
};

/// Counts changes in windows by structure. Not synchronised: one thread at a
/// time.
class WindowChanges {
public:
  /// Begins a window of \p Thread: nothing is known of earlier accesses.
  void begin(uint32_t Thread) { Last[Thread] = {}; }
  void end(uint32_t Thread) { Last.erase(Thread); }
  /// Takes an access of \p Thread to \p Bytes bytes at \p Address, of \p
  /// Structure, in a window of the stretch with \p Bits.
  void add(uint32_t Thread, uint32_t Structure, uint64_t Address,
           uint64_t Bytes, unsigned Bits) {
    if (ByStructure.size() == Most && !ByStructure.contains(Structure))
      return;
    ChangeCounts &C = ByStructure[Structure];
    Lines &LastLines = Last[Thread];
    ++C.Accesses;
    uint64_t End = (Address + Bytes - 1) >> SelectLineShift;
    for (uint64_t Line = Address >> SelectLineShift; Line <= End; ++Line) {
      // The line number plus 1, so that 0 is none.
      uint64_t Previous =
          std::exchange(LastLines[Line % SelectResidues], Line + 1);
      if (Previous == 0)
        ++C.Firsts;
      else if (Previous != Line + 1)
        C.Changes.add(Bits, Line);
    }
  }
  /// Forgets all counts.
  void clear() { ByStructure.clear(); }

  /// Returns the counts of \p Structure. Null: it was in no window, or was left
  /// out because there are too many structures.
  const ChangeCounts *find(uint32_t Structure) const {
    auto It = ByStructure.find(Structure);
    return It == ByStructure.end() ? nullptr : &It->second;
  }
  ChangeCounts total() const {
    ChangeCounts Sum;
    for (const auto &[Structure, C] : ByStructure)
      Sum += C;
    return Sum;
  }

private:
  /// The most structures that are counted. Each takes 4.5 KiB.
  static constexpr size_t Most = 4096;
  using Lines = std::array<uint64_t, SelectResidues>;

  std::unordered_map<uint32_t, Lines> Last; ///< by thread and residue
  std::unordered_map<uint32_t, ChangeCounts> ByStructure;
};

} // namespace memfacet::gauges

#endif
