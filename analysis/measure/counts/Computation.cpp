//===- Computation.cpp - what instructions take if nothing misses ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/core/RunCycles.h"
#include "analysis/measure/counts/FillProfile.h"
#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <vector>

namespace memfacet::measure {

namespace {

/// The time of more runs is taken for that of these.
constexpr size_t MostRuns = 2000;
/// Runs with this share of all instructions are enough.
constexpr double EnoughShare = 0.995;

struct ExecutedRun {
  decode::CodeOfRun Run;
  double Executions;
  double Instructions; ///< of all executions
};

} // namespace

/// Returns how often \p Run was executed: as often as the most frequent of its
/// accesses of a fixed size. Others do not tell: marks are not counted, masked
/// accesses leave lanes out, and an access of variable length may have no
/// bytes.
static double executionsOf(const decode::CodeOfRun &Run,
                           const decode::ModuleSet &Modules,
                           const SiteTotals &Totals) {
  uint64_t Executions = 0;
  for (uint32_t I = 0; I != Run.sites(); ++I) {
    uint32_t Site = Run.firstSite().Value + I;
    if (Site < Modules.siteCount() &&
        Modules.site(SiteId(Site)).Shape == SiteShape::Fixed)
      Executions = std::max(Executions, Totals.Owners.executionsOf(Site) +
                                            Totals.Selected.executionsOf(Site));
  }
  return double(Executions);
}

/// Returns the runs with accesses that were executed; most instructions first.
static std::vector<ExecutedRun> executedRuns(const decode::ModuleSet &Modules,
                                             const SiteTotals &Totals) {
  std::vector<ExecutedRun> Runs;
  std::unordered_set<uint32_t> Known; // by first site
  Modules.forRuns([&](const decode::CodeOfRun &Run) {
    if (!Known.insert(Run.firstSite().Value).second)
      return;
    double Executions = executionsOf(Run, Modules, Totals);
    if (Executions != 0)
      Runs.push_back({Run, Executions, Executions * Run.instructions()});
  });
  std::ranges::sort(Runs, [](const ExecutedRun &A, const ExecutedRun &B) {
    return A.Instructions != B.Instructions
               ? A.Instructions > B.Instructions
               : A.Run.firstSite().Value < B.Run.firstSite().Value;
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
    auto Code = Runs[I].Run.code();
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
