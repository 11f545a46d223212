//===- CodeMachine.cpp - by site, line or function, for programs ----------===//

#include "tools/report/code/CodeJson.h"
#include "tools/report/code/CodeReport.h"
#include "tools/report/common/MachineReport.h"
#include "tools/report/format/Csv.h"

namespace memfacet {

using Json = nlohmann::ordered_json;

/// What reaches a level is what missed in the one before.
static Json levelsJson(const Profile &P, const CodeRow &Row) {
  Json Levels = Json::array();
  uint64_t Reaching = Row.Touches;
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
    Levels.push_back({{"name", P.Caches.Levels[L].Name},
                      {"accesses", Reaching},
                      {"misses", Row.Misses[L]}});
    Reaching = Row.Misses[L];
  }
  return Levels;
}

static Json missesJson(const Profile &P, const std::vector<uint64_t> &Misses) {
  Json Levels = Json::array();
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
    Levels.push_back(
        {{"name", P.Caches.Levels[L].Name}, {"misses", Misses[L]}});
  return Levels;
}

void addCounts(Json &To, const Profile &P, const CodeRow &Row) {
  Json Parts = Json::array();
  for (const CodeRow::Part &Part : Row.Parts)
    Parts.push_back({{"name", P.Structures[Part.Structure.Value].Name},
                     {"structure", Part.Structure.Value},
                     {"levels", missesJson(P, Part.Misses)}});
  To["accesses"] = Row.accesses();
  To["loads"] = Row.Loads;
  To["stores"] = Row.Stores;
  To["levels"] = levelsJson(P, Row);
  To["structures"] = std::move(Parts);
}

std::string codeJsonReport(const Profile &P, ReportBy By) {
  Json Rows = Json::array();
  for (const CodeRow &Row : codeRows(P, By)) {
    Json Each = {{"file", Row.File},
                 {"line", Row.Line},
                 {"column", Row.Column},
                 {"function", Row.Function}};
    addCounts(Each, P, Row);
    Rows.push_back(std::move(Each));
  }
  Json J = {{"schema_version", ReportSchemaVersion},
            {"tool_version", P.ToolVersion},
            {"program", P.Program},
            {"arguments", P.Arguments},
            {"by", reportByName(By)},
            {"rows", std::move(Rows)}};
  return J.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string codeCsvReport(const Profile &P, ReportBy By) {
  CsvCells Header = {"file",     "line",  "column", "function",
                     "accesses", "loads", "stores"};
  for (const CacheLevel &L : P.Caches.Levels)
    Header.push_back(L.Name + "_misses");
  std::string Text = csvLine(Header);
  for (const CodeRow &Row : codeRows(P, By)) {
    CsvCells Cells = {Row.File, fmt::format("{}", Row.Line),
                      fmt::format("{}", Row.Column), Row.Function};
    for (uint64_t Number : {Row.accesses(), Row.Loads, Row.Stores})
      Cells.push_back(fmt::format("{}", Number));
    for (uint64_t Misses : Row.Misses)
      Cells.push_back(fmt::format("{}", Misses));
    Text += csvLine(Cells);
  }
  return Text;
}

} // namespace memfacet
