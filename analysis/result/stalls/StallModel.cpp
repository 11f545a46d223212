//===- StallModel.cpp - constants of the core, sums of time ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/result/stalls/StallModel.h"
#include "analysis/caches/model/CacheLimits.h"
#include <algorithm>
#include <cmath>
#include <numeric>

namespace memfacet::result {

namespace {

/// Cycles of a load by the level that has its line, as manuals of processors
/// since 2015 give them.
constexpr std::array<double, caches::MaxCacheLevels> HitCycles = {4,  14,  50,
                                                                  80, 100, 120};
constexpr double MemoryCycles = 350;
/// Cycles of a walk of the page tables, which the caches hold mostly.
constexpr double WalkLatency = 30;

/// The shares of a latency that are not hidden, by the place of the line: the
/// second level, other levels, memory.
struct VisibleShares {
  double Second, Outer, Memory;
};

/// A part, what of its latency is visible, and the factor by which its cycles
/// are more or less on another processor, or in another loop.
struct PartRule {
  VisibleShares Visible;
  double Error;
};

/// Rules in the order of TimePart. docs/internals/stalls.md says where each
/// figure is from.
constexpr std::array<PartRule, TimeParts> Rules = {{
    {{0, 0, 0}, 2.2},            // Computation
    {{0.08, 0.045, 0.015}, 2.2}, // Stream
    {{0.045, 0.06, 0.09}, 2.2},  // Gather
    {{0.15, 0.1, 0.12}, 3.5},    // Irregular
    {{0.65, 0.2, 0.25}, 2.2},    // Column
    {{1, 1, 1}, 1.6},            // Chain
    {{0.5, 0.5, 0.5}, 2.2},      // Search
    {{0.12, 0.04, 0.07}, 2.2},   // Store
    {{0, 0, 0}, 3},              // Contest
}};

/// Instructions of IR in a cycle, if nothing misses.
constexpr double FreeInstructions = 5.5;
/// The cycles of a line that another core has modified.
constexpr double ContestCycles = 100;

} // namespace

double TimeSum::total() const {
  return std::accumulate(Cycles.begin(), Cycles.end(), 0.0);
}

TimeSum &TimeSum::operator+=(const TimeSum &O) {
  for (size_t I = 0; I != TimeParts; ++I)
    Cycles[I] += O.Cycles[I];
  return *this;
}

TimeSum &TimeSum::operator-=(const TimeSum &O) {
  for (size_t I = 0; I != TimeParts; ++I)
    Cycles[I] -= O.Cycles[I];
  return *this;
}

TimeSum &TimeSum::operator*=(double Factor) {
  for (double &C : Cycles)
    C *= Factor;
  return *this;
}

double stallCycles(TimePart Part, size_t Level, size_t Levels) {
  if (Part == TimePart::Contest)
    return Level == 0 ? ContestCycles : 0;
  bool IsLast = Level + 1 >= Levels;
  double Latency =
      (IsLast ? MemoryCycles : HitCycles[Level + 1]) - HitCycles[Level];
  const VisibleShares &V = Rules[size_t(Part)].Visible;
  return Latency * (IsLast ? V.Memory : Level == 0 ? V.Second : V.Outer);
}

double walkCycles(TimePart Part) {
  return WalkLatency * Rules[size_t(Part)].Visible.Memory;
}

double computationCycles(double Instructions, double Cycles,
                         double ChainLoads) {
  return std::max(Cycles > 0 ? Cycles : Instructions / FreeInstructions,
                  ChainLoads * HitCycles[0]);
}

/// Returns the ratio of the sums, with the cycles of \p Changed multiplied.
static double ratioOf(const TimeSum &Saved, const TimeSum &Whole,
                      size_t Changed, double Factor) {
  double More = (Factor - 1) * Whole.Cycles[Changed];
  double All = Whole.total() + More;
  if (All <= 0)
    return 0;
  return (Saved.total() + (Factor - 1) * Saved.Cycles[Changed]) / All;
}

TimeShare shareOf(const TimeSum &Saved, const TimeSum &Whole, double Error) {
  double Likely = ratioOf(Saved, Whole, 0, 1);
  double LowSquares = Error * Error, HighSquares = LowSquares;
  for (size_t I = 0; I != TimeParts; ++I)
    for (double Factor : {Rules[I].Error, 1 / Rules[I].Error}) {
      double Change = ratioOf(Saved, Whole, I, Factor) - Likely;
      (Change < 0 ? LowSquares : HighSquares) += Change * Change;
    }
  // No change saves more than all of the time.
  return {Likely, Likely - std::sqrt(LowSquares),
          std::min(Likely + std::sqrt(HighSquares), std::max(Likely, 1.0))};
}

TimeShare savedShare(const TimeSum &OldTime, const TimeSum &NewTime) {
  TimeSum Saved = OldTime;
  Saved -= NewTime;
  double Whole = OldTime.total(),
         Ratio = Whole > 0 ? NewTime.total() / Whole : 0;
  double Squares = 0;
  for (size_t I = 0; I != TimeParts && Whole > 0; ++I)
    Squares += std::pow(NewTime.Cycles[I] / Whole, 2) +
               std::pow(OldTime.Cycles[I] / Whole * Ratio, 2);
  return shareOf(Saved, OldTime, OwnError * std::sqrt(Squares));
}

} // namespace memfacet::result
