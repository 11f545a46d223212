//===- CurvesMachine.cpp - miss curves for other programs -----------------===//

#include "analysis/reuse/DistanceBuckets.h"
#include "tools/report/caches/Curves.h"
#include "tools/report/common/MachineReport.h"
#include "tools/report/format/Csv.h"
#include <nlohmann/json.hpp>

namespace memfacet {

using Json = nlohmann::ordered_json;

static double errorOf(const MissCurve &C) { return double(C.ErrorPpm) / 1e6; }

static Json curveJson(const CurveModel &M, const CurveRow &Row,
                      const std::vector<uint64_t> &Sizes) {
  uint64_t All = Row.Curve.touches();
  Json Points = Json::array();
  for (uint64_t Bytes : Sizes)
    Points.push_back(
        {{"bytes", Bytes}, {"misses", missesAt(M, Row.Curve, Bytes)}});
  Json Knees = Json::array();
  for (const Knee &K : knees(M, Row.Curve))
    Knees.push_back({{"bytes", K.Bytes},
                     {"ratio", K.Beyond},
                     {"below_bytes", K.BelowBytes},
                     {"below_ratio", K.Below}});
  Json J = {{"name", Row.Name}};
  if (Row.Structure.valid())
    J["structure"] = Row.Structure.Value;
  J["touches"] = All;
  J["compulsory"] = Row.Curve.Compulsory;
  J["samples"] = Row.Curve.Samples;
  J["error"] = errorOf(Row.Curve);
  J["knees"] = std::move(Knees);
  J["points"] = std::move(Points);
  return J;
}

std::string curvesJson(const Profile &P, const CurveModel &M,
                       const CurveOptions &Options) {
  Json List = Json::array();
  size_t All = M.Rows.size();
  for (const CurveRow *Row : drawnRows(M, Options, All))
    List.push_back(curveJson(M, *Row, Options.Sizes));
  Json J = {{"schema_version", ReportSchemaVersion},
            {"tool_version", P.ToolVersion},
            {"program", P.Program},
            {"arguments", P.Arguments},
            {"scope", curveScopeName(M.Scope)},
            {"exact", M.Exact},
            {"line_bytes", M.LineBytes},
            {"total", curveJson(M, M.Total, Options.Sizes)},
            {"structures", std::move(List)}};
  return J.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string curvesCsv(const CurveModel &M, const CurveOptions &Options) {
  std::string Text = csvLine(
      {"structure", "id", "scope", "bytes", "touches", "misses", "error"});
  size_t All = M.Rows.size();
  for (const CurveRow *Row : drawnRows(M, Options, All))
    for (uint64_t Bytes : Options.Sizes)
      Text += csvLine({Row->Name, fmt::format("{}", Row->Structure.Value),
                       curveScopeName(M.Scope), fmt::format("{}", Bytes),
                       fmt::format("{}", Row->Curve.touches()),
                       fmt::format("{}", missesAt(M, Row->Curve, Bytes)),
                       fmt::format("{}", errorOf(Row->Curve))});
  return Text;
}

} // namespace memfacet
