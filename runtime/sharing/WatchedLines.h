//===- WatchedLines.h - lines that are followed though not chosen ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads often fight for a single line, which is rarely one of the few chosen
// lines. So the lines with the most misses of lost copies, while threads look
// at all lines, are followed from then on. There is at most one such line of
// each residue, and there are few residues, as all lines with such a residue
// must be checked for.
//
// Shared lines may also lie at equal distances, as the border of a part of a
// matrix: few residues have them, and perhaps no chosen one. All lines of a
// residue that has far more of the misses than others are watched. The other
// such lines are estimated by these (threads/communication/LineCohorts.h). If
// following them takes too long, a part of them is enough.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RUNTIME_SHARING_WATCHEDLINES_H
#define MEMFACET_RUNTIME_SHARING_WATCHEDLINES_H

#include "memfacet/LineMoves.h"
#include "memfacet/Select.h"
#include <atomic>

namespace memfacet::sharing {

class WatchedLines {
public:
  /// Notes, while threads look at all lines, that \p Line has had \p Misses
  /// misses.
  void note(uint64_t Line, uint32_t Misses) {
    Candidate &C = Candidates[Line % SelectResidues];
    std::atomic<uint32_t> &Most = C.Misses;
    AllMisses.fetch_add(1, std::memory_order_relaxed);
    C.OfResidue.fetch_add(1, std::memory_order_relaxed);
    if (Misses <= Most.load(std::memory_order_relaxed))
      return;
    Most.store(Misses, std::memory_order_relaxed);
    C.Line.store(Line, std::memory_order_relaxed);
  }
  /// Watches those of the noted lines that have a fair part of all misses, and
  /// whole residues. To be called when threads look at fewer lines from now on.
  void choose();
  /// Begins another window, in which a thread looks at all lines although only
  /// some are chosen. Returns the window's number.
  uint32_t beginWindow() {
    return AllWindows.fetch_add(1, std::memory_order_relaxed) + 1;
  }
  /// Notes that \p Windows windows had a miss of \p Line, from number \p First
  /// on. Watches the line if that is a fair part of the windows since then:
  /// lines of an array that all threads use miss in turn, each in few windows.
  void noteWindows(uint64_t Line, uint32_t Windows, uint32_t First) {
    uint32_t Elapsed = AllWindows.load(std::memory_order_relaxed) - First + 1;
    bool IsFair = uint64_t(Windows) * WindowsPart >= Elapsed;
    if (Windows == 0 || has(Line))
      return;
    uint32_t Least = LeastWindows << Drops.load(std::memory_order_relaxed);
    if (Windows >= Least && IsFair)
      watch(Line);
    else
      SuspectWindow.store(AllWindows.load(std::memory_order_relaxed),
                          std::memory_order_relaxed);
  }
  /// Returns whether one of the last windows had a miss of a line that is not
  /// watched: then it is worth looking again soon.
  bool suspects() const {
    uint32_t Last = SuspectWindow.load(std::memory_order_relaxed);
    return Last != 0 &&
           AllWindows.load(std::memory_order_relaxed) - Last < RecentWindows;
  }
  /// Counts another miss of a watched line.
  void noteMiss(uint64_t Line) {
    MissCounts[Line % SelectResidues].fetch_add(1, std::memory_order_relaxed);
  }
  /// Adds \p Instructions that threads have executed, and \p Lookups of watched
  /// lines. At each review, drops lines with too few misses to be worth their
  /// time: as long as a line is watched, all accesses to lines with the same
  /// residue call the runtime. Of whole residues with too many lookups, it
  /// keeps a part.
  void advance(uint64_t Instructions, uint64_t Lookups) {
    if (residues() == 0)
      return;
    UnreviewedLookups.fetch_add(Lookups, std::memory_order_relaxed);
    if (Unreviewed.fetch_add(Instructions, std::memory_order_relaxed) +
            Instructions >=
        ReviewInstructions)
      review();
  }
  bool has(uint64_t Line) const {
    uint64_t Name =
        Lines[Line % SelectResidues].load(std::memory_order_relaxed);
    return Name == Line + 1 || (Name == WholeResidue && isInPart(Line));
  }
  ResidueSet residues() const {
    return Residues.load(std::memory_order_relaxed);
  }
  void forget();

private:
  static constexpr uint32_t LeastWindows = 8;
  /// A line found in windows has a miss in at least one in this number of
  /// windows.
  static constexpr uint64_t WindowsPart = 4;
  static constexpr uint32_t RecentWindows = 16;

  /// A review keeps a line that was missed once in InstructionsOfMiss
  /// instructions of all threads. With 100 cycles for a miss, that is about
  /// half a per cent of their time.
  static constexpr uint64_t InstructionsOfMiss = 1 << 15,
                            ReviewInstructions = 1 << 25;
  static constexpr uint32_t LeastKept = ReviewInstructions / InstructionsOfMiss;
  static constexpr uint32_t MostDrops = 16;
  /// A review keeps those of the other residues with most misses, which tell
  /// how often lines like them are missed.
  static constexpr unsigned MostSamples = 4;
  static constexpr uint32_t LeastSampled = LeastKept / 16;
  /// Misses of a line that is watched as a sample, if few others are watched.
  static constexpr uint32_t LeastOfSample = 8;
  static constexpr uint64_t WholeResidue = ~uint64_t(0);
  /// Lookups between two reviews, each of which takes as long as some 100
  /// instructions, before a part of the lines of whole residues is left out. At
  /// least one line in 2^MostPartBits stays.
  static constexpr uint64_t MostLookups = ReviewInstructions / 1024;
  static constexpr uint32_t MostPartBits = 4;

  /// Returns whether \p Line belongs to the part of its residue that is
  /// followed: one line in 2^PartBits, those of a smaller part among them.
  bool isInPart(uint64_t Line) const {
    constexpr uint64_t GoldenRatio = 0x9e3779b97f4a7c15;
    uint64_t Scattered = Line / SelectResidues * GoldenRatio >> 58;
    uint32_t Bits = PartBits.load(std::memory_order_relaxed);
    return (Scattered & ((uint64_t(1) << Bits) - 1)) == 0;
  }
  void watch(uint64_t Line) { watch(Line, Line + 1); }
  void watch(uint64_t Residue, uint64_t Name);
  void chooseResidues();
  void watchResidue(uint64_t Residue);
  uint64_t leastChosen() const;
  void review();
  void leaveOutLines();
  uint32_t missesOf(unsigned Residue) const;
  uint32_t leastKept() const;

  struct Candidate {
    std::atomic<uint64_t> Line;   ///< with most misses of its residue
    std::atomic<uint32_t> Misses; ///< of the line
    std::atomic<uint32_t> OfResidue;
  };
  /// By residue: line + 1, or WholeResidue, or 0.
  std::atomic<uint64_t> Lines[SelectResidues];
  std::atomic<ResidueSet> Residues; ///< of Lines
  /// Misses of Lines since the last review.
  std::atomic<uint32_t> MissCounts[SelectResidues];
  std::atomic<uint64_t> Unreviewed; ///< instructions since the last review
  std::atomic<uint64_t> UnreviewedLookups; ///< of watched lines, since then
  std::atomic<uint32_t> PartBits;          ///< of whole residues
  /// Lines that were dropped, at most MostDrops. Each doubles the windows that
  /// a line needs to be watched.
  std::atomic<uint32_t> Drops;
  Candidate Candidates[SelectResidues];
  std::atomic<uint64_t> AllMisses; ///< misses that were noted
  std::atomic<uint32_t> AllWindows;
  std::atomic<uint32_t> SuspectWindow; ///< the last window with a miss, or 0
};

} // namespace memfacet::sharing

#endif
