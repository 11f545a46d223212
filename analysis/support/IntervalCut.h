//===- IntervalCut.h - where intervals of threads may end -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_SUPPORT_INTERVALCUT_H
#define MEMFACET_SUPPORT_INTERVALCUT_H

#include <array>
#include <cstdint>
#include <string_view>

namespace memfacet {

/// Where a thread's intervals end (docs/internals/phases.md, "Variable
/// length"). The numbers stand in profiles.
enum class IntervalCut : uint16_t {
  Period = 0,     ///< after a fixed number of instructions
  Phases = 1,     ///< the same, and where the program says that a phase begins
  Procedures = 2, ///< before the first code run of a function
  Loops = 3,      ///< before the first code run of a loop's header
};

constexpr uint32_t IntervalCuts = 4;

/// Returns whether ends are looked for in the code that is executed.
constexpr bool isAtRuns(IntervalCut Cut) {
  return Cut == IntervalCut::Procedures || Cut == IntervalCut::Loops;
}

/// The periods after which an interval without a marker ends, with isAtRuns.
constexpr uint64_t LongestInterval = 2;

/// Names as in `cut=` and in files of points; index: IntervalCut.
inline constexpr std::array<std::string_view, IntervalCuts> IntervalCutNames = {
    "period", "phases", "procedures", "loops"};

/// How the instructions of threads are cut into intervals.
struct IntervalPlan {
  uint64_t Length = 1'000'000; ///< instructions of an interval, not 0
  /// Intervals do not span stalls: where a thread has waited (Stall) while the
  /// process's clock went on by an interval or more, its interval ends early
  /// and the next number begins. Where the clock did not go on so far, no other
  /// thread has executed much: there is no gap to be seen.
  bool AtStalls = false;
  /// Where else a thread's intervals end. Those that end at runs do so between
  /// two runs of a record, too: before the first marker that comes when the
  /// interval has Length instructions, or after the run with which it has
  /// LongestInterval times as many.
  IntervalCut Cut = IntervalCut::Period;

  bool operator==(const IntervalPlan &) const = default;
};

} // namespace memfacet

#endif
