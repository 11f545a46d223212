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

namespace memfacet {

namespace {

// Limits: rows and columns of the matrix; structures with members; curves.
constexpr size_t MostEvictors = 16, MostWithFields = 40, MostCurves = 40;
constexpr size_t MostPeriods = 240, MostVolatile = 8;
/// For longer curves it takes too long to look at all periods.
constexpr uint64_t MostVolatilePoints = 200'000;

/// Returns name and number of a row of the detailed simulation; no number if it
/// is several structures.
Json detailHead(const DetailRow &R) {
  return {{"name", R.Title.empty() ? R.Name : R.Title},
          {"id", R.Members.size() == 1 ? Json(R.Members[0]) : Json()}};
}

Json evictionLevel(const result::Profile &P, size_t Level) {
  EvictionMatrix M = evictionMatrix(P, {Level, MostEvictors});
  Json Rows = Json::array(), Counts = Json::array(), Causes = Json::array();
  for (const DetailRow &R : M.Rows) {
    Rows.push_back(detailHead(R));
    if (P.Memory.Known)
      Causes.push_back(Json(R.Sum.Levels[Level].ByClass));
  }
  for (const auto &Line : M.Counts) {
    Json Cells = Json::array();
    for (const caches::EvictionCounts &C : Line)
      Cells.push_back({C.Evictions, C.Premature});
    Counts.push_back(std::move(Cells));
  }
  return {{"name", P.Caches.Levels[Level].Name},
          {"rows", Rows},
          {"counts", Counts},
          {"why", Causes}};
}

Json curveScope(const result::Profile &P, result::CurveScope Scope,
                PageNumbers &Numbers) {
  CurveModel M = curveModel(P, Scope);
  size_t Last = lastBucket(M, P.Caches);
  std::vector<uint64_t> Sizes;
  for (size_t B = 0; B <= Last; ++B)
    Sizes.push_back(result::bucketBegin(B) * M.LineBytes);
  auto RowOf = [&](const NamedCurve &R, Json Id) {
    std::vector<uint64_t> Misses;
    for (size_t B = 0; B <= Last; ++B)
      Misses.push_back(R.Curve.misses(B));
    return Json{{"name", R.Title.empty() ? R.Name : R.Title},
                {"id", std::move(Id)},
                {"compulsory", R.Curve.Compulsory},
                {"misses", Numbers.add(Misses)}};
  };
  Json Rows = Json::array();
  for (size_t I = 0; I != std::min(M.Rows.size(), MostCurves); ++I)
    Rows.push_back(RowOf(M.Rows[I], M.Rows[I].Structure.Value));
  return {{"scope", result::curveScopeName(Scope)},
          {"sizes", Numbers.add(Sizes)},
          {"total", RowOf(M.Total, Json())},
          {"rows", Rows}};
}

/// Returns the volatility at some periods in geometric steps.
Json periodsOf(const study::VolatilityProfile &V, uint64_t Base) {
  Json Points = Json::array();
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

Json volatilityRow(const VolatilityModel &M, const VolatilityRow &R) {
  return {{"name", R.Title.empty() ? R.Name : R.Title},
          {"id", R.Structure.valid() ? Json(R.Structure.Value) : Json()},
          {"period", R.Periods.Choice.Period * M.Base},
          {"why", periodReason(M, R.Periods.Choice, R.Periods.Components)},
          {"shape", nameOf(R.Shape.Type)},
          {"share", R.Share},
          {"values", periodsOf(R.Periods.Profile, M.Base)}};
}

} // namespace

Json evictionsPart(const result::Profile &P) {
  if (!P.hasEvictions())
    return {};
  Json Levels = Json::array();
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
    Levels.push_back(evictionLevel(P, L));
  return Levels;
}

Json fieldsPart(const result::Profile &P) {
  if (!P.HasSiteAccesses)
    return {};
  std::vector<StructureId> Shown;
  for (StructureId Id : costliest(P, 4 * MostWithFields))
    if (Shown.size() != MostWithFields && !fieldsOf(P, Id).Tables.empty())
      Shown.push_back(Id);
  if (Shown.empty())
    return {};
  Json All = Json::parse(fieldJsonReport(P, Shown))["structures"];
  for (size_t I = 0; I != Shown.size(); ++I) {
    All[I]["page_id"] = Shown[I].Value;
    All[I]["page_name"] = tableName(P, Shown[I]);
    // Lines without a known member are in the view of the source.
    All[I].erase("unknown");
  }
  return All;
}

Json curvesPart(const result::Profile &P, PageNumbers &Numbers) {
  if (P.Curves.empty())
    return {};
  Json Scopes = Json::array();
  for (result::CurveScope Scope : result::CurveScopes)
    if (std::ranges::find(P.Curves.Totals, Scope, &result::CurveTotal::Scope) !=
        P.Curves.Totals.end())
      Scopes.push_back(curveScope(P, Scope, Numbers));
  return Scopes;
}

Json volatilityPart(const result::Profile &P) {
  std::optional<uint32_t> Process =
      P.Streams.processThread(result::Measure::Accesses);
  if (P.Streams.empty() || !Process ||
      P.Streams.intervals(*Process) > MostVolatilePoints)
    return {};
  Expected<TimelineMetric> Metric = timelineMetric(P, "misses");
  if (!Metric)
    return {};
  VolatilityOptions Options;
  Options.Top = MostVolatile;
  Expected<VolatilityModel> M = volatilityModel(P, *Metric, Options);
  if (!M || M->Total.Periods.Profile.longest() < 2)
    return {};
  Json Rows = Json::array();
  for (const VolatilityRow &R : M->Rows)
    Rows.push_back(volatilityRow(*M, R));
  return {{"metric", M->Metric.Text},
          {"threshold", M->Periods.Threshold},
          {"period", M->Program.Choice.Period * M->Base},
          {"why", periodReason(*M, M->Program.Choice, M->Program.Components)},
          {"total", volatilityRow(*M, M->Total)},
          {"rows", Rows}};
}

} // namespace memfacet
