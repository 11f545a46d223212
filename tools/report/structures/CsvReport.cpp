//===- CsvReport.cpp - a report as CSV ------------------------------------===//

#include "tools/report/common/MachineReport.h"
#include "tools/report/common/ReportModel.h"
#include "tools/report/format/Csv.h"

namespace memfacet {

namespace {

CsvCells headers(const CacheModel &Caches, bool PerThread, bool Sampled) {
  CsvCells Row;
  if (PerThread)
    Row.emplace_back("thread");
  for (const char *Name : {"name", "kind", "named", "type", "file", "line",
                           "function", "element_bytes", "bytes", "peak_bytes",
                           "objects", "accesses", "loads", "stores"})
    Row.emplace_back(Name);
  for (const CacheLevel &L : Caches.Levels)
    for (const char *What : {"accesses", "misses", "writebacks"})
      Row.push_back(fmt::format("{}_{}", L.Name, What));
  if (!Sampled)
    return Row;
  for (const char *What : {"accesses_share_error", "accesses_error"})
    Row.emplace_back(What);
  for (const CacheLevel &L : Caches.Levels)
    for (const char *What : {"misses_share_error", "misses_error"})
      Row.push_back(fmt::format("{}_{}", L.Name, What));
  return Row;
}

CsvCells structureCells(const Structure &S, const CacheModel &Caches) {
  CsvCells Row = {S.Name, structureKindName(S.Kind), S.Named ? "1" : "0",
                  S.Type, S.File};
  Row.push_back(fmt::format("{}", S.Line));
  Row.push_back(S.Function);
  for (uint64_t Number : {S.ElementBytes, S.Bytes, S.PeakBytes, S.Objects,
                          S.Total.Accesses, S.Total.Loads, S.Total.Stores})
    Row.push_back(fmt::format("{}", Number));
  for (size_t L = 0; L != Caches.Levels.size(); ++L) {
    LevelCounts C =
        L < S.Total.Levels.size() ? S.Total.Levels[L] : LevelCounts();
    for (uint64_t Number : {C.Accesses, C.Misses, C.Writebacks})
      Row.push_back(fmt::format("{}", Number));
  }
  return Row;
}

void addError(CsvCells &To, const SampledError &E) {
  for (uint32_t Ppm : {E.SharePpm, E.CountPpm})
    To.push_back(Ppm == SampledError::Unknown
                     ? ""
                     : fmt::format("{:.6f}", double(Ppm) / 1e6));
}

} // namespace

std::string csvReport(const Profile &P, const SortColumn &Sort,
                      bool PerThread) {
  bool Errors = P.Sampled.Known && !PerThread;
  std::string Text = csvLine(headers(P.Caches, PerThread, Errors));
  if (!PerThread) {
    for (const Structure *S : sortedStructures(P.Structures, Sort)) {
      CsvCells Row = structureCells(*S, P.Caches);
      if (Errors) {
        const SampledErrors &E =
            P.Sampled.ByStructure[size_t(S - P.Structures.data())];
        addError(Row, E.Accesses);
        for (const SampledError &M : E.Misses)
          addError(Row, M);
      }
      Text += csvLine(Row);
    }
    return Text;
  }
  for (const ThreadRow &T : P.Threads) {
    std::vector<Structure> Structures = structuresOfThread(P, T.Thread);
    for (const Structure *S : sortedStructures(Structures, Sort)) {
      CsvCells Row = structureCells(*S, P.Caches);
      Row.insert(Row.begin(), fmt::format("{}", T.Thread));
      Text += csvLine(Row);
    }
  }
  return Text;
}

} // namespace memfacet
