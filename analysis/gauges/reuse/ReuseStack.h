//===- ReuseStack.h - exact reuse distances in one pass -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A set holds the moment of the last touch of each line. The reuse distance of
// a touch is the number of moments in the set that are later than the moment of
// the line (Bennett and Kruskal 1975, Olken 1981).
//
// Most touches are of one of a few lines. These lines are kept in a list, the
// most recent first, and not in the set: a line enters the set when it leaves
// the list. Lines leave the list in the order of recency, so a moment is the
// number of lines that have left before, and the distance of a line in the set
// is greater by the length of the list.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_GAUGES_REUSE_REUSESTACK_H
#define MEMFACET_GAUGES_REUSE_REUSESTACK_H

#include "analysis/gauges/reuse/LastTouches.h"
#include "analysis/gauges/reuse/Touches.h"
#include "analysis/result/profile/MissCurves.h"
#include "memfacet/Check.h"
#include <array>
#include <vector>

namespace memfacet::gauges {

/// Touches of one structure by reuse distance.
struct DistanceCounts {
  /// Touches of lines that were never touched before: misses in every cache.
  uint64_t Compulsory = 0;
  std::vector<uint64_t> Reuses; ///< by bucket; empty or DistanceBuckets

  uint64_t touches() const {
    uint64_t Sum = Compulsory;
    for (uint64_t Count : Reuses)
      Sum += Count;
    return Sum;
  }
  /// Returns the misses in a fully associative LRU cache of as many lines as \p
  /// Bucket begins at.
  uint64_t misses(size_t Bucket) const {
    uint64_t Sum = Compulsory;
    for (; Bucket < Reuses.size(); ++Bucket)
      Sum += Reuses[Bucket];
    return Sum;
  }
};

/// Counts by StructureId. What happens outside of the region of interest is
/// counted in a table that is not read.
class DistanceTable {
public:
  /// Makes room for structures below \p Structures. To be called before one of
  /// them is counted.
  void resize(size_t Structures) {
    if (Rows.size() < Structures)
      Rows.resize(Structures + Structures / 2);
  }
  void reuse(uint64_t, uint32_t Structure, uint64_t Distance) {
    MEMFACET_CHECK(Structure < Rows.size(), "resize makes room first");
    DistanceCounts &C = Rows[Structure];
    if (C.Reuses.empty()) [[unlikely]]
      C.Reuses.resize(result::DistanceBuckets);
    ++C.Reuses[result::bucketOf(Distance)];
  }
  void compulsory(uint64_t, uint32_t Structure) {
    MEMFACET_CHECK(Structure < Rows.size(), "resize makes room first");
    ++Rows[Structure].Compulsory;
  }
  void clear() { Rows.assign(Rows.size(), {}); }
  const std::vector<DistanceCounts> &rows() const { return Rows; }

private:
  std::vector<DistanceCounts> Rows;
};

/// The stack of one cache, private or shared, of less than 2^30 lines. It takes
/// some 30 bytes for each line touched, and at most 100 where no two lines are
/// near each other. Not synchronised: one thread at a time.
class ReuseStack {
public:
  ReuseStack();

  /// Counts the distances of \p T in \p Counts, a DistanceTable or a
  /// SpatialTable that has room for its owners.
  template <typename Table> void touch(const Touches &T, Table &Counts);
  /// Forgets all lines but those of \p Residues (hasResidue).
  void keep(ResidueSet Residues);
  /// Forgets all lines.
  void clear();

private:
  static constexpr uint32_t ListLines = 16;
  static constexpr uint64_t NoLine = ~uint64_t(0);
  /// A touch of a line outside of the list.
  struct FarTouch {
    uint64_t Line, Leaving; ///< NoLine: the list was not full
    uint32_t Owner, Cell, LeavingCell;
  };
  /// The most touches that are looked up together, so that memory is
  /// prefetched.
  static constexpr size_t MaxPending = 64;

  template <typename Table> void settle(Table &Counts);
  void leave(uint32_t Cell);
  void compact();

  std::array<uint64_t, ListLines> List; ///< most recent first
  std::array<FarTouch, MaxPending> Pending;
  size_t PendingCount = 0;

  /// The cell of a line: 1 more than the moment at which the line left the list
  /// last; 0: never touched. Meaningless while the line is in the list again.
  LineSlots Slots;
  LiveTimes Times;
  std::vector<uint32_t> CellAt; ///< by moment
  uint32_t NextMoment = 0;      ///< the next moment
};

} // namespace memfacet::gauges

#endif
