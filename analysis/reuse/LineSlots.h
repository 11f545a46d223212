//===- LineSlots.h - a number for each line that was touched --------------===//

#ifndef MEMFACET_REUSE_LINESLOTS_H
#define MEMFACET_REUSE_LINESLOTS_H

#include "analysis/support/Hash.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet {

/// One cell of 32 bits per line. Lines near each other lie in one group of
/// cells, which a hash table finds: memory is bounded by the lines touched.
class LineSlots {
public:
  LineSlots() { clear(); }

  /// Number of the cell of \p Line; made, with 0 in it, where there is none.
  uint32_t cellOf(uint64_t Line) {
    uint64_t Group = Line >> GroupBits;
    size_t At = place(Group);
    if (Places[At].Group != Group) [[unlikely]]
      At = insert(Group);
    return Places[At].First + uint32_t(Line & (GroupCells - 1));
  }
  uint32_t &operator[](uint32_t Cell) { return Cells[Cell]; }
  /// Where cellOf will look first.
  void fetchPlace(uint64_t Line) const {
    __builtin_prefetch(&Places[hash(Line >> GroupBits)]);
  }
  void fetchCell(uint32_t Cell) const { __builtin_prefetch(&Cells[Cell], 1); }
  void clear();

private:
  static constexpr unsigned GroupBits = 4; ///< 16 cells: a line of memory
  static constexpr uint64_t GroupCells = uint64_t(1) << GroupBits;
  static constexpr uint64_t NoGroup = ~uint64_t(0);
  struct Place {
    uint64_t Group = NoGroup;
    uint32_t First = 0; ///< cell
  };

  size_t hash(uint64_t Group) const { return Group * GoldenRatio >> Shift; }
  size_t place(uint64_t Group) const {
    size_t At = hash(Group);
    while (Places[At].Group != Group && Places[At].Group != NoGroup)
      At = (At + 1) & (Places.size() - 1);
    return At;
  }
  size_t insert(uint64_t Group);

  std::vector<Place> Places; ///< a power of two, at most half in use
  std::vector<uint32_t> Cells;
  unsigned Shift = 0; ///< 64 less the logarithm of the size
  size_t Used = 0;
};

} // namespace memfacet

#endif
