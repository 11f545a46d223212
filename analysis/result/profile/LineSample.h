//===- LineSample.h - how sure misses of some lines are -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// analysis/gauges/sample/LineIntervals.h defines each number.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_PROFILE_LINESAMPLE_H
#define MEMFACET_RESULT_PROFILE_LINESAMPLE_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace memfacet::result {

/// From here on, one line in 2^Bits was simulated.
struct LineStretch {
  uint64_t Instructions = 0; ///< that all threads had executed
  uint32_t Bits = 0;
  bool operator==(const LineStretch &) const = default;
};

/// A 95 % interval of a number of misses.
struct MissInterval {
  uint64_t Low = 0, High = 0;
  bool operator==(const MissInterval &) const = default;
};

/// The lines of a run that were simulated. If not all were all the time, its
/// counts of misses and of write-backs are estimates. If all were, it has no
/// intervals; if the program selected its accesses all the same, it has a
/// stretch.
struct LineSample {
  std::vector<LineStretch> Stretches; ///< in order
  std::vector<MissInterval> Total;    ///< index: level
  /// Index: StructureId, level.
  std::vector<std::vector<MissInterval>> ByStructure;

  /// Returns whether all lines were simulated.
  bool empty() const {
    return std::ranges::all_of(
        Stretches, [](const LineStretch &S) { return S.Bits == 0; });
  }
  /// Returns whether the program recorded only accesses that may change a
  /// cache.
  bool selected() const { return !Stretches.empty(); }
  bool operator==(const LineSample &) const = default;
};

} // namespace memfacet::result

#endif
