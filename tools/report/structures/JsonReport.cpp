//===- JsonReport.cpp - a report as JSON ----------------------------------===//

#include "tools/report/common/MachineReport.h"
#include "tools/report/structures/DescriptionJson.h"
#include "tools/report/structures/DetailJson.h"
#include "tools/report/structures/DetailView.h"
#include "tools/report/structures/SampledJson.h"
#include "tools/report/structures/StructureColumns.h"

namespace memfacet {

namespace {

/// \p R as \p Cs say, and what is of no level.
Json rowJson(const Columns<StructureRow> &Cs, const StructureRow &R,
             const Profile &P) {
  Json J = jsonObject(Cs, R);
  if (R.Detail)
    addTraffic(J, *R.Detail, P.Caches);
  return J;
}

Json structuresJson(const std::vector<Structure> &Structures, const Profile &P,
                    const SortColumn &Sort) {
  StructureTable Common = {P};
  Columns<StructureRow> Cs = structureColumns(Common);
  Json Result = Json::array();
  for (const Structure *S : sortedStructures(Structures, Sort))
    Result.push_back(rowJson(Cs, {*S}, P));
  return Result;
}

/// Those of the whole program are described, too.
Json describedJson(const Profile &P, const SortColumn &Sort) {
  std::vector<AccessMix> Mixes = accessMixes(P);
  StructureTable Common = {P};
  Columns<StructureRow> Cs = structureColumns(Common);
  Json Result = Json::array();
  for (const Structure *S : sortedStructures(P.Structures, Sort)) {
    size_t Id = size_t(S - P.Structures.data());
    StructureRow Row{*S};
    if (P.Memory.Known)
      Row.Detail = &P.Memory.ByStructure[Id];
    Result.push_back(rowJson(Cs, Row, P));
    if (P.HasDescriptions)
      addDescription(Result.back(), P, *S, Mixes[Id]);
    if (P.Sampled.Known)
      Result.back()["sampled"] =
          sampledJson(P.Sampled.ByStructure[Id], P.Caches);
  }
  return Result;
}

Json totalJson(const Profile &P) {
  Structure Sum{};
  Sum.Total = P.total();
  MemoryCounters Detail = detailTotal(P);
  StructureTable Common = {P};
  return rowJson(structureCounts(Common),
                 {Sum, nullptr, P.Memory.Known ? &Detail : nullptr}, P);
}

Json cachesJson(const CacheModel &Caches) {
  Json Levels = Json::array();
  for (const CacheLevel &L : Caches.Levels)
    Levels.push_back({{"name", L.Name},
                      {"bytes", L.Bytes},
                      {"ways", L.Ways},
                      {"shared", L.Shared}});
  return {{"name", Caches.Name},
          {"source", Caches.Source},
          {"spec", Caches.spec()},
          {"line_bytes", Caches.LineBytes},
          {"levels", std::move(Levels)}};
}

Json lossJson(const DataLoss &Loss) {
  return {{"lost_chunks", Loss.LostChunks},
          {"unknown_words", Loss.UnknownWords},
          {"lost_order_numbers", Loss.LostOrderNumbers},
          {"cut_records", Loss.CutRecords},
          {"truncated", Loss.Truncated},
          {"truncated_why", Loss.TruncatedWhy}};
}

Json markersJson(const Profile &P) {
  Json Markers = Json::array();
  for (const Marker &M : P.Markers)
    Markers.push_back({{"kind", markerKindName(M.Kind)},
                       {"thread", M.Thread},
                       {"instructions", M.Instructions},
                       {"name", M.Name}});
  return Markers;
}

Json blindSpotsJson(const Profile &P) {
  Json Spots = Json::array();
  for (const BlindSpot &S : P.BlindSpots)
    Spots.push_back({{"kind", "inline assembly"},
                     {"file", S.File},
                     {"line", S.Line},
                     {"column", S.Column},
                     {"function", S.Function},
                     {"executions", S.Executions}});
  return Spots;
}

Json threadsJson(const Profile &P, const SortColumn &Sort, bool PerThread) {
  Json Threads = Json::array();
  for (const ThreadRow &T : P.Threads) {
    Json J = {{"thread", T.Thread},
              {"parent", T.Parent},
              {"instructions", T.Instructions}};
    if (PerThread)
      J["structures"] =
          structuresJson(structuresOfThread(P, T.Thread), P, Sort);
    Threads.push_back(std::move(J));
  }
  return Threads;
}

} // namespace

std::string jsonReport(const Profile &P, const SortColumn &Sort,
                       bool PerThread) {
  // Nothing here may differ between two runs that did the same: no process
  // number, no date.
  Json J = {{"schema_version", ReportSchemaVersion},
            {"tool_version", P.ToolVersion},
            {"program", P.Program},
            {"arguments", P.Arguments},
            {"caches", cachesJson(P.Caches)},
            {"instructions", P.Instructions},
            {"interval_instructions", P.IntervalInstructions}};
  J["total"] = totalJson(P);
  if (P.Sampled.Known)
    J["sampled"] = sampledJson(P);
  J["structures"] = describedJson(P, Sort);
  J["threads"] = threadsJson(P, Sort, PerThread);
  J["region_of_interest"] = P.hasInterest();
  J["markers"] = markersJson(P);
  J["blind_spots"] = blindSpotsJson(P);
  J["loss"] = lossJson(P.Loss);
  J["notes"] = P.Notes;
  return jsonText(J);
}

} // namespace memfacet
