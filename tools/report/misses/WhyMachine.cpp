//===- WhyMachine.cpp - why lines missed, for programs --------------------===//

#include "tools/report/format/Csv.h"
#include "tools/report/misses/WhyReport.h"
#include "tools/report/structures/DetailJson.h"

namespace memfacet {

using Json = nlohmann::ordered_json;

const char *missClassKey(MissClass C) {
  constexpr const char *Keys[MissClassCount] = {
      "compulsory", "capacity", "conflict", "true_sharing", "false_sharing"};
  return Keys[size_t(C)];
}

void addLevelDetail(Json &To, const LevelDetail &L) {
  for (MissClass C :
       {MissClass::Compulsory, MissClass::Capacity, MissClass::Conflict})
    To[missClassKey(C)] = L.ofClass(C);
  To["coherence"] =
      L.ofClass(MissClass::TrueSharing) + L.ofClass(MissClass::FalseSharing);
  for (MissClass C : {MissClass::TrueSharing, MissClass::FalseSharing})
    To[missClassKey(C)] = L.ofClass(C);
  To["prefetches"] = L.Prefetches;
  To["prefetches_used"] = L.PrefetchesUsed;
  To["victim_hits"] = L.VictimHits;
}

void addTraffic(Json &To, const MemoryCounters &C, const CacheModel &Caches) {
  Json Tlbs = Json::array();
  for (size_t T = 0; T != Caches.Tlbs.size(); ++T)
    Tlbs.push_back(
        {{"accesses", C.Tlbs[T].Accesses}, {"misses", C.Tlbs[T].Misses}});
  To["tlbs"] = std::move(Tlbs);
  To["memory"] = {{"reads", C.MemoryReads},
                  {"writes", C.MemoryWrites},
                  {"bytes_read", C.MemoryReads * Caches.LineBytes},
                  {"bytes_written", C.MemoryWrites * Caches.LineBytes}};
  To["sharing"] = {{"interventions", C.Interventions},
                   {"invalidations", C.Invalidations},
                   {"upgrades", C.Upgrades},
                   {"writebacks", C.SharedWritebacks}};
}

static Json countersJson(const MemoryCounters &C, const CacheModel &Caches) {
  Json J, Levels = Json::array();
  for (size_t L = 0; L != Caches.Levels.size(); ++L) {
    Json Level = {{"name", Caches.Levels[L].Name},
                  {"accesses", C.Levels[L].Accesses},
                  {"misses", C.Levels[L].Misses},
                  {"writebacks", C.Levels[L].Writebacks}};
    addLevelDetail(Level, C.Levels[L]);
    Levels.push_back(std::move(Level));
  }
  J["levels"] = std::move(Levels);
  addTraffic(J, C, Caches);
  return J;
}

static Json setsJson(const Profile &P) {
  Json Levels = Json::array();
  for (const SetSpread &S : P.Memory.Spreads) {
    const CacheLevel &Shape = P.Caches.Levels[S.Level];
    Json Hot = Json::array();
    for (const HotSet &H : P.Memory.HotSets)
      if (H.Level == S.Level)
        Hot.push_back({{"set", H.Set},
                       {"misses", H.Counts.Misses},
                       {"conflicts", H.Counts.Conflicts}});
    Levels.push_back({{"name", Shape.Name},
                      {"sets", Shape.sets(P.Caches.LineBytes)},
                      {"sets_with_misses", S.Missed},
                      {"misses", S.Sum.Misses},
                      {"hottest_hundredth", S.HottestMisses},
                      {"hot_sets", std::move(Hot)}});
  }
  return Levels;
}

std::string whyJson(const Profile &P) {
  DetailOptions Everything;
  Everything.Top = DetailOptions::All;
  Json Structures = Json::array();
  for (const DetailRow &Row : detailRows(P, Everything)) {
    const Structure &S = P.Structures[Row.Members[0]];
    Json J = {{"name", S.Name},
              {"structure", Row.Members[0]},
              {"kind", structureKindName(S.Kind)},
              {"type", S.Type},
              {"file", S.File},
              {"line", S.Line},
              {"function", S.Function}};
    J.update(countersJson(Row.Sum, P.Caches));
    if (!P.Core.empty())
      J["memory"]["bytes_per_cycle"] = bytesPerCycle(P, Row.Sum);
    Structures.push_back(std::move(J));
  }
  Json J = {{"program", P.Program},
            {"instructions", P.Instructions},
            {"caches", P.Caches.spec()}};
  J["total"] = countersJson(detailTotal(P), P.Caches);
  J["structures"] = std::move(Structures);
  J["sets"] = setsJson(P);
  return J.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string whyCsv(const Profile &P) {
  CsvCells Head = {"name",     "structure", "level",
                   "accesses", "misses",    "writebacks"};
  for (size_t C = 0; C != MissClassCount; ++C)
    Head.emplace_back(missClassKey(MissClass(C)));
  for (const char *Name : {"prefetches", "prefetches_used", "victim_hits"})
    Head.emplace_back(Name);
  std::string Text = csvLine(Head);
  DetailOptions Everything;
  Everything.Top = DetailOptions::All;
  for (const DetailRow &Row : detailRows(P, Everything))
    for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
      const LevelDetail &D = Row.Sum.Levels[L];
      CsvCells Line = {Row.Name, fmt::format("{}", Row.Members[0]),
                       P.Caches.Levels[L].Name};
      for (uint64_t Count :
           {D.Accesses, D.Misses, D.Writebacks, D.ByClass[0], D.ByClass[1],
            D.ByClass[2], D.ByClass[3], D.ByClass[4], D.Prefetches,
            D.PrefetchesUsed, D.VictimHits})
        Line.push_back(fmt::format("{}", Count));
      Text += csvLine(Line);
    }
  return Text;
}

} // namespace memfacet
