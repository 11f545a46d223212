//===- CoreTimes.h - cycles and stalls of a simulated core ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/core-model.md defines each number.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_PROFILE_CORETIMES_H
#define MEMFACET_RESULT_PROFILE_CORETIMES_H

#include "analysis/support/Ids.h"
#include <cstdint>
#include <string>
#include <vector>

namespace memfacet::result {

/// Cycles are Busy, Computation, Branches, Start and the thread's CoreStalls.
struct CoreThreadTimes {
  uint32_t Thread = 0;
  uint64_t Instructions = 0;
  uint64_t Operations = 0; ///< instructions that cost a core something
  uint64_t Cycles = 0;
  uint64_t Busy = 0; ///< cycles in which an operation left the core
  uint64_t Computation = 0, Branches = 0, Start = 0; ///< stall cycles
  uint64_t Predictions = 0, Mispredictions = 0;
  bool operator==(const CoreThreadTimes &) const = default;
};

/// Stall cycles charged to a structure where a site accesses it.
struct CoreStalls {
  /// Site of accesses that were not counted, at the bounds of a region of
  /// interest.
  static constexpr uint32_t NoSite = ~uint32_t(0);

  uint32_t Thread = 0;
  uint32_t Site = 0; ///< index into Profile::Sites, or NoSite
  StructureId Structure;
  uint64_t Cycles = 0;
  bool operator==(const CoreStalls &) const = default;
};

struct CoreInterval {
  uint32_t Thread = 0;
  uint32_t Interval = 0;
  uint64_t Cycles = 0;
  bool operator==(const CoreInterval &) const = default;
};

/// The same run with some structures served in one cycle.
struct CoreScenario {
  std::vector<StructureId> Perfect; ///< in the order in which they were added
  uint64_t Cycles = 0;              ///< of all threads
  bool operator==(const CoreScenario &) const = default;
};

struct CoreTimes {
  std::string Name, Spec; ///< of the core; empty Spec: no core was asked for
  std::vector<CoreThreadTimes> Threads; ///< sorted by thread
  std::vector<CoreStalls> Stalls;       ///< sorted by thread, site, structure
  std::vector<CoreInterval> Intervals;  ///< sorted by thread, interval
  std::vector<CoreScenario> Scenarios;  ///< in the order of the request

  bool empty() const { return Spec.empty(); }
  /// Returns the sum of all threads.
  CoreThreadTimes total() const;
  /// Returns stall cycles; index: StructureId. \p Structures is their number.
  std::vector<uint64_t> byStructure(size_t Structures) const;
  bool operator==(const CoreTimes &) const = default;
};

} // namespace memfacet::result

#endif
