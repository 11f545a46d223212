//===- CoreCounts.h - where a core's cycles went --------------------------===//

#ifndef MEMFACET_CORE_CORECOUNTS_H
#define MEMFACET_CORE_CORECOUNTS_H

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace memfacet {

/// Of one thread. Cycles are Busy, and Computation, Branches, Start and the
/// structures' stalls.
struct CoreCounts {
  uint64_t Instructions = 0;
  uint64_t Operations = 0; ///< those that take a place in the window
  uint64_t Cycles = 0;
  uint64_t Busy = 0; ///< cycles in which an operation left
  uint64_t Computation = 0, Branches = 0, Start = 0; ///< stall cycles
  uint64_t Predicted = 0, Mispredicted = 0; ///< branches; Predicted: all
  /// Stall cycles of (site, structure); only those that have some.
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> Stalls;
  /// Stall cycles by structure since they were taken, and which have some.
  std::vector<uint64_t> Recent;
  std::vector<uint32_t> RecentlyStalled;
  /// Cycles by interval, in order; only those that have some.
  std::vector<std::pair<uint32_t, uint64_t>> Intervals;
};

} // namespace memfacet

#endif
