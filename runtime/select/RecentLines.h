//===- RecentLines.h - the last lines of each residue ---------------------===//
//
// Of each residue modulo 64, the thread keeps the lines that it accessed last,
// in their order: as many as the first level of the model has ways, at most 8.
// All of them are in the first level, so an access to one of them changes
// nothing but the order of lines that are there, and need not be recorded.
//
// The reader sees the order of records alone. It must be right where it
// matters: where a line comes that is not kept, the one that was accessed
// longest ago is not kept any more, and the reader must think so, too. Lines
// that were recorded before it, but accessed since, are recorded once more.
// Then those that are not kept have the reader's order, and are all older than
// those that are kept.
//
// A write is recorded unless the line has been written since it is kept.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_SELECT_RECENTLINES_H
#define MEMFACET_RUNTIME_SELECT_RECENTLINES_H

#include "memfacet/Select.h"
#include "memfacet/Tables.h"

namespace memfacet {

constexpr uint32_t MostRecentLines = 8;

/// Lines of one residue, the last one first.
struct ResidueLines {
  static constexpr uint64_t Written = uint64_t(1) << 63;
  static constexpr uint64_t None = ~Written;

  /// An address in the line, as it was recorded, and Written; or None.
  uint64_t Lines[MostRecentLines];
  /// When the line was recorded last: numbers of the residue's records.
  uint32_t Stamps[MostRecentLines];
  /// The low half of the Site's address in that record.
  uint32_t Sites[MostRecentLines];
  uint32_t Newest; ///< of all stamps

  /// Whether line \p I is that of \p Address.
  bool holds(uint32_t I, uint64_t Address) const {
    return ((Lines[I] ^ Address) & ~Written) < SelectLineBytes;
  }
  bool isWritten(uint32_t I) const { return (Lines[I] & Written) != 0; }
  /// Line \p I is the last one now.
  void touch(uint32_t I) {
    uint64_t Line = Lines[I];
    uint32_t Stamp = Stamps[I], Site = Sites[I];
    for (; I != 0; --I) {
      Lines[I] = Lines[I - 1];
      Stamps[I] = Stamps[I - 1];
      Sites[I] = Sites[I - 1];
    }
    Lines[0] = Line;
    Stamps[0] = Stamp;
    Sites[0] = Site;
  }
};

/// Of one thread. All zero: nothing is kept, as no access is to line 0.
struct RecentLines {
  ResidueLines Residues[SelectResidues];

  ResidueLines &of(uint64_t Address) {
    return Residues[Address >> SelectLineShift & (SelectResidues - 1)];
  }
  void forget() {
    for (ResidueLines &R : Residues)
      for (uint64_t &Line : R.Lines)
        Line = ResidueLines::None;
  }
};

} // namespace memfacet

#endif
