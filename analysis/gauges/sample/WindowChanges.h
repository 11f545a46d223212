//===- WindowChanges.h - lines that take turns in windows -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a window, a program that selects (memfacet/Select.h) records accesses to
// all lines, also when only some are chosen. Which residues modulo 64 a
// structure's accesses meet by then is known from windows alone.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_GAUGES_SAMPLE_WINDOWCHANGES_H
#define MEMFACET_GAUGES_SAMPLE_WINDOWCHANGES_H

#include "analysis/caches/cache/ResidueMisses.h"
#include <array>
#include <unordered_map>
#include <utility>

namespace memfacet::gauges {

/// Of one structure, in windows of stretches with some lines.
struct ChangeCounts {
  /// By stretch: how often a line became the last one of its residue that was
  /// accessed, in place of another one. Misses are among them.
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

/// Not synchronised: one thread at a time.
class WindowChanges {
public:
  /// A window of \p Thread begins: nothing is known of what came before.
  void begin(uint32_t Thread) { Last[Thread] = {}; }
  void end(uint32_t Thread) { Last.erase(Thread); }
  /// \p Thread has accessed \p Bytes at \p Address, of \p Structure, in a
  /// window of the stretch with \p Bits.
  void add(uint32_t Thread, uint32_t Structure, uint64_t Address,
           uint64_t Bytes, unsigned Bits) {
    if (ByStructure.size() == Most && !ByStructure.contains(Structure))
      return;
    ChangeCounts &C = ByStructure[Structure];
    Lines &LastLines = Last[Thread];
    ++C.Accesses;
    uint64_t End = (Address + Bytes - 1) >> SelectLineShift;
    for (uint64_t Line = Address >> SelectLineShift; Line <= End; ++Line) {
      // A line's number and 1, so that 0 is none.
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

  /// Null: it was in no window, or is one of too many structures.
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
  /// So many structures are followed, each of which takes 3.5 KiB.
  static constexpr size_t Most = 4096;
  using Lines = std::array<uint64_t, SelectResidues>;

  std::unordered_map<uint32_t, Lines> Last; ///< by thread and residue
  std::unordered_map<uint32_t, ChangeCounts> ByStructure;
};

} // namespace memfacet::gauges

#endif
