//===- ChosenLines.h - what is left of accesses ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a program that selects (memfacet/Select.h), caches are simulated for
// chosen lines alone. Threads that have not heard of a new choice, windows and
// functions without a selecting body record other accesses, too. They must not
// reach the caches. Accesses to lines that a thread visits go elsewhere
// (cache/VisitedSets.h).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_COUNTS_CHOSENLINES_H
#define MEMFACET_MEASURE_COUNTS_CHOSENLINES_H

#include "analysis/decode/Batch.h"
#include <memory>

namespace memfacet::measure {

/// Not synchronised: one thread at a time.
class ChosenLines {
public:
  uint8_t bits() const { return Bits; }
  /// From here on, one line in 2^\p NewBits is chosen, no more than before.
  void choose(uint8_t NewBits) {
    Bits = NewBits;
    Chosen = chosenLines(NewBits);
  }

  /// Whether the program has recorded accesses to chosen lines alone.
  bool areChosen(const decode::AccessBatch &B) const {
    return B.Selected && !B.Window && B.Lines.Bits >= Bits &&
           visitedLines(B.Lines.Bits, B.Lines.Visit) == 0;
  }

  /// Whether each access of \p B is in one line, as the program has recorded
  /// the parts in lines that the thread looks at.
  static bool haveOneLine(const decode::AccessBatch &B) {
    return B.Selected && !B.Window && B.Lines.Bits != 0;
  }

  /// Lines that are chosen.
  ResidueSet chosen() const { return Chosen; }
  /// Passes on the accesses of \p B to chosen lines in order, \p
  /// Take(BatchPart); of accesses to several lines, the part in each of them.
  /// They come in batches that have nothing else of \p B but their place.
  template <typename Taker> void take(const decode::BatchPart &B, Taker Take) {
    takeLines(B, Chosen, Take);
  }
  /// Whether the thread of \p B visits lines beside those that are chosen now,
  /// from time to time. If it has not heard of these, no visit counts.
  bool visits(const decode::BatchPlace &B) const {
    return B.Lines.Visit != 0 && B.Lines.Bits == Bits;
  }
  /// Lines that it visits now.
  ResidueSet visited(const decode::BatchPlace &B) const {
    return visits(B) ? visitedLines(Bits, B.Lines.Visit) : 0;
  }
  /// The same as take, of the lines that are visited.
  template <typename Taker>
  void takeVisited(const decode::BatchPart &B, Taker Take) {
    if (ResidueSet Visited = visited(B.Batch); Visited != 0)
      takeLines(B, Visited, Take);
  }

private:
  struct Position {
    size_t Access;
    uint64_t Bytes; ///< of it that are done
  };

  template <typename Taker>
  void takeLines(const decode::BatchPart &B, ResidueSet Lines, Taker Take) {
    for (Position Cursor = {B.Begin, 0}; fill(B, Lines, Cursor);)
      Take(decode::BatchPart{*Buffer, 0, Buffer->Count});
  }
  void begin(const decode::BatchPart &B);
  bool fill(const decode::BatchPart &B, ResidueSet Lines, Position &Cursor);

  uint8_t Bits = 0;
  ResidueSet Chosen = AllResidues;
  std::unique_ptr<decode::AccessBatch> Buffer;
};

} // namespace memfacet::measure

#endif
