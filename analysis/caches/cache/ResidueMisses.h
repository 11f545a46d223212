//===- ResidueMisses.h - misses by the residue of the line ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines with the same residue modulo 64 are chosen together
// (memfacet/Select.h). The more their misses differ, the less sure is an
// estimate from some of them (gauges/sample/LineIntervals.h).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_CACHE_RESIDUEMISSES_H
#define MEMFACET_CACHES_CACHE_RESIDUEMISSES_H

#include "analysis/caches/cache/CacheWord.h"
#include "memfacet/Check.h"
#include "memfacet/Select.h"
#include <array>
#include <bit>
#include <cstddef>
#include <vector>

namespace memfacet::caches {

/// Misses of one level, by residue (selectResidue): for each number of bits
/// that chose the lines, and of lines that were visited.
class ResidueCounts {
public:
  uint64_t count(unsigned Bits, size_t Residue) const {
    return Counts[Bits][Residue];
  }
  uint64_t sum(unsigned Bits) const {
    uint64_t Sum = 0;
    for (uint64_t Count : Counts[Bits])
      Sum += Count;
    return Sum;
  }
  void add(unsigned Bits, uint64_t Line) {
    ++Counts[Bits][selectResidue(Line)];
  }

  /// Returns the misses in chosen lines while others were visited: they stand
  /// for themselves.
  uint64_t steady() const { return Steady; }
  void addSteady(uint64_t Misses) { Steady += Misses; }
  /// Returns the misses in visited lines, times their weights. \p Half is 0 or
  /// 1: the visits of a residue are counted there in turn.
  uint64_t visited(size_t Half, size_t Residue) const {
    return Visited[Half][Residue];
  }
  void addVisited(size_t Half, uint64_t Line, uint64_t Weight) {
    Visited[Half][selectResidue(Line)] += Weight;
    ++VisitedMisses;
  }
  /// Returns the misses in visited lines that were taken for false, times their
  /// weights.
  uint64_t uncounted() const { return Uncounted; }
  void addUncounted(uint64_t Weight) { Uncounted += Weight; }
  /// Returns the misses in visited lines without weights.
  uint64_t visitedMisses() const { return VisitedMisses; }

  ResidueCounts &operator+=(const ResidueCounts &O) {
    for (size_t R = 0; R != SelectResidues; ++R) {
      for (unsigned Bits = 0; Bits <= MostSelectBits; ++Bits)
        Counts[Bits][R] += O.Counts[Bits][R];
      for (size_t Half = 0; Half != 2; ++Half)
        Visited[Half][R] += O.Visited[Half][R];
    }
    Steady += O.Steady;
    Uncounted += O.Uncounted;
    VisitedMisses += O.VisitedMisses;
    return *this;
  }

private:
  using ByResidue = std::array<uint64_t, SelectResidues>;
  std::array<ByResidue, MostSelectBits + 1> Counts = {};
  std::array<ByResidue, 2> Visited = {};
  uint64_t Steady = 0, Uncounted = 0, VisitedMisses = 0;
};

/// Counts misses by structure, level and residue. Called from one thread at a
/// time.
class ResidueMisses {
public:
  explicit ResidueMisses(size_t Levels) : Levels(Levels) { clear(); }

  /// Sets the limits of the misses that follow: they are of structures below \p
  /// Structures and of lines of which one in 2^\p Bits is chosen.
  void enter(size_t Structures, unsigned Bits) {
    if (Blocks.size() < Structures)
      Blocks.resize(Structures + Structures / 2, None);
    CurrentBits = Bits;
    Kind = Lines::Chosen;
  }
  /// Sets whether the misses that follow are in chosen lines while others are
  /// visited.
  void setVisitsOthers(bool Visits) {
    Kind = Visits ? Lines::Steady : Lines::Chosen;
  }
  /// Sets that the misses that follow are in lines of \p Residues, where visits
  /// of \p New have begun. Each stands for \p Misses.
  void visit(ResidueSet Residues, ResidueSet New, uint64_t Misses) {
    Kind = Lines::Visited;
    MEMFACET_CHECK((New & ~Residues) == 0 && Misses != 0,
                   "only residues that are counted miss");
    Halves ^= New;
    RepresentedVisits += uint64_t(std::popcount(New)) * Misses;
    AllVisited |= Residues;
    Weight = Misses;
  }
  /// Returns the residues that some thread has visited.
  ResidueSet allVisited() const { return AllVisited; }
  /// Returns for how many turns of a residue the visits stand.
  uint64_t representedVisits() const { return RepresentedVisits; }
  /// Returns whether the lines of the misses that follow matter.
  bool asksForLines() const { return Counting && Kind != Lines::Steady; }
  /// Counts \p M, which has a wanted line, if asksForLines().
  void add(const Miss &M, size_t Level) {
    addTo(countsOf(M.structure().Value, Level), M.line());
  }
  /// Counts misses of \p Structure, if not asksForLines().
  void addSteady(uint32_t Structure, size_t Level, uint64_t Misses) {
    if (Counting)
      countsOf(Structure, Level).addSteady(Misses);
  }
  /// Takes a miss of \p Structure in the first level, in a visited line, for
  /// false.
  void addUncounted(uint32_t Structure) {
    if (Counting)
      countsOf(Structure, 0).addUncounted(Weight);
  }
  /// Switches counting off, or on again.
  void count(bool Wanted) { Counting = Wanted; }
  /// Clears all counts.
  void clear() {
    Blocks.assign(Blocks.size(), None);
    Counts.assign(Levels, {});
    AllVisited = 0;
    RepresentedVisits = 0;
  }

  /// Returns the counts of \p Structure in \p Level. Null: it has no misses, or
  /// was left out because too many structures miss.
  const ResidueCounts *find(uint32_t Structure, size_t Level) const {
    uint32_t Block = Structure < Blocks.size() ? Blocks[Structure] : None;
    bool Known = Block != None && Block != LeftOut;
    return Known ? &Counts[Block * Levels + Level] : nullptr;
  }
  /// Returns whether \p Structure was left out because too many structures
  /// miss.
  bool isLeftOut(uint32_t Structure) const {
    return Structure < Blocks.size() && Blocks[Structure] == LeftOut;
  }
  ResidueCounts total(size_t Level) const {
    ResidueCounts Sum;
    for (size_t Index = Level; Index < Counts.size(); Index += Levels)
      Sum += Counts[Index];
    return Sum;
  }

private:
  static constexpr uint32_t None = ~uint32_t(0), LeftOut = 0;
  /// The most structures that are counted, the first that miss: each takes 4.5
  /// KiB for each level.
  static constexpr size_t Most = 4096;

  enum class Lines : uint8_t { Chosen, Steady, Visited };

  ResidueCounts &countsOf(uint32_t Structure, size_t Level) {
    uint32_t &Block = Blocks[Structure];
    if (Block == None) [[unlikely]]
      begin(Block);
    return Counts[Block * Levels + Level];
  }
  void addTo(ResidueCounts &Target, uint64_t Line) const {
    if (Kind == Lines::Chosen)
      Target.add(CurrentBits, Line);
    else
      Target.addVisited(hasResidue(Halves, Line), Line, Weight);
  }
  [[gnu::noinline]] void begin(uint32_t &Block) {
    size_t Used = Counts.size() / Levels;
    Block = Used <= Most ? uint32_t(Used) : LeftOut;
    if (Block != LeftOut)
      Counts.resize(Counts.size() + Levels);
  }

  size_t Levels;
  unsigned CurrentBits = 0;
  Lines Kind = Lines::Chosen;
  uint64_t Weight = 1; ///< of visited lines
  /// By residue: the half that its last visit counts in.
  ResidueSet Halves = 0;
  ResidueSet AllVisited = 0;
  uint64_t RepresentedVisits = 0;
  bool Counting = true;
  std::vector<uint32_t> Blocks; ///< by structure
  /// Counts by block and level. Block 0 is for all structures that are left
  /// out.
  std::vector<ResidueCounts> Counts;
};

} // namespace memfacet::caches

#endif
