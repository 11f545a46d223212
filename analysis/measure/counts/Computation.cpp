//===- Computation.cpp - what instructions take if nothing misses ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/core/RunCycles.h"
#include "analysis/measure/counts/FillProfile.h"
#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <vector>

namespace memfacet::measure {

namespace {

/// The time of more runs is taken for that of these.
constexpr size_t MostRuns = 2000;
/// Runs with this share of all instructions are enough.
constexpr double EnoughShare = 0.995;

struct ExecutedRun {
  uint64_t Row; ///< address of a Block entry
  double Executions;
  double Instructions; ///< of all executions
};

} // namespace

/// Returns the runs that have sites and were executed; most instructions first.
static std::vector<ExecutedRun> executedRuns(const decode::ModuleSet &Modules,
                                             const SiteTotals &Totals) {
  std::vector<ExecutedRun> Runs;
  std::unordered_map<uint32_t, size_t> Known; // by first site
  Modules.forRuns([&](uint64_t Row, SiteId First) {
    double Executions = double(Totals.Owners.executionsOf(First.Value) +
                               Totals.Selected.executionsOf(First.Value));
    if (Executions == 0 || !Known.try_emplace(First.Value, Runs.size()).second)
      return;
    Runs.push_back(
        {Row, Executions, Executions * Modules.runInstructions(Row)});
  });
  std::ranges::sort(Runs, [](const ExecutedRun &A, const ExecutedRun &B) {
    return std::pair(-A.Instructions, A.Row) <
           std::pair(-B.Instructions, B.Row);
  });
  return Runs;
}

void fillComputation(result::Profile &P, const decode::ModuleSet &Modules,
                     const SiteTotals &Totals) {
  std::vector<ExecutedRun> Runs = executedRuns(Modules, Totals);
  double All = 0, Instructions = 0, Cycles = 0;
  for (const ExecutedRun &R : Runs)
    All += R.Instructions;
  for (size_t I = 0; I != std::min(Runs.size(), MostRuns); ++I) {
    if (Instructions >= EnoughShare * All)
      break;
    auto Code = Modules.runCode(Runs[I].Row);
    if (!Code || Code->Operations.empty())
      continue;
    Instructions += Runs[I].Instructions;
    Cycles += Runs[I].Executions * core::cyclesOf(*Code);
  }
  if (Instructions > 0)
    P.ComputationCycles =
        uint64_t(std::llround(Cycles / Instructions * double(P.Instructions)));
}

} // namespace memfacet::measure
