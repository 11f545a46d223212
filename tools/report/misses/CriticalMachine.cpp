//===- CriticalMachine.cpp - criticality for programs ---------------------===//

#include "tools/report/common/MachineReport.h"
#include "tools/report/format/Csv.h"
#include "tools/report/misses/Criticality.h"
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace memfacet {

using Json = nlohmann::ordered_json;

static Json timesJson(const CoreThreadTimes &T) {
  auto Per = [](uint64_t A, uint64_t B) {
    return B ? double(A) / double(B) : 0;
  };
  return {{"instructions", T.Instructions},
          {"operations", T.Operations},
          {"cycles", T.Cycles},
          {"ipc", Per(T.Operations, T.Cycles)},
          {"busy_cycles", T.Busy},
          {"stall_cycles", T.Cycles - T.Busy},
          {"computation_stalls", T.Computation},
          {"branch_stalls", T.Branches},
          {"start_stalls", T.Start},
          {"branches", T.Predictions},
          {"mispredicted", T.Mispredictions}};
}

/// Stall cycles in each place of the code, by structure.
static std::map<uint32_t, Json> sitesJson(const Profile &P) {
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> Cycles;
  for (const CoreStalls &S : P.Core.Stalls)
    Cycles[{S.Structure.Value, S.Site}] += S.Cycles;
  std::map<uint32_t, Json> Result;
  for (const auto &[Where, Count] : Cycles) {
    Json &List = Result[Where.first];
    if (Where.second >= P.Sites.size()) {
      List.push_back({{"stall_cycles", Count}});
      continue;
    }
    const CodeSite &S = P.Sites[Where.second];
    List.push_back({{"site", Where.second},
                    {"file", S.File},
                    {"line", S.Line},
                    {"function", S.Function},
                    {"stall_cycles", Count}});
  }
  return Result;
}

static Json structuresJson(const Profile &P) {
  Json List = Json::array();
  std::map<uint32_t, Json> Sites = sitesJson(P);
  for (const CriticalRow &R : criticality(P).Rows) {
    const Structure &S = P.Structures[R.Structure.Value];
    auto It = Sites.find(R.Structure.Value);
    List.push_back({{"name", S.Name},
                    {"structure", R.Structure.Value},
                    {"kind", structureKindName(S.Kind)},
                    {"type", S.Type},
                    {"misses", R.Misses},
                    {"miss_share", R.MissTenths / 1000.0},
                    {"stall_cycles", R.Stalls},
                    {"stall_share", R.StallTenths / 1000.0},
                    {"critical", R.Critical},
                    {"sites", It == Sites.end() ? Json::array() : It->second}});
  }
  return List;
}

static Json scenariosJson(const Profile &P) {
  Json List = Json::array();
  uint64_t Cycles = P.Core.total().Cycles;
  for (const CoreScenario &S : P.Core.Scenarios) {
    Json Names = Json::array();
    for (StructureId Id : S.Perfect)
      Names.push_back(P.Structures[Id.Value].Name);
    List.push_back(
        {{"perfect", std::move(Names)},
         {"cycles", S.Cycles},
         {"speed_up", S.Cycles ? double(Cycles) / double(S.Cycles) : 0}});
  }
  return List;
}

std::string criticalJson(const Profile &P) {
  Json Threads = Json::array();
  for (const CoreThreadTimes &T : P.Core.Threads) {
    Json J = {{"thread", T.Thread}};
    J.update(timesJson(T));
    Threads.push_back(std::move(J));
  }
  Json Intervals = Json::array();
  for (const CoreInterval &I : P.Core.Intervals)
    Intervals.push_back(
        {{"thread", I.Thread}, {"interval", I.Interval}, {"cycles", I.Cycles}});
  Json J = {{"schema_version", ReportSchemaVersion},
            {"tool_version", P.ToolVersion},
            {"program", P.Program},
            {"arguments", P.Arguments},
            {"interval_instructions", P.IntervalInstructions},
            {"core", {{"name", P.Core.Name}, {"spec", P.Core.Spec}}},
            {"caches", P.Caches.spec()}};
  J.update(timesJson(P.Core.total()));
  J["structures"] = structuresJson(P);
  J["threads"] = std::move(Threads);
  J["intervals"] = std::move(Intervals);
  J["scenarios"] = scenariosJson(P);
  return J.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string criticalCsv(const Profile &P) {
  std::string Text =
      csvLine({"name", "kind", "type", "misses", "stall_cycles", "critical"});
  auto Add = [&](const std::string &Name, const char *Kind,
                 const std::string &Type, uint64_t Misses, uint64_t Stalls,
                 bool Critical) {
    Text += csvLine({Name, Kind, Type, fmt::format("{}", Misses),
                     fmt::format("{}", Stalls), Critical ? "1" : "0"});
  };
  for (const CriticalRow &R : criticality(P).Rows) {
    const Structure &S = P.Structures[R.Structure.Value];
    Add(S.Name, structureKindName(S.Kind), S.Type, R.Misses, R.Stalls,
        R.Critical);
  }
  CoreThreadTimes T = P.Core.total();
  Add("[computation]", "", "", 0, T.Computation, false);
  Add("[branches]", "", "", 0, T.Branches, false);
  Add("[start]", "", "", 0, T.Start, false);
  return Text;
}

} // namespace memfacet
