//===- MissCauses.h - why chosen lines missed -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Example: one line in 8 is chosen, and 800 misses of the second level are
// seen. Of 300, the line is still in a fully associative cache of all chosen
// lines that has an eighth of the level's size: these are conflicts (miniature
// simulation: C. Waldspurger et al., "Cache modeling and optimization using
// miniature simulations", USENIX ATC 2017). So are 2400 of 6400 misses.
//
// The fast simulation (Hierarchy.h) says which look-ups missed, and what left.
// In levels after the first, each look-up of a chosen line is seen. In the
// first level, they are as long as all lines are chosen. A selecting program
// drops an access to the line that was used last in its residue
// (memfacet/Select.h); such a line is taken for used right before the next line
// of the residue. Later, one residue is a set or two of the first level: too
// few to tell classes apart, so only compulsory misses have theirs.
//
// Look-ups of chosen lines are many in a long run. Once 2^17 of them were seen,
// one chosen line in eight goes on to tell classes.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_MEMORY_MISSCAUSES_H
#define MEMFACET_CACHES_MEMORY_MISSCAUSES_H

#include "analysis/caches/cache/EvictionPairs.h"
#include "analysis/caches/cache/MissListener.h"
#include "analysis/caches/memory/ClassClusters.h"
#include "analysis/caches/memory/LineHistory.h"
#include "analysis/caches/memory/MemoryTally.h"
#include <unordered_map>

namespace memfacet::caches {

/// Counts misses of chosen lines by class, premature evictions, and what levels
/// hold. Without coherence. Not synchronised.
class MissCauses final : public MissListener {
public:
  /// \p Model must satisfy checkSelectable. Samples what levels hold each \p
  /// Period instructions, the length of an interval.
  MissCauses(const CacheModel &Model, uint64_t Period);

  void enter(const FilteredPlace &Place) override;
  void lookedUp(size_t Level, const LookUpSpan &LookedUp,
                std::span<const Miss> Misses) override;
  void threadEnded() override;
  void count(bool Wanted);
  void forgetCounts();

  /// Adds what was counted since the last call to the sums.
  void settle();
  /// Returns the misses of \p Structure in \p Level, for all lines. In the
  /// first level, those that are not compulsory are Capacity from when some
  /// lines are chosen. Valid until the next call of settle.
  const LevelDetail &sumOf(size_t Level, uint32_t Structure) const;
  /// Returns those of the first level while lines of all residues were chosen.
  /// All of them have a class; a use that the program dropped may be older than
  /// it is taken for.
  const LevelDetail &firstWithAll(uint32_t Structure) const;
  /// Returns how many lines that \p Structure wrote went to memory, of all.
  uint64_t memoryWrites(uint32_t Structure) const {
    return Structure < SumOf.size() ? SumOf[Structure].MemoryWrites : 0;
  }
  const ClassClusters &clusters() const { return ByCluster; }
  /// Returns the premature evictions, for all lines.
  const EvictionPairs &premature() const { return Premature; }
  const OccupancySampler &occupancy() const { return Occupancy; }
  /// Returns the counts of the sets of \p Level, of those lines that were
  /// chosen: exact as long as all of them tell classes.
  const std::vector<SetCounts> &sets(size_t Level) const {
    return Tally.sets(Level);
  }
  /// Returns the lines that tell classes.
  const LineSubset &lines() const { return Lines; }

private:
  /// Look-ups of chosen lines until fewer lines tell classes.
  static constexpr uint64_t ManyLookUps = 1 << 17;
  static constexpr unsigned FewerBits = 3;

  /// The line of each residue that was used last.
  class RecentLines {
  public:
    /// Calls \p Replaced with the line that \p Line takes the place of.
    template <typename Visitor> void use(uint64_t Line, Visitor Replaced) {
      uint64_t &Recent = Lines[selectResidue(Line)];
      if (Recent == Line + 1)
        return;
      if (Recent != 0)
        Replaced(Recent - 1);
      Recent = Line + 1;
    }

  private:
    std::array<uint64_t, SelectResidues> Lines = {}; ///< plus 1; 0: none
  };
  struct CacheState {
    LineHistory History;
    RecentLines Recent = {};
  };
  /// A row by structure.
  struct Sums {
    std::array<LevelDetail, MaxCacheLevels> Levels = {};
    LevelDetail FirstWithAll = {};
    uint64_t MemoryWrites = 0;
  };

  std::vector<CacheState> makeCaches(size_t First, size_t End) const;
  CacheState &stateOf(size_t Level);
  void choose(const LineSubset &NewLines);
  void use(CacheState &C, uint64_t Line) const;
  void keep(const LookUpSpan &LookedUp, std::span<const Miss> Misses);
  void prefetch(const LineHistory &History) const;
  void lookedUpFirst(CacheState &C, const LookUpSpan &LookedUp);
  void hit(CacheState &C, uint64_t Line);
  void missed(size_t Level, CacheState &C, const Miss &M);
  void classify(size_t Level, CacheState &C, const Miss &M);
  void countWrites(std::span<const Miss> Misses);
  static size_t clusterOf(size_t Level, uint64_t Line, uint64_t Set);
  void leave(size_t Level, CacheState &C, uint32_t Record);
  void empty(size_t Level, CacheState &C);

  const CacheModel Model;
  size_t SharedFrom; ///< number of the first shared level
  MemoryTally Tally;
  ClassClusters ByCluster;
  OccupancySampler Occupancy;
  const uint64_t Period;
  uint64_t Clock = 0;   ///< of Occupancy, in intervals
  LineSubset Lines;     ///< those that tell classes
  uint64_t LookUps = 0; ///< of them
  std::unordered_map<uint32_t, std::vector<CacheState>> Private; ///< by thread
  std::vector<CacheState> Shared;             ///< from level SharedFrom on
  ThreadId Thread;                            ///< of the batch
  std::vector<CacheState> *Current = nullptr; ///< private caches of Thread
  std::vector<Sums> SumOf;                    ///< by structure
  EvictionPairs Premature;
  std::span<const uint64_t> KeptLines; ///< looked up, and Lines has them
  std::span<const Miss> KeptMisses;    ///< whose line or victim Lines has
  std::vector<uint64_t> LineRoom;
  std::vector<Miss> MissRoom;
};

} // namespace memfacet::caches

#endif
