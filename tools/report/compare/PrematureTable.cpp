//===- PrematureTable.cpp - premature evictions of programs ---------------===//

#include "tools/report/compare/PaperTables.h"
#include "tools/report/format/Csv.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/misses/EvictionReport.h"
#include <nlohmann/json.hpp>

namespace memfacet {

namespace {

using Fit = TableColumn::Fit;
using Json = nlohmann::ordered_json;

struct PrematureRow {
  std::string Program, Level;
  EvictionCounts Same, Different;
};

std::vector<PrematureRow> prematureRows(const std::vector<Profile> &Profiles) {
  std::vector<PrematureRow> Rows;
  for (const Profile &P : Profiles)
    for (size_t L = 0; P.Memory.Known && L != P.Caches.Levels.size(); ++L) {
      DetailOptions Options;
      Options.Level = L;
      EvictionMatrix M = evictionMatrix(P, Options);
      Rows.push_back(
          {shortProgram(P), P.Caches.Levels[L].Name, M.Same, M.Different});
    }
  return Rows;
}

} // namespace

std::string prematureTable(const std::vector<Profile> &Profiles,
                           const Terminal &Out) {
  Table T;
  T.Columns = {{"program", Fit::CutEnd, 0},     {"level", Fit::CutEnd, 0},
               {"evictions", Fit::Always, 0},   {"premature", Fit::Always, 0},
               {"by the same", Fit::Always, 0}, {"by another", Fit::Always, 0}};
  for (const PrematureRow &R : prematureRows(Profiles)) {
    uint64_t Evictions = R.Same.Evictions + R.Different.Evictions;
    uint64_t Premature = R.Same.Premature + R.Different.Premature;
    TableRow Row;
    Row.Cells = {printable(R.Program),
                 R.Level,
                 humanCount(Evictions),
                 humanRate(Premature, Evictions),
                 humanRate(R.Same.Premature, Premature),
                 humanRate(R.Different.Premature, Premature)};
    T.Rows.push_back(std::move(Row));
  }
  std::string Text = renderTable(T, Out);
  for (const Profile &P : Profiles)
    if (!P.Memory.Known)
      Text += fmt::format("{}: recorded without --why\n",
                          printable(shortProgram(P)));
  return Text;
}

std::string prematureCsv(const std::vector<Profile> &Profiles) {
  std::string Text = csvLine({"program", "level", "evictions",
                              "premature_by_same", "premature_by_different"});
  for (const PrematureRow &R : prematureRows(Profiles))
    Text +=
        csvLine({R.Program, R.Level,
                 fmt::format("{}", R.Same.Evictions + R.Different.Evictions),
                 fmt::format("{}", R.Same.Premature),
                 fmt::format("{}", R.Different.Premature)});
  return Text;
}

std::string prematureJson(const std::vector<Profile> &Profiles) {
  Json Rows = Json::array();
  for (const PrematureRow &R : prematureRows(Profiles))
    Rows.push_back({{"program", R.Program},
                    {"level", R.Level},
                    {"evictions", R.Same.Evictions + R.Different.Evictions},
                    {"premature_by_same", R.Same.Premature},
                    {"premature_by_different", R.Different.Premature}});
  return Json({{"levels", std::move(Rows)}})
             .dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

} // namespace memfacet
