//===- PointRunReport.cpp - estimates of a run from points ----------------===//

#include "analysis/points/Scores.h"
#include "analysis/points/StratifiedEstimate.h"
#include "analysis/support/IntervalCut.h"
#include "tools/report/common/Places.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/format/Columns.h"
#include "tools/report/format/Units.h"
#include "tools/report/phases/PointRun.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace memfacet {

namespace {

/// What tells structures of two simulations apart: their numbers may differ.
using StructureKey = std::tuple<StructureKind, std::string, std::string,
                                uint32_t, std::string, std::string>;

StructureKey keyOf(const Structure &S) {
  return {S.Kind, S.Name, S.File, S.Line, S.Function, S.Type};
}

class StructureTable {
public:
  explicit StructureTable(size_t Levels) : Levels(Levels) {}

  EstimatedMisses &at(const Profile &P, uint32_t Id, size_t Level) {
    const Structure &S = P.Structures[Id];
    auto [It, New] = Rows.try_emplace(keyOf(S));
    if (New)
      It->second = {S.Name, tableName(S), printable(shortPlace(P, S)),
                    shortPlace(Profile(), S),
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

/// The points' misses.
Status addEstimates(const Profile &Part, const IntervalTable &Table,
                    std::span<const WeightedInterval> Sample,
                    StructureTable &To) {
  for (size_t L = 0; L != Table.Levels; ++L) {
    Expected<std::vector<KeyedCounts>> Counts =
        missesByStructure(Part, Table, L);
    if (!Counts)
      return Counts.error();
    KeyedEstimate All = estimateByKey(
        Table, Sample, [&](size_t Interval) { return (*Counts)[Interval]; });
    for (const KeyEstimate &K : All.Keys)
      if (K.Estimate > 0)
        To.at(Part, K.Key, L).Estimate += K.Estimate;
  }
  return {};
}

Status addTruths(const Profile &Whole, const IntervalTable &Table,
                 StructureTable &To) {
  for (size_t L = 0; L != Table.Levels; ++L) {
    Expected<std::vector<KeyedCounts>> Counts =
        missesByStructure(Whole, Table, L);
    if (!Counts)
      return Counts.error();
    for (const KeyedCounts &Interval : *Counts)
      for (auto [Structure, Misses] : Interval)
        To.at(Whole, Structure, L).Truth += Misses;
  }
  return {};
}

/// Rates that are smaller than one say more than hit rates near one.
std::vector<Metric> metricsOf(const IntervalTable &Table) {
  std::vector<Metric> All = Table.metrics();
  for (uint32_t L = 0; L != Table.Levels; ++L)
    All.push_back({MetricKind::MissesPerInstruction, L});
  return All;
}

void countInstructions(PointRun &R, const IntervalTable &Table,
                       std::span<const WeightedInterval> Sample) {
  R.Intervals = Table.Intervals.size();
  for (const IntervalFacts &I : Table.Intervals)
    R.Instructions += I.Instructions;
  for (const WeightedInterval &S : Sample) {
    R.PointLengths.push_back(Table.Intervals[S.Interval].Instructions);
    R.PointInstructions += R.PointLengths.back();
  }
}

} // namespace

double PointRun::structureError(size_t Level) const {
  double Off = 0, Sum = 0;
  for (const EstimatedStructure &S : Structures) {
    const EstimatedMisses &M = S.Levels[Level];
    Off += std::abs(M.Estimate - double(M.Truth));
    Sum += double(M.Truth);
  }
  return Off == 0 ? 0 : Off / Sum;
}

Expected<PointRun> estimateRun(const ChosenIntervals &Chosen,
                               const Profile &Part, const Profile *Whole) {
  std::optional<uint32_t> Thread;
  if (!Chosen.HasThreads)
    Thread = Chosen.Points.front().Thread;
  Expected<IntervalTable> Table = replayedIntervals(Part, Thread);
  if (!Table)
    return Table.error();
  Expected<std::vector<WeightedInterval>> Sample =
      placesOf(Chosen.Points, *Table, Part.IntervalInstructions);
  if (!Sample)
    return Sample.error();
  PointRun R;
  R.Caches = Part.Caches.spec();
  R.Core = Part.Core.Name.empty() ? Part.Core.Spec : Part.Core.Name;
  R.Length = Part.IntervalInstructions;
  R.Chosen = Chosen;
  R.HasTruth = Whole != nullptr;
  countInstructions(R, *Table, *Sample);
  StructureTable Structures(Table->Levels);
  if (Status S = addEstimates(Part, *Table, *Sample, Structures); !S)
    return S.error();
  std::vector<uint32_t> Phases;
  for (const ChosenInterval &P : Chosen.Points)
    Phases.push_back(P.phase());
  bool Several = std::set(Phases.begin(), Phases.end()).size() < Phases.size();
  for (const Metric &M : metricsOf(*Table)) {
    CollapsedEstimate E = estimateFromPoints(M, *Table, *Sample, Phases);
    R.Metrics.push_back({M, E.Estimate, 0});
    if (Several)
      R.HalfWidths.push_back(E.HalfWidth);
    R.UnknownShare = std::max(R.UnknownShare, E.Unknown);
  }
  if (Whole) {
    Expected<IntervalTable> All = replayedIntervals(*Whole, Thread);
    if (!All)
      return All.error();
    for (MetricEstimate &E : R.Metrics)
      E.Truth = truthOf(E.Of, *All);
    if (Status S = addTruths(*Whole, *All, Structures); !S)
      return S.error();
  }
  R.Structures = Structures.take();
  return R;
}

namespace {

constexpr size_t MostStructures = 10;

std::string whose(const PointRun &R) {
  std::set<uint32_t> Threads;
  for (const ChosenInterval &P : R.Chosen.Points)
    Threads.insert(P.Thread);
  if (!R.Chosen.HasThreads)
    return fmt::format("thread {}", *Threads.begin());
  return "all threads, points of " + counted(Threads.size(), "thread");
}

std::string header(const PointRun &R) {
  std::string Text =
      fmt::format("points        {} of {} of {} instructions{}; {}\n",
                  R.Chosen.Points.size(), counted(R.Intervals, "interval"),
                  humanCount(R.Length), cutText(R.Cut), whose(R));
  Text += fmt::format(
      "replayed      {} of all instructions; {} before each point warm "
      "{}caches{}\n",
      humanRate(R.ReplayedInstructions, R.TraceInstructions),
      counted(R.WarmIntervals, "interval"), R.Apart ? "empty " : "",
      R.ThreadsAlone ? "; without other threads" : "");
  Text += fmt::format("caches        {}\n", R.Caches);
  if (!R.Core.empty())
    Text += fmt::format("core          {}\n", R.Core);
  if (R.Apart)
    return Text + "\n";
  Text += fmt::format("cpu time      {:.2f} s", R.PointSeconds);
  if (R.HasTruth)
    Text += fmt::format(
        "; the whole {:.2f} s, {:.1f} times as much", R.WholeSeconds,
        R.PointSeconds > 0 ? R.WholeSeconds / R.PointSeconds : 0);
  return Text + "\n\n";
}

/// A metric of the run, or in CSV the misses of a structure.
struct EstimateRow {
  std::string Metric, Structure;
  double Estimate = 0, HalfWidth = 0, Truth = 0;

  double error() const { return relativeError(Estimate, Truth); }
};

std::vector<EstimateRow> metricRows(const PointRun &R) {
  std::vector<EstimateRow> Rows;
  for (size_t I = 0; I != R.Metrics.size(); ++I) {
    const MetricEstimate &E = R.Metrics[I];
    double HalfWidth = R.HalfWidths.empty() ? 0 : R.HalfWidths[I];
    Rows.push_back({metricName(E.Of), "", E.Estimate, HalfWidth, E.Truth});
  }
  return Rows;
}

/// \p R outlives the columns.
Columns<EstimateRow> estimateColumns(const PointRun &R) {
  bool Sure = !R.HalfWidths.empty(), HasTruth = R.HasTruth;
  return {
      {.Header = "metric",
       .Key = "name",
       .Value = [](auto &E) { return E.Metric; },
       .Fits = TableColumn::Fit::CutMiddle,
       .CsvKey = "metric"},
      forCsv("structure", [](auto &E) { return E.Structure; }),
      {"estimate", "estimate", [](auto &E) { return E.Estimate; },
       [](auto &E) { return fmt::format("{:.5g}", E.Estimate); }},
      {.Header = Sure ? "+- 95 %" : "",
       .Key = "half_width",
       .Value = [=](auto &E) { return Sure ? Json(E.HalfWidth) : Json(); },
       .Text = [](auto &E) { return fmt::format("{:.2g}", E.HalfWidth); },
       .In = Forms::Json},
      {.Header = HasTruth ? "whole" : "",
       .Key = "whole",
       .Value = [=](auto &E) { return HasTruth ? Json(E.Truth) : leftOut(); },
       .Text = [](auto &E) { return fmt::format("{:.5g}", E.Truth); }},
      {.Header = HasTruth ? "error" : "",
       .Key = "error",
       .Value = [=](auto &E) { return HasTruth ? Json(E.error()) : leftOut(); },
       .Text =
           [](auto &E) { return fmt::format("{:+.2f} %", 100 * E.error()); },
       .In = Forms::Json}};
}

Json levelsJson(const EstimatedStructure &S, bool HasTruth) {
  Json Levels = Json::array();
  for (const EstimatedMisses &M : S.Levels) {
    Levels.push_back({{"misses", M.Estimate}});
    if (HasTruth)
      Levels.back()["whole"] = M.Truth;
  }
  return Levels;
}

Columns<EstimatedStructure> structureColumns(const PointRun &R) {
  bool HasTruth = R.HasTruth;
  Columns<EstimatedStructure> Cs = {
      {.Header = "structure",
       .Key = "name",
       .Value = [](auto &S) { return S.Name; },
       .Text = [](auto &S) { return S.Title; },
       .Fits = TableColumn::Fit::CutMiddle},
      {.Header = "declared at",
       .Key = "place",
       .Value = [](auto &S) { return S.Path; },
       .Text = [](auto &S) { return S.Place; },
       .Fits = TableColumn::Fit::CutPath,
       .Spare = 1},
      forJson("levels", [=](auto &S) { return levelsJson(S, HasTruth); })};
  size_t Levels = R.Structures.empty() ? 0 : R.Structures[0].Levels.size();
  for (size_t L = 0; L != Levels; ++L) {
    Cs.push_back(forPeople(fmt::format("L{} misses", L + 1), [L](auto &S) {
      return humanCount(uint64_t(std::llround(S.Levels[L].Estimate)));
    }));
    if (HasTruth)
      Cs.push_back(forPeople(
          "whole", [L](auto &S) { return humanCount(S.Levels[L].Truth); }));
  }
  return Cs;
}

std::string metricTable(const PointRun &R, const Terminal &Out) {
  Columns<EstimateRow> Cs = estimateColumns(R);
  Table T = emptyTable(Cs);
  for (const EstimateRow &E : metricRows(R))
    addRow(T, Cs, E);
  return renderTable(T, Out);
}

std::string structureTable(const PointRun &R, const Terminal &Out) {
  Columns<EstimatedStructure> Cs = structureColumns(R);
  Table T = emptyTable(Cs);
  for (size_t I = 0; I != std::min(MostStructures, R.Structures.size()); ++I)
    addRow(T, Cs, R.Structures[I]);
  return renderTable(T, Out);
}

Json pointsJson(const PointRun &R) {
  Json Points = Json::array();
  for (size_t I = 0; I != R.Chosen.Points.size(); ++I) {
    const ChosenInterval &P = R.Chosen.Points[I];
    Points.push_back({{"thread", P.Thread},
                      {"interval", P.Interval},
                      {"cluster", P.Cluster},
                      {"phase", P.phase()},
                      {"weight", P.Weight},
                      {"instructions", R.PointLengths[I]}});
  }
  return Points;
}

} // namespace

std::string pointRunText(const PointRun &R, const Terminal &Out) {
  std::string Text = header(R) + metricTable(R, Out);
  if (!R.HalfWidths.empty() && R.UnknownShare > 0)
    Text += fmt::format("phases of one point, {:.1f} % of the run, may be off "
                        "by more\n",
                        100 * R.UnknownShare);
  if (R.Structures.empty())
    return Text;
  Text += "\n" + structureTable(R, Out);
  if (R.Structures.size() > MostStructures)
    Text += fmt::format("and {} more, with --json\n",
                        R.Structures.size() - MostStructures);
  if (R.HasTruth)
    for (size_t L = 0; L != R.Structures[0].Levels.size(); ++L)
      Text += fmt::format("{}L{} misses of structures are off by {:.2f} % of "
                          "all\n",
                          L ? "" : "\n", L + 1, 100 * R.structureError(L));
  return Text;
}

std::string pointRunJson(const PointRun &R) {
  Json Result = {
      {"schema", ReportSchemaVersion},
      {"caches", R.Caches},
      {"core", R.Core},
      {"interval_instructions", R.Length},
      {"cut_at_stalls", R.Cut.AtStalls},
      {"cut", IntervalCutNames[size_t(R.Cut.Markers)]},
      {"warm_intervals", R.WarmIntervals},
      {"threads_alone", R.ThreadsAlone},
      {"intervals", R.Intervals},
      {"instructions", R.Instructions},
      {"point_instructions", R.PointInstructions},
      {"trace_instructions", R.TraceInstructions},
      {"replayed_instructions", R.ReplayedInstructions},
      {"unknown_share", R.HalfWidths.empty() ? Json() : Json(R.UnknownShare)},
      {"apart", R.Apart},
      {"cpu_seconds", R.Apart ? Json() : Json(R.PointSeconds)}};
  Result["whole_cpu_seconds"] = R.HasTruth ? Json(R.WholeSeconds) : Json();
  Result["points"] = pointsJson(R);
  Result["metrics"] = jsonRows(estimateColumns(R), metricRows(R));
  Result["structures"] = jsonRows(structureColumns(R), R.Structures);
  return jsonText(Result);
}

std::string pointRunCsv(const PointRun &R) {
  Columns<EstimateRow> Cs = estimateColumns(R);
  std::string Text = csvText(Cs, metricRows(R));
  for (const EstimatedStructure &S : R.Structures)
    for (size_t L = 0; L != S.Levels.size(); ++L)
      Text += csvRow(Cs, {fmt::format("L{} misses", L + 1), S.Name,
                          S.Levels[L].Estimate, 0, double(S.Levels[L].Truth)});
  return Text;
}

} // namespace memfacet
