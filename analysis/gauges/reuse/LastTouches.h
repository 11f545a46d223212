//===- LastTouches.h - the times of the last touches of lines -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_GAUGES_REUSE_LASTTOUCHES_H
#define MEMFACET_GAUGES_REUSE_LASTTOUCHES_H

#include "analysis/support/Hash.h"
#include "memfacet/Check.h"
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet::gauges {

/// Keeps a cell of 32 bits for each line. Neighbouring lines lie in one group
/// of cells, which a hash table finds: memory is bounded by the number of lines
/// touched.
class LineSlots {
public:
  LineSlots() { clear(); }

  /// Returns the number of the cell of \p Line. A new cell holds 0.
  uint32_t cellOf(uint64_t Line) {
    uint64_t Group = Line >> GroupBits;
    size_t Index = place(Group);
    if (Places[Index].Group != Group) [[unlikely]]
      Index = insert(Group);
    return Places[Index].First + uint32_t(Line & (GroupCells - 1));
  }
  uint32_t &operator[](uint32_t Cell) { return Cells[Cell]; }
  /// Prefetches the place where cellOf looks first.
  void fetchPlace(uint64_t Line) const {
    __builtin_prefetch(&Places[hash(Line >> GroupBits)]);
  }
  void fetchCell(uint32_t Cell) const { __builtin_prefetch(&Cells[Cell], 1); }
  void clear();
  /// Calls \p Visit(line, content of its cell) for all cells, in no order.
  template <typename Visitor> void forEach(Visitor Visit) const {
    for (const Place &P : Places)
      for (uint64_t I = 0; P.Group != NoGroup && I != GroupCells; ++I)
        Visit(P.Group << GroupBits | I, Cells[P.First + I]);
  }

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
    size_t Index = hash(Group);
    while (Places[Index].Group != Group && Places[Index].Group != NoGroup)
      Index = (Index + 1) & (Places.size() - 1);
    return Index;
  }
  size_t insert(uint64_t Group);

  std::vector<Place> Places; ///< a power of two, at most half in use
  std::vector<uint32_t> Cells;
  unsigned Shift = 0; ///< 64 less the logarithm of the size
  size_t Used = 0;
};

/// A set of moments, numbered from 0, which counts the moments later than a
/// given one. Each moment is a bit. A Fenwick tree over words of bits has their
/// sums, so it is small enough for a cache.
class LiveTimes {
public:
  explicit LiveTimes(size_t Moments) { reset(Moments, 0); }

  /// Makes room for \p Moments, a multiple of 64, of which the first \p NewLive
  /// are in the set.
  void reset(size_t Moments, size_t NewLive);
  size_t live() const { return Live; }

  /// Adds \p Moment, which is not in the set.
  void add(uint32_t Moment) {
    MEMFACET_CHECK(!has(Moment), "a moment is one touch");
    Bits[Moment / 64] |= uint64_t(1) << Moment % 64;
    ++Live;
    for (size_t I = Moment / 64 + 1; I < Sums.size(); I += I & -I)
      ++Sums[I];
  }
  /// Removes \p Moment, which is in the set.
  void remove(uint32_t Moment) {
    MEMFACET_CHECK(has(Moment), "it is in the set");
    Bits[Moment / 64] &= ~(uint64_t(1) << Moment % 64);
    --Live;
    for (size_t I = Moment / 64 + 1; I < Sums.size(); I += I & -I)
      --Sums[I];
  }
  bool has(uint32_t Moment) const {
    return Bits[Moment / 64] >> Moment % 64 & 1;
  }
  /// Returns the number of moments later than \p Moment, which is in the set.
  size_t laterThan(uint32_t Moment) const {
    MEMFACET_CHECK(has(Moment), "it is in the set");
    uint64_t UpTo = Bits[Moment / 64] << (63 - Moment % 64);
    size_t Sum = size_t(std::popcount(UpTo));
    for (size_t I = Moment / 64; I != 0; I &= I - 1)
      Sum += Sums[I];
    return Live - Sum;
  }
  void fetch(uint32_t Moment) const {
    __builtin_prefetch(&Bits[Moment / 64], 1);
  }

private:
  std::vector<uint64_t> Bits;
  std::vector<uint32_t> Sums; ///< a Fenwick tree from 1, by word of bits
  size_t Live = 0;
};

} // namespace memfacet::gauges

#endif
