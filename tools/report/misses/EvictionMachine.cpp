//===- EvictionMachine.cpp - who evicts whom, for programs ----------------===//

#include "tools/report/format/Csv.h"
#include "tools/report/misses/EvictionReport.h"
#include <nlohmann/json.hpp>

namespace memfacet {

using Json = nlohmann::ordered_json;

static Json levelJson(const Profile &P, size_t Level) {
  DetailOptions Everything;
  Everything.Level = Level;
  Everything.Top = DetailOptions::All;
  EvictionMatrix M = evictionMatrix(P, Everything);
  Json Pairs = Json::array();
  for (const EvictionRow &E : P.Memory.Evictions)
    if (E.Level == Level)
      Pairs.push_back({{"victim", P.Structures[E.Victim].Name},
                       {"victim_structure", E.Victim},
                       {"evictor", P.Structures[E.Evictor].Name},
                       {"evictor_structure", E.Evictor},
                       {"evictions", E.Counts.Evictions},
                       {"premature", E.Counts.Premature}});
  return {{"name", P.Caches.Levels[Level].Name},
          {"evictions", M.Same.Evictions + M.Different.Evictions},
          {"premature", M.Same.Premature + M.Different.Premature},
          {"premature_by_same", M.Same.Premature},
          {"premature_by_different", M.Different.Premature},
          {"pairs", std::move(Pairs)}};
}

std::string evictionJson(const Profile &P) {
  Json Levels = Json::array();
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
    Levels.push_back(levelJson(P, L));
  Json J = {{"program", P.Program},
            {"caches", P.Caches.spec()},
            {"levels", std::move(Levels)}};
  return J.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string evictionCsv(const Profile &P) {
  std::string Text = csvLine({"level", "victim", "victim_structure", "evictor",
                              "evictor_structure", "evictions", "premature"});
  for (const EvictionRow &E : P.Memory.Evictions)
    Text += csvLine({P.Caches.Levels[E.Level].Name, P.Structures[E.Victim].Name,
                     fmt::format("{}", E.Victim), P.Structures[E.Evictor].Name,
                     fmt::format("{}", E.Evictor),
                     fmt::format("{}", E.Counts.Evictions),
                     fmt::format("{}", E.Counts.Premature)});
  return Text;
}

} // namespace memfacet
