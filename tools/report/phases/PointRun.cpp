//===- PointRun.cpp - a run, estimated from its simulation points ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/phases/PointRun.h"
#include "analysis/core/CoreModel.h"
#include "analysis/study/points/StratifiedEstimate.h"
#include "analysis/study/points/WarmthTables.h"
#include "tools/report/common/Places.h"
#include "tools/report/common/TableNames.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace memfacet::report {

namespace {

/// Identifies a structure in two simulations, where numbers of structures may
/// differ.
using StructureKey = std::tuple<result::StructureKind, std::string, std::string,
                                uint32_t, std::string, std::string>;

StructureKey keyOf(const result::Structure &S) {
  return {S.Kind, S.Name, S.File, S.Line, S.Function, S.Type};
}

class StructureTable {
public:
  explicit StructureTable(size_t Levels) : Levels(Levels) {}

  EstimatedMisses &at(const result::Profile &P, uint32_t Id, size_t Level) {
    const result::Structure &S = P.Structures[Id];
    auto [It, New] = Rows.try_emplace(keyOf(S));
    if (New)
      It->second = {S.Name, tableName(S), printable(shortPlace(P, S)),
                    shortPlace(result::Profile(), S),
                    std::vector<EstimatedMisses>(Levels)};
    return It->second.Levels[Level];
  }
  std::vector<EstimatedStructure> take() {
    std::vector<EstimatedStructure> Result;
    for (auto &[Key, Row] : Rows)
      Result.push_back(std::move(Row));
    std::ranges::stable_sort(
        Result, std::greater(),
        [](const EstimatedStructure &S) { return S.Levels.back().Estimate; });
    return Result;
  }

private:
  size_t Levels;
  std::map<StructureKey, EstimatedStructure> Rows;
};

/// Adds the estimates from the points' misses.
Status addEstimates(const result::Profile &Part,
                    const study::IntervalTable &Table,
                    std::span<const study::WeightedInterval> Sample,
                    StructureTable &Rows) {
  for (size_t L = 0; L != Table.Levels; ++L) {
    Expected<std::vector<study::KeyedCounts>> Counts =
        study::missesByStructure(Part, Table, L);
    if (!Counts)
      return Counts.error();
    study::KeyedEstimate All = study::estimateByKey(
        Table, Sample, [&](size_t Interval) { return (*Counts)[Interval]; });
    for (const study::KeyEstimate &K : All.Keys)
      if (K.Estimate > 0)
        Rows.at(Part, K.Key, L).Estimate += K.Estimate;
  }
  return {};
}

Status addTruths(const result::Profile &Whole,
                 const study::IntervalTable &Table, StructureTable &Rows) {
  for (size_t L = 0; L != Table.Levels; ++L) {
    Expected<std::vector<study::KeyedCounts>> Counts =
        study::missesByStructure(Whole, Table, L);
    if (!Counts)
      return Counts.error();
    for (const study::KeyedCounts &Interval : *Counts)
      for (auto [Structure, Misses] : Interval)
        Rows.at(Whole, Structure, L).Truth += Misses;
  }
  return {};
}

/// Returns the metrics to estimate. Misses per instruction are added, because
/// small rates say more than hit rates near one.
std::vector<study::Metric> metricsOf(const study::IntervalTable &Table) {
  std::vector<study::Metric> All = Table.metrics();
  for (uint32_t L = 0; L != Table.Levels; ++L)
    All.push_back({study::MetricKind::MissesPerInstruction, L});
  return All;
}

void countInstructions(PointRun &R, const study::IntervalTable &Table,
                       std::span<const study::WeightedInterval> Sample) {
  R.Intervals = Table.Intervals.size();
  for (const study::IntervalFacts &I : Table.Intervals)
    R.Instructions += I.Instructions;
  for (const study::WeightedInterval &S : Sample) {
    R.PointLengths.push_back(Table.Intervals[S.Interval].Instructions);
    R.PointInstructions += R.PointLengths.back();
  }
}

} // namespace

double PointRun::structureError(size_t Level) const {
  double Errors = 0, Sum = 0;
  for (const EstimatedStructure &S : Structures) {
    const EstimatedMisses &M = S.Levels[Level];
    Errors += std::abs(M.Estimate - double(M.Truth));
    Sum += double(M.Truth);
  }
  return Errors == 0 ? 0 : Errors / Sum;
}

namespace {

/// Returns the cycles that a miss of each level adds; none without a core.
std::vector<double> missCosts(const result::CoreTimes &Core, size_t Levels) {
  std::vector<double> Costs;
  Expected<core::CoreModel> Model = core::parseCoreModel(Core.Spec);
  if (!Core.Spec.empty() && Model && core::checkCoreModel(*Model, Levels))
    for (unsigned L = 0; L != Levels; ++L)
      Costs.push_back(double(Model->loadToUse(L + 1, unsigned(Levels))) -
                      Model->loadToUse(L, unsigned(Levels)));
  return Costs;
}

/// Estimates all metrics, and how sure the estimates are.
void estimateMetrics(PointRun &R, const study::IntervalTable &Table,
                     std::span<const study::WeightedInterval> Sample,
                     const caches::PointWarmth::Table *Warmth) {
  std::vector<uint32_t> Phases;
  for (const study::ChosenInterval &P : R.Chosen.Points)
    Phases.push_back(P.phase());
  study::IntervalTable Least = Table, Most = Table;
  if (Warmth) {
    Least = study::boundedTable(Table, *Warmth, true);
    Most = study::boundedTable(Table, *Warmth, false);
  }
  for (const study::Metric &M : metricsOf(Table)) {
    study::CollapsedEstimate E =
        study::estimateFromPoints(M, Table, Sample, Phases);
    R.Metrics.push_back({M, E.Estimate, 0});
    if (Sample.size() > 1)
      R.HalfWidths.push_back(E.HalfWidth);
    R.UnknownShare = std::max(R.UnknownShare, E.Unknown);
    if (R.Chosen.Recorded)
      R.Shifts.push_back(
          study::shiftOf(M, Table, Sample, *R.Chosen.Recorded, R.MissCosts));
    if (!Warmth)
      continue;
    auto [Low, High] =
        std::minmax({E.Estimate, study::estimateOf(M, Least, Sample),
                     study::estimateOf(M, Most, Sample)});
    R.Ranges.push_back({Low, High});
    if (M.Kind == study::MetricKind::MissesPerInstruction)
      R.Levels.push_back(
          {High > 0 ? (High - Low) / High : 0, R.Ranges.back().tooWide()});
  }
}

} // namespace

Expected<PointRun> estimateRun(const study::ChosenIntervals &Chosen,
                               const result::Profile &Part,
                               const result::Profile *Whole,
                               const caches::PointWarmth::Table *Warmth) {
  std::optional<uint32_t> Thread;
  if (!Chosen.HasThreads)
    Thread = Chosen.Points.front().Thread;
  Expected<study::IntervalTable> Table = study::replayedIntervals(Part, Thread);
  if (!Table)
    return Table.error();
  Expected<std::vector<study::WeightedInterval>> Sample =
      study::placesOf(Chosen.Points, *Table, Part.IntervalInstructions);
  if (!Sample)
    return Sample.error();
  PointRun R;
  R.Caches = Part.Caches.spec();
  R.Core = Part.Core.Name.empty() ? Part.Core.Spec : Part.Core.Name;
  R.Length = Part.IntervalInstructions;
  R.Chosen = Chosen;
  R.HasTruth = Whole != nullptr;
  R.MissCosts = missCosts(Part.Core, Table->Levels);
  countInstructions(R, *Table, *Sample);
  StructureTable Structures(Table->Levels);
  if (Status S = addEstimates(Part, *Table, *Sample, Structures); !S)
    return S.error();
  estimateMetrics(R, *Table, *Sample, Warmth);
  if (Whole) {
    Expected<study::IntervalTable> All =
        study::replayedIntervals(*Whole, Thread);
    if (!All)
      return All.error();
    for (study::MetricEstimate &E : R.Metrics)
      E.Truth = study::truthOf(E.Quantity, *All);
    if (Status S = addTruths(*Whole, *All, Structures); !S)
      return S.error();
  }
  R.Structures = Structures.take();
  return R;
}

} // namespace memfacet::report
