//===- Criticality.h - whose misses a core waits for ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/core-model.md defines the numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_REPORT_MISSES_CRITICALITY_H
#define MEMFACET_REPORT_MISSES_CRITICALITY_H

#include "analysis/result/profile/Profile.h"
#include "tools/support/Terminal.h"

namespace memfacet::report {

struct CriticalRow {
  StructureId Structure;
  uint64_t Misses = 0; ///< of the first level
  uint64_t Stalls = 0; ///< cycles
  /// Tenths of a per cent: of all misses, of all stall cycles.
  uint32_t MissTenths = 0, StallTenths = 0;
  /// Whether the structure's share of the stall cycles is more than twice the
  /// share of the misses, and at least one per cent.
  bool Critical = false;
};

/// Structures with misses or stalls, most stalls first; shares of structures
/// and of the other stall cycles add up to 1000.
struct Criticality {
  std::vector<CriticalRow> Rows;
  uint64_t Misses = 0, Stalls = 0;
  uint32_t ComputationTenths = 0, BranchTenths = 0, StartTenths = 0;
};

/// Computes the rows of a profile with a simulated core.
Criticality criticality(const result::Profile &P);

/// Writes the \p Top rows and the sum of the others. Ends with the scenarios.
std::string criticalText(const result::Profile &P, size_t Top,
                         const Terminal &Out);
std::string criticalJson(const result::Profile &P);
std::string criticalCsv(const result::Profile &P);

/// Writes cycles and predicted speed-up of each scenario, or "".
std::string scenarioText(const result::Profile &P, const Terminal &Out);

} // namespace memfacet::report

#endif
