//===- PointRunMachine.cpp - a run from points, for programs --------------===//

#include "analysis/points/Scores.h"
#include "analysis/support/IntervalCut.h"
#include "tools/report/common/MachineReport.h"
#include "tools/report/format/Csv.h"
#include "tools/report/phases/PointRun.h"
#include <nlohmann/json.hpp>

namespace memfacet {

using Json = nlohmann::ordered_json;

static Json missJson(const EstimatedMisses &M, bool HasTruth) {
  Json Row = {{"misses", M.Estimate}};
  if (HasTruth)
    Row["whole"] = M.Truth;
  return Row;
}

std::string pointRunJson(const PointRun &R) {
  Json Points = Json::array(), Metrics = Json::array(),
       Structures = Json::array();
  for (size_t I = 0; I != R.Chosen.Points.size(); ++I) {
    const ChosenInterval &P = R.Chosen.Points[I];
    Points.push_back({{"thread", P.Thread},
                      {"interval", P.Interval},
                      {"cluster", P.Cluster},
                      {"phase", P.phase()},
                      {"weight", P.Weight},
                      {"instructions", R.PointLengths[I]}});
  }
  for (size_t I = 0; I != R.Metrics.size(); ++I) {
    const MetricEstimate &E = R.Metrics[I];
    Json Row = {{"name", metricName(E.Of)}, {"estimate", E.Estimate}};
    Row["half_width"] = R.HalfWidths.empty() ? Json() : Json(R.HalfWidths[I]);
    if (R.HasTruth) {
      Row["whole"] = E.Truth;
      Row["error"] = relativeError(E.Estimate, E.Truth);
    }
    Metrics.push_back(std::move(Row));
  }
  for (const EstimatedStructure &S : R.Structures) {
    Json Levels = Json::array();
    for (const EstimatedMisses &M : S.Levels)
      Levels.push_back(missJson(M, R.HasTruth));
    Structures.push_back(
        {{"name", S.Name}, {"place", S.Place}, {"levels", std::move(Levels)}});
  }
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
      {"cpu_seconds", R.PointSeconds}};
  Result["whole_cpu_seconds"] = R.HasTruth ? Json(R.WholeSeconds) : Json();
  Result["points"] = std::move(Points);
  Result["metrics"] = std::move(Metrics);
  Result["structures"] = std::move(Structures);
  return Result.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string pointRunCsv(const PointRun &R) {
  auto Number = [](double Value) { return fmt::format("{}", Value); };
  auto Truth = [&](double Value) { return R.HasTruth ? Number(Value) : ""; };
  std::string Text = csvLine({"metric", "structure", "estimate", "whole"});
  for (const MetricEstimate &E : R.Metrics)
    Text += csvLine({metricName(E.Of), "", Number(E.Estimate), Truth(E.Truth)});
  for (const EstimatedStructure &S : R.Structures)
    for (size_t L = 0; L != S.Levels.size(); ++L)
      Text += csvLine({fmt::format("L{} misses", L + 1), S.Name,
                       Number(S.Levels[L].Estimate),
                       Truth(double(S.Levels[L].Truth))});
  return Text;
}

} // namespace memfacet
