//===- DepthCounts.h - counts of caches that differ in ways ---------------===//

#ifndef MEMFACET_SWEEP_DEPTHCOUNTS_H
#define MEMFACET_SWEEP_DEPTHCOUNTS_H

#include "analysis/support/Ids.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace memfacet {

/// Counts of one structure in one cache.
struct SweepCounts {
  uint64_t Misses = 0;
  uint64_t Writebacks = 0; ///< by who wrote last
};

/// Of caches that are numbered from the smallest. Where one misses, the smaller
/// ones do, too: a touch is one addition, whatever the number of caches.
class DepthCounts {
public:
  explicit DepthCounts(size_t Caches) : Caches(Caches) {}

  /// Makes room; before a structure is counted.
  void resize(size_t Structures) {
    if (Touches.size() < Structures * (Caches + 1)) {
      Touches.resize(Structures * (Caches + 1));
      Writebacks.resize(Structures * Caches);
    }
  }
  /// The first \p Missing caches miss.
  void touch(StructureId S, size_t Missing) {
    ++Touches[S.Value * (Caches + 1) + Missing];
  }
  void writeback(StructureId Writer, size_t Cache) {
    ++Writebacks[Writer.Value * Caches + Cache];
  }
  /// By structure.
  std::vector<SweepCounts> of(size_t Cache) const {
    std::vector<SweepCounts> Result(Writebacks.size() / Caches);
    for (size_t S = 0; S != Result.size(); ++S) {
      for (size_t Missing = Cache + 1; Missing <= Caches; ++Missing)
        Result[S].Misses += Touches[S * (Caches + 1) + Missing];
      Result[S].Writebacks = Writebacks[S * Caches + Cache];
    }
    return Result;
  }
  void clear() {
    Touches.clear();
    Writebacks.clear();
  }

private:
  size_t Caches;
  std::vector<uint64_t> Touches;    ///< by structure, caches that miss
  std::vector<uint64_t> Writebacks; ///< by structure, cache
};

} // namespace memfacet

#endif
