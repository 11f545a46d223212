//===- JsonReport.cpp - a report as JSON ----------------------------------===//

#include "tools/report/common/MachineReport.h"
#include "tools/report/common/ReportModel.h"
#include "tools/report/structures/DescriptionJson.h"
#include "tools/report/structures/DetailJson.h"
#include "tools/report/structures/DetailView.h"
#include "tools/report/structures/SampledJson.h"
#include <cmath>
#include <nlohmann/json.hpp>

namespace memfacet {

namespace {

// Keys in the order of insertion: the same profile gives the same bytes.
using Json = nlohmann::ordered_json;

/// With four digits behind the point; 0 where there are no instructions.
double perKilo(uint64_t Misses, uint64_t Instructions) {
  if (Instructions == 0)
    return 0;
  return std::round(1e7 * double(Misses) / double(Instructions)) / 1e4;
}

/// \p Detail may be null.
void addCounts(Json &To, const Counts &C, const Profile &P,
               const MemoryCounters *Detail = nullptr) {
  const CacheModel &Caches = P.Caches;
  To["accesses"] = C.Accesses;
  To["loads"] = C.Loads;
  To["stores"] = C.Stores;
  Json Levels = Json::array();
  for (size_t L = 0; L != Caches.Levels.size(); ++L) {
    LevelCounts Level = L < C.Levels.size() ? C.Levels[L] : LevelCounts();
    Levels.push_back({{"name", Caches.Levels[L].Name},
                      {"accesses", Level.Accesses},
                      {"misses", Level.Misses},
                      {"mpki", perKilo(Level.Misses, P.Instructions)},
                      {"writebacks", Level.Writebacks}});
    if (Detail)
      addLevelDetail(Levels.back(), Detail->Levels[L]);
  }
  To["levels"] = std::move(Levels);
  if (Detail)
    addTraffic(To, *Detail, Caches);
}

Json structureJson(const Structure &S, const Profile &P,
                   const MemoryCounters *Detail = nullptr) {
  Json J = {{"name", S.Name},         {"kind", structureKindName(S.Kind)},
            {"named", S.Named},       {"type", S.Type},
            {"file", S.File},         {"line", S.Line},
            {"function", S.Function}, {"element_bytes", S.ElementBytes},
            {"bytes", S.Bytes},       {"peak_bytes", S.PeakBytes},
            {"objects", S.Objects}};
  addCounts(J, S.Total, P, Detail);
  return J;
}

Json structuresJson(const std::vector<Structure> &Structures, const Profile &P,
                    const SortColumn &Sort) {
  Json Result = Json::array();
  for (const Structure *S : sortedStructures(Structures, Sort))
    Result.push_back(structureJson(*S, P));
  return Result;
}

/// Those of the whole program are described, too.
Json describedJson(const Profile &P, const SortColumn &Sort) {
  std::vector<AccessMix> Mixes = accessMixes(P);
  Json Result = Json::array();
  for (const Structure *S : sortedStructures(P.Structures, Sort)) {
    size_t Id = size_t(S - P.Structures.data());
    Result.push_back(structureJson(
        *S, P, P.Memory.Known ? &P.Memory.ByStructure[Id] : nullptr));
    if (P.HasDescriptions)
      addDescription(Result.back(), P, *S, Mixes[Id]);
    if (P.Sampled.Known)
      Result.back()["sampled"] =
          sampledJson(P.Sampled.ByStructure[Id], P.Caches);
  }
  return Result;
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
  Json Total;
  MemoryCounters Detail = detailTotal(P);
  addCounts(Total, P.total(), P, P.Memory.Known ? &Detail : nullptr);
  J["total"] = std::move(Total);
  if (P.Sampled.Known)
    J["sampled"] = sampledJson(P);
  J["structures"] = describedJson(P, Sort);
  J["threads"] = threadsJson(P, Sort, PerThread);
  J["region_of_interest"] = P.hasInterest();
  J["markers"] = markersJson(P);
  J["blind_spots"] = blindSpotsJson(P);
  J["loss"] = lossJson(P.Loss);
  J["notes"] = P.Notes;
  // Names are bytes; JSON is UTF-8.
  return J.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace memfacet
