//===- DistanceCounts.h - reuse distances by structure --------------------===//

#ifndef MEMFACET_REUSE_DISTANCECOUNTS_H
#define MEMFACET_REUSE_DISTANCECOUNTS_H

#include "analysis/reuse/DistanceBuckets.h"
#include <vector>

namespace memfacet {

/// Touches of one structure by reuse distance.
struct DistanceCounts {
  /// Of lines that were never touched before: misses in every cache.
  uint64_t Compulsory = 0;
  std::vector<uint64_t> Reuses; ///< by bucket; empty or DistanceBuckets

  uint64_t touches() const {
    uint64_t Sum = Compulsory;
    for (uint64_t Count : Reuses)
      Sum += Count;
    return Sum;
  }
  /// In a fully associative LRU cache of as many lines as \p Bucket begins at.
  uint64_t misses(size_t Bucket) const {
    uint64_t Sum = Compulsory;
    for (; Bucket < Reuses.size(); ++Bucket)
      Sum += Reuses[Bucket];
    return Sum;
  }
};

/// By StructureId. What is not counted while the program is outside of its
/// region of interest goes to a table that nobody reads.
class DistanceTable {
public:
  /// Makes room; before a structure is counted.
  void resize(size_t Structures) {
    if (Rows.size() < Structures)
      Rows.resize(Structures + Structures / 2);
  }
  void reuse(uint32_t Structure, size_t Bucket) {
    DistanceCounts &C = Rows[Structure];
    if (C.Reuses.empty()) [[unlikely]]
      C.Reuses.resize(DistanceBuckets);
    ++C.Reuses[Bucket];
  }
  void compulsory(uint32_t Structure) { ++Rows[Structure].Compulsory; }
  void clear() { Rows.assign(Rows.size(), {}); }
  const std::vector<DistanceCounts> &rows() const { return Rows; }

private:
  std::vector<DistanceCounts> Rows;
};

} // namespace memfacet

#endif
