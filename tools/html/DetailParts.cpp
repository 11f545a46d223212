//===- DetailParts.cpp - evictions, members, miss curves, periods ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/html/PageParts.h"
#include "tools/report/caches/Curves.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/fields/FieldTables.h"
#include "tools/report/misses/DetailReports.h"
#include "tools/report/time/VolatilityReport.h"
#include <algorithm>
#include <cmath>

namespace memfacet::html {

namespace {

// Limits: rows and columns of the matrix; structures with members; curves.
constexpr size_t MostEvictors = 16, MostWithFields = 40, MostCurves = 40;
constexpr size_t MostPeriods = 240, MostVolatile = 8;
/// For longer curves it takes too long to look at all periods.
constexpr uint64_t MostVolatilePoints = 200'000;

/// Returns name and number of a row of the detailed simulation; no number if it
/// is several structures.
report::Json detailHead(const report::DetailRow &R) {
  return {{"name", R.Title.empty() ? R.Name : R.Title},
          {"id", R.Members.size() == 1 ? report::Json(R.Members[0])
                                       : report::Json()}};
}

report::Json evictionLevel(const result::Profile &P, size_t Level) {
  report::EvictionMatrix M = report::evictionMatrix(P, {Level, MostEvictors});
  report::Json Rows = report::Json::array(), Counts = report::Json::array(),
               Causes = report::Json::array();
  for (const report::DetailRow &R : M.Rows) {
    Rows.push_back(detailHead(R));
    if (P.Memory.Known)
      Causes.push_back(report::Json(R.Sum.Levels[Level].ByClass));
  }
  for (const auto &Line : M.Counts) {
    report::Json Cells = report::Json::array();
    for (const caches::EvictionCounts &C : Line)
      Cells.push_back({C.Evictions, C.Premature});
    Counts.push_back(std::move(Cells));
  }
  return {{"name", P.Caches.Levels[Level].Name},
          {"rows", Rows},
          {"counts", Counts},
          {"why", Causes}};
}

report::Json curveScope(const result::Profile &P, result::CurveScope Scope,
                        PageNumbers &Numbers) {
  report::CurveModel M = report::curveModel(P, Scope);
  size_t Last = report::lastBucket(M, P.Caches);
  std::vector<uint64_t> Sizes;
  for (size_t B = 0; B <= Last; ++B)
    Sizes.push_back(result::bucketBegin(B) * M.LineBytes);
  auto RowOf = [&](const report::NamedCurve &R, report::Json Id) {
    std::vector<uint64_t> Misses;
    for (size_t B = 0; B <= Last; ++B)
      Misses.push_back(R.Curve.misses(B));
    return report::Json{{"name", R.Title.empty() ? R.Name : R.Title},
                        {"id", std::move(Id)},
                        {"compulsory", R.Curve.Compulsory},
                        {"misses", Numbers.add(Misses)}};
  };
  report::Json Rows = report::Json::array();
  for (size_t I = 0; I != std::min(M.Rows.size(), MostCurves); ++I)
    Rows.push_back(RowOf(M.Rows[I], M.Rows[I].Structure.Value));
  return {{"scope", result::curveScopeName(Scope)},
          {"sizes", Numbers.add(Sizes)},
          {"total", RowOf(M.Total, report::Json())},
          {"rows", Rows}};
}

/// Returns the volatility at some periods in geometric steps.
report::Json periodsOf(const study::VolatilityProfile &V, uint64_t Base) {
  report::Json Points = report::Json::array();
  size_t Last = 0;
  double Steps = std::log(double(std::max<size_t>(V.longest(), 1)));
  for (size_t I = 0; I <= MostPeriods; ++I) {
    auto Period =
        size_t(std::lround(std::exp(Steps * double(I) / double(MostPeriods))));
    if (Period == Last || Period > V.longest())
      continue;
    Last = Period;
    Points.push_back({Period * Base, std::round(V.at(Period) * 1e4) / 1e4});
  }
  return Points;
}

report::Json volatilityRow(const report::VolatilityModel &M,
                           const report::VolatilityRow &R) {
  return {
      {"name", R.Title.empty() ? R.Name : R.Title},
      {"id",
       R.Structure.valid() ? report::Json(R.Structure.Value) : report::Json()},
      {"period", R.Periods.Choice.Period * M.Base},
      {"why", report::periodReason(M, R.Periods.Choice, R.Periods.Components)},
      {"shape", nameOf(R.Shape.Type)},
      {"share", R.Share},
      {"values", periodsOf(R.Periods.Profile, M.Base)}};
}

} // namespace

report::Json evictionsPart(const result::Profile &P) {
  if (!P.hasEvictions())
    return {};
  report::Json Levels = report::Json::array();
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
    Levels.push_back(evictionLevel(P, L));
  return Levels;
}

report::Json fieldsPart(const result::Profile &P) {
  if (!P.HasSiteAccesses)
    return {};
  std::vector<StructureId> Shown;
  for (StructureId Id : costliest(P, 4 * MostWithFields))
    if (Shown.size() != MostWithFields &&
        !report::fieldsOf(P, Id).Tables.empty())
      Shown.push_back(Id);
  if (Shown.empty())
    return {};
  report::Json All =
      report::Json::parse(report::fieldJsonReport(P, Shown))["structures"];
  for (size_t I = 0; I != Shown.size(); ++I) {
    All[I]["page_id"] = Shown[I].Value;
    All[I]["page_name"] = report::tableName(P, Shown[I]);
    // Lines without a known member are in the view of the source.
    All[I].erase("unknown");
  }
  return All;
}

report::Json curvesPart(const result::Profile &P, PageNumbers &Numbers) {
  if (P.Curves.empty())
    return {};
  report::Json Scopes = report::Json::array();
  for (result::CurveScope Scope : result::CurveScopes)
    if (std::ranges::find(P.Curves.Totals, Scope, &result::CurveTotal::Scope) !=
        P.Curves.Totals.end())
      Scopes.push_back(curveScope(P, Scope, Numbers));
  return Scopes;
}

report::Json volatilityPart(const result::Profile &P) {
  std::optional<uint32_t> Process =
      P.Streams.processThread(result::Measure::Accesses);
  if (P.Streams.empty() || !Process ||
      P.Streams.intervals(*Process) > MostVolatilePoints)
    return {};
  Expected<report::TimelineMetric> Metric = report::timelineMetric(P, "misses");
  if (!Metric)
    return {};
  report::VolatilityOptions Options;
  Options.Top = MostVolatile;
  Expected<report::VolatilityModel> M =
      report::volatilityModel(P, *Metric, Options);
  if (!M || M->Total.Periods.Profile.longest() < 2)
    return {};
  report::Json Rows = report::Json::array();
  for (const report::VolatilityRow &R : M->Rows)
    Rows.push_back(volatilityRow(*M, R));
  return {{"metric", M->Metric.Text},
          {"threshold", M->Periods.Threshold},
          {"period", M->Program.Choice.Period * M->Base},
          {"why",
           report::periodReason(*M, M->Program.Choice, M->Program.Components)},
          {"total", volatilityRow(*M, M->Total)},
          {"rows", Rows}};
}

} // namespace memfacet::html
