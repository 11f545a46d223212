//===- PairMachine.cpp - sampled pairs, for programs ----------------------===//

#include "tools/report/common/MachineReport.h"
#include "tools/report/common/SiteText.h"
#include "tools/report/format/Csv.h"
#include "tools/report/threads/PairReport.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace memfacet {

using Json = nlohmann::ordered_json;

static Json endJson(const Profile &P, const PairEndText &E) {
  Json Result = {{"thread", E.Thread}};
  addSite(Result, P, E.Site, E.Structure);
  return Result;
}

std::string pairJson(const Profile &P, const PairModel &M) {
  Json Rows = Json::array();
  for (const PairRow &R : M.Rows) {
    PairEstimate E = estimateOf(R.Pairs, P.Pairs.Period);
    Rows.push_back({{"pairs", R.Pairs},
                    {"estimate", E.Count},
                    {"low", E.Low},
                    {"high", E.High},
                    {"first", endJson(P, R.First)},
                    {"second", endJson(P, R.Second)}});
  }
  Json Threads = Json::array();
  for (const PairThread &T : P.Pairs.Threads)
    Threads.push_back(
        {{"thread", T.Thread}, {"units", T.Units}, {"missed", T.Missed}});
  Json Result = {{"schema", ReportSchemaVersion},
                 {"program", P.Program},
                 {"period", P.Pairs.Period},
                 {"seed", P.Pairs.Seed},
                 {"units", M.Units},
                 {"chosen", M.Chosen},
                 {"closed", M.Closed},
                 {"between_threads", M.Between},
                 {"dangling", M.Dangling},
                 {"rows", std::move(Rows)},
                 {"threads", std::move(Threads)},
                 {"matrix_threads", M.Threads},
                 {"matrix_pairs", M.Matrix},
                 {"matrix_most_bytes", M.MostBytes},
                 {"matrix_bytes_from_pairs", M.Written}};
  return Result.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

static void addEnd(CsvCells &To, const Profile &P, const PairEndText &E) {
  To.insert(To.end(),
            {fmt::format("{}", E.Thread), accessKindName(E.Site.Kind),
             E.Site.Function, E.Site.File, fmt::format("{}", E.Site.Line),
             fmt::format("{}", E.Site.Column),
             P.Structures[E.Structure.Value].Name});
}

std::string pairCsv(const Profile &P, const PairModel &M) {
  CsvCells Header = {"pairs", "estimate", "low", "high"};
  for (const char *End : {"1", "2"})
    for (const char *Column :
         {"thread", "kind", "function", "file", "line", "column", "structure"})
      Header.push_back(fmt::format("{}{}", Column, End));
  std::string Text = csvLine(Header);
  for (const PairRow &R : M.Rows) {
    PairEstimate E = estimateOf(R.Pairs, P.Pairs.Period);
    CsvCells Row = {fmt::format("{}", R.Pairs), fmt::format("{}", E.Count),
                    fmt::format("{}", E.Low), fmt::format("{}", E.High)};
    addEnd(Row, P, R.First);
    addEnd(Row, P, R.Second);
    Text += csvLine(Row);
  }
  return Text;
}

} // namespace memfacet
