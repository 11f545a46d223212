//===- HotSpotMachine.cpp - hot-spots, for programs -----------------------===//

#include "tools/report/common/MachineReport.h"
#include "tools/report/common/SiteText.h"
#include "tools/report/fields/FieldNames.h"
#include "tools/report/format/Csv.h"
#include "tools/report/threads/HotSpotReport.h"
#include "tools/report/threads/SimulatedSpots.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace memfacet {

using Json = nlohmann::ordered_json;

namespace {

bool isNamed(const HotSpot &S, const HotSpotView &View) {
  return View.Named.empty() || std::ranges::count(View.Named, S.Structure);
}

Json placeJson(const Profile &P, uint32_t Site, StructureId Structure) {
  const PairSite &S = P.Pairs.Sites[Site];
  Json Result;
  addSite(Result, P, S, Structure);
  Result["field"] = fieldName(P, S.Field);
  return Result;
}

Json countsJson(const ExpectedCounts &C) {
  return {{"accesses", C.Accesses},
          {"invalidated", C.Invalidated},
          {"false_sharing", C.Unshared},
          {"told_sharing", C.Told},
          {"cold", C.Cold},
          {"evicted", C.Evicted},
          {"invalidations_sent", C.Sent}};
}

Json spotJson(const Profile &P, const HotSpot &S, const SimulatedSpots &Exact) {
  Json Row = placeJson(P, S.Site, S.Structure);
  Row["hot"] = S.Hot;
  Row["reliable"] = S.Reliable;
  Row["choices"] = S.Choices;
  Row["threads"] = S.Threads;
  Row["expected"] = countsJson(S.Expected);
  Row["invalidated_low"] = S.Low;
  Row["invalidated_high"] = S.High;
  Row["sent_low"] = S.SentLow;
  Row["sent_high"] = S.SentHigh;
  Json Causes = Json::array();
  for (const HotSpotCause &C : S.Causes) {
    Causes.push_back(placeJson(P, C.Site, C.Structure));
    Causes.back()["misses"] = C.Misses;
    Causes.back()["threads"] = C.Threads;
  }
  Row["causes"] = std::move(Causes);
  if (!Exact.empty()) {
    SimulatedSpots::Counts C = Exact.at(P.Pairs.Sites[S.Site], S.Structure);
    Row["simulated"] = {{"invalidated", C.Misses},
                        {"certain", C.Certain},
                        {"coarse", C.Coarse},
                        {"fine", C.Fine},
                        {"invalidations_sent", C.Sent}};
  }
  Row["advice"] = hotSpotAdvice(P, S);
  return Row;
}

} // namespace

std::string hotSpotJson(const Profile &P, const HotSpotStudy &Study,
                        const HotSpotView &View) {
  SimulatedSpots Exact(P.Sharing);
  Json Rows = Json::array();
  for (const HotSpot &S : Study.Spots)
    if (isNamed(S, View))
      Rows.push_back(spotJson(P, S, Exact));
  Json Result = {{"schema", ReportSchemaVersion},
                 {"program", P.Program},
                 {"period", P.Pairs.Period},
                 {"seed", P.Pairs.Seed},
                 {"map", View.Map},
                 {"cache_lines", View.CacheLines},
                 {"caches", Study.Threads},
                 {"miss_ratios", Study.MissRatios},
                 {"vertices", Study.Vertices},
                 {"edges", Study.Edges},
                 {"threshold", Study.Threshold},
                 {"expected", countsJson(Study.Total)},
                 {"invalidated_low", Study.Low},
                 {"invalidated_high", Study.High},
                 {"hot_spots", std::move(Rows)}};
  return Result.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string hotSpotCsv(const Profile &P, const HotSpotStudy &Study,
                       const HotSpotView &View) {
  std::string Text =
      csvLine({"invalidated", "low", "high", "false_sharing", "told_sharing",
               "cold", "evicted", "sent", "accesses", "hot", "reliable", "kind",
               "function", "file", "line", "column", "structure", "field"});
  for (const HotSpot &S : Study.Spots) {
    if (!isNamed(S, View))
      continue;
    const PairSite &Site = P.Pairs.Sites[S.Site];
    const ExpectedCounts &E = S.Expected;
    CsvCells Row;
    for (double Count : {E.Invalidated, S.Low, S.High, E.Unshared, E.Told,
                         E.Cold, E.Evicted, E.Sent, E.Accesses})
      Row.push_back(fmt::format("{:.1f}", Count));
    Row.insert(Row.end(),
               {S.Hot ? "1" : "0", S.Reliable ? "1" : "0",
                accessKindName(Site.Kind), Site.Function, Site.File,
                fmt::format("{}", Site.Line), fmt::format("{}", Site.Column),
                P.Structures[S.Structure.Value].Name,
                fieldName(P, Site.Field)});
    Text += csvLine(Row);
  }
  return Text;
}

} // namespace memfacet
