//===- AnnotateMachine.cpp - source with misses, for programs -------------===//

#include "tools/report/code/Annotate.h"
#include "tools/report/code/CodeJson.h"
#include "tools/report/common/MachineReport.h"

namespace memfacet {

using Json = nlohmann::ordered_json;

std::string annotateJson(const Profile &P, const std::string &File,
                         const std::vector<std::string> &Source,
                         const AnnotateOptions &Options) {
  CodeRow Nothing;
  Nothing.Misses.resize(P.Caches.Levels.size());
  Json Lines = Json::array();
  for (const AnnotatedLine &L : annotatedLines(P, File, Source, Options)) {
    Json Line = {{"line", L.Number},
                 {"text", L.Text ? Json(*L.Text) : Json(nullptr)}};
    addCounts(Line, P, L.Row ? *L.Row : Nothing);
    Lines.push_back(std::move(Line));
  }
  Json J = {{"schema_version", ReportSchemaVersion},
            {"tool_version", P.ToolVersion},
            {"program", P.Program},
            {"arguments", P.Arguments},
            {"file", File},
            {"lines", std::move(Lines)}};
  return J.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace memfacet
