//===- AdviseMachine.cpp - suggestions for programs -----------------------===//

#include "tools/report/advice/Advise.h"
#include "tools/report/common/MachineReport.h"
#include "tools/report/format/Csv.h"
#include <nlohmann/json.hpp>

namespace memfacet {

using Json = nlohmann::ordered_json;

static Json missedJson(const Advice &A, const Missed &M) {
  Json Levels = Json::array();
  for (size_t L = 0; L != M.Levels.size(); ++L)
    Levels.push_back(
        {{"name", A.Of.Caches.Levels[L].Name}, {"misses", M.Levels[L]}});
  return {{"touches", M.Touches},
          {"levels", std::move(Levels)},
          {"sharing", M.Sharing},
          {"false_sharing", M.FalseSharing},
          {"tlb", M.Pages}};
}

static Json suggestionJson(const Advice &A, const Suggestion &S) {
  const Structure &Of = A.Of.Structures[S.What.Structure.Value];
  return {{"kind", adviceKindName(S.What.Kind)},
          {"do", S.What.Do},
          {"name", Of.Name},
          {"structure", S.What.Structure.Value},
          {"type", Of.Type},
          {"file", Of.File},
          {"line", Of.Line},
          {"function", Of.Function},
          {"evidence", S.What.Evidence},
          {"costs", S.What.Costs},
          {"assumed", S.What.Limits},
          {"cycles_saved", S.Saved},
          {"structure_before", missedJson(A, S.StructureBefore)},
          {"structure_after", missedJson(A, S.StructureAfter)},
          {"program_before", missedJson(A, S.ProgramBefore)},
          {"program_after", missedJson(A, S.ProgramAfter)}};
}

std::string adviseJson(const Advice &A, size_t Top,
                       const std::vector<std::string> &Verify) {
  Json List = Json::array();
  for (size_t I = 0; I != std::min(Top, A.Suggestions.size()); ++I)
    List.push_back(suggestionJson(A, A.Suggestions[I]));
  Json J = {{"schema_version", ReportSchemaVersion},
            {"tool_version", A.Of.ToolVersion},
            {"program", A.Of.Program},
            {"arguments", A.Of.Arguments},
            {"caches", A.Of.Caches.spec()},
            {"misses", missedJson(A, A.Program)},
            {"cycles", cyclesOf(A.Program)},
            {"found", A.Found},
            {"tried", A.Tried},
            {"saving", A.Suggestions.size()},
            {"verify", Verify},
            {"suggestions", std::move(List)}};
  return J.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string adviseCsv(const Advice &A, size_t Top) {
  std::string Text = csvLine({"rank", "kind", "name", "do", "cycles_saved",
                              "misses", "structure_before", "structure_after",
                              "program_before", "program_after"});
  for (size_t I = 0; I != std::min(Top, A.Suggestions.size()); ++I) {
    const Suggestion &S = A.Suggestions[I];
    for (const NamedMisses &M : missesOf(A, S))
      Text += csvLine(
          {fmt::format("{}", I + 1), adviceKindName(S.What.Kind),
           A.Of.Structures[S.What.Structure.Value].Name, S.What.Do,
           fmt::format("{:.0f}", S.Saved), M.Name,
           fmt::format("{}", M.Structure[0]), fmt::format("{}", M.Structure[1]),
           fmt::format("{}", M.Program[0]), fmt::format("{}", M.Program[1])});
  }
  return Text;
}

} // namespace memfacet
