//===- ChosenLines.h - the accesses to chosen lines -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a program that selects (memfacet/Select.h), caches are simulated for
// chosen lines alone. Some other accesses are recorded, too: by threads that
// have not yet seen a new choice, in windows, and in functions without a
// selecting body. They must not reach the caches. Accesses to lines that a
// thread visits go elsewhere (cache/VisitedSets.h).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_COUNTS_CHOSENLINES_H
#define MEMFACET_MEASURE_COUNTS_CHOSENLINES_H

#include "analysis/decode/Batch.h"
#include "memfacet/Check.h"
#include <memory>
#include <span>

namespace memfacet::measure {

/// Not synchronised: used by one thread at a time.
class ChosenLines {
public:
  uint8_t bits() const { return Bits; }
  /// Chooses one line in 2^\p NewBits from here on, no more than before.
  void choose(uint8_t NewBits) {
    MEMFACET_CHECK(NewBits >= Bits, "other lines may not have been recorded");
    Bits = NewBits;
    Chosen = chosenLines(NewBits);
  }

  /// Returns whether the program has recorded accesses to chosen lines alone.
  bool areChosen(const decode::AccessBatch &B) const {
    return B.Selected && !B.Window && B.Lines.Bits >= Bits &&
           visitedLines(B.Lines.Bits, B.Lines.Visit) == 0;
  }

  /// Returns whether each access of \p B is in one line: the program has
  /// recorded the parts in lines that the thread looks at.
  static bool haveOneLine(const decode::AccessBatch &B) {
    return B.Selected && !B.Window;
  }

  /// Returns the residues of chosen lines.
  ResidueSet chosen() const { return Chosen; }
  /// Calls \p Take(BatchPart) with the accesses of \p B to chosen lines, in
  /// order. An access to several lines is split into the part in each line. The
  /// batches that are passed have the place of \p B and nothing else of it.
  template <typename Taker> void take(const decode::BatchPart &B, Taker Take) {
    takeLines(B, Chosen, Take);
  }
  /// Returns the accesses of \p B to chosen lines, in order. They are valid
  /// until the next call. Each must be in one line.
  /// Copies their \p Owners to \p ChosenOwners, by number in the result.
  decode::BatchPart chosenOf(const decode::BatchPart &B,
                             std::span<const uint32_t> Owners,
                             std::span<uint32_t> ChosenOwners);
  /// Returns whether the thread of \p B visits lines other than those that are
  /// chosen now. If the thread has not yet seen the present choice, no visit
  /// counts.
  bool visits(const decode::BatchPlace &B) const {
    return B.Lines.Visit != 0 && B.Lines.Bits == Bits;
  }
  /// Returns the residues of lines that the thread visits now.
  ResidueSet visited(const decode::BatchPlace &B) const {
    return visits(B) ? visitedLines(Bits, B.Lines.Visit) : 0;
  }
  /// Does the same as takeLines for the lines that are visited.
  template <typename Taker>
  void takeVisited(const decode::BatchPart &B, Taker Take) {
    if (ResidueSet Visited = visited(B.Batch); Visited != 0)
      takeLines(B, Visited, Take);
  }

private:
  struct Position {
    size_t Access;
    uint64_t Bytes; ///< of the access, that are done
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
