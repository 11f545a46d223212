//===- VolatilityMachine.cpp - volatility for other programs --------------===//

#include "tools/report/common/MachineReport.h"
#include "tools/report/format/Csv.h"
#include "tools/report/time/VolatilityReport.h"
#include <nlohmann/json.hpp>

namespace memfacet {

using Json = nlohmann::ordered_json;

/// Periods are told in instructions; 0: none.
static Json choiceJson(const VolatilityModel &M, const PeriodChoice &C,
                       std::span<const Component> Components) {
  Json J = {{"reason", periodReasonName(C.Why)},
            {"period", C.Period * M.Base},
            {"exact_period", C.Exact * double(M.Base)},
            {"volatility", C.Volatility},
            {"calm_from", C.Calm * M.Base},
            {"quietest", C.Quietest * M.Base}};
  if (C.Component >= 0) {
    J["multiple"] = C.Multiple;
    J["of_period"] = Components[size_t(C.Component)].Period * double(M.Base);
  }
  return J;
}

static Json componentsJson(const VolatilityModel &M,
                           std::span<const Component> Components) {
  Json List = Json::array();
  for (const Component &C : Components)
    List.push_back({{"period", C.Period * double(M.Base)},
                    {"error", C.Error * double(M.Base)},
                    {"share", C.Share},
                    {"amplitude", C.Amplitude},
                    {"harmonics", C.Harmonics}});
  return List;
}

static Json phasesJson(const VolatilityModel &M, const Phases &P) {
  double Point = P.Period * double(M.Base);
  Json Segments = Json::array();
  for (const PhaseSegment &S : P.Segments)
    Segments.push_back({{"begin", double(S.First) * Point},
                        {"end", double(S.Last) * Point},
                        {"mean", S.Mean}});
  return {{"type", phaseTypeName(P.Type)},
          {"period", Point},
          {"initialisation", double(P.Initialisation) * Point},
          {"levels", P.Levels},
          {"explained", P.Explained},
          {"sharpness", P.Sharpness},
          {"segments", std::move(Segments)}};
}

static Json rowJson(const VolatilityModel &M, const VolatilityRow &Row) {
  Json J = {{"name", Row.Name}};
  if (Row.Structure.valid())
    J["structure"] = Row.Structure.Value;
  J["sum"] = Row.Sum;
  J["share"] = Row.Share;
  if (Row.Structure.valid())
    J["agrees"] = Row.Agrees;
  J["choice"] = choiceJson(M, Row.Periods.Choice, Row.Periods.Components);
  J["components"] = componentsJson(M, Row.Periods.Components);
  J["phases"] = phasesJson(M, Row.Shape);
  J["profile"] = Row.Periods.Profile.Values;
  return J;
}

static Json togetherJson(const VolatilityModel &M) {
  double Point = M.Common * double(M.Base);
  Json Leads = Json::array(), Opposed = Json::array(),
       Transitions = Json::array();
  for (const Lead &L : M.Leads)
    Leads.push_back({{"row", L.Leader},
                     {"begin", double(L.First) * Point},
                     {"end", double(L.Last) * Point}});
  for (const OpposedPair &O : M.Opposed)
    Opposed.push_back(
        {{"rows", {O.First, O.Second}}, {"correlation", O.Correlation}});
  for (const Transition &T : M.Transitions)
    Transitions.push_back(
        {{"at", double(T.Point) * Point}, {"rows", T.Curves}});
  return {{"period", Point},
          {"leads", std::move(Leads)},
          {"opposed", std::move(Opposed)},
          {"transitions", std::move(Transitions)}};
}

std::string volatilityJson(const Profile &P, const VolatilityModel &M) {
  Json Rows = Json::array();
  for (const VolatilityRow &Row : M.Rows)
    Rows.push_back(rowJson(M, Row));
  Json Program = choiceJson(M, M.Program.Choice, M.Program.Components);
  Program["agreeing"] = M.Program.AgreeingWeight;
  Json J = {{"schema_version", ReportSchemaVersion},
            {"tool_version", P.ToolVersion},
            {"program", P.Program},
            {"arguments", P.Arguments},
            {"metric", M.Metric.Name},
            {"percentile", M.Periods.Percentile},
            {"threshold", M.Periods.Threshold},
            {"interval_instructions", M.Base},
            {"points", M.Points},
            {"choice", std::move(Program)},
            {"rows", std::move(Rows)},
            {"total", rowJson(M, M.Total)},
            {"together", togetherJson(M)}};
  return J.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string volatilityCsv(const VolatilityModel &M) {
  std::string Text =
      csvLine({"structure", "id", "metric", "period", "volatility"});
  auto Add = [&](const VolatilityRow &Row) {
    std::string Id =
        Row.Structure.valid() ? fmt::format("{}", Row.Structure.Value) : "";
    for (size_t P = 1; P <= Row.Periods.Profile.longest(); ++P)
      Text +=
          csvLine({Row.Name, Id, M.Metric.Name, fmt::format("{}", P * M.Base),
                   fmt::format("{}", Row.Periods.Profile.at(P))});
  };
  for (const VolatilityRow &Row : M.Rows)
    Add(Row);
  Add(M.Total);
  return Text;
}

} // namespace memfacet
