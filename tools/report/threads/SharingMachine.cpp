//===- SharingMachine.cpp - shared lines, for programs --------------------===//

#include "tools/report/common/MachineReport.h"
#include "tools/report/common/SiteText.h"
#include "tools/report/fields/MemberName.h"
#include "tools/report/format/Csv.h"
#include "tools/report/threads/SharingReport.h"
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace memfacet {

using Json = nlohmann::ordered_json;

static Json totalsJson(const SharingTotals &T) {
  return {{"accesses", T.Units},
          {"cold", T.Cold},
          {"true_sharing", T.True},
          {"false_sharing", T.False},
          {"misses", T.misses()},
          {"certain", T.Certain},
          {"low", T.low()},
          {"high", T.high()},
          {"invalidations", T.Invalidations},
          {"upgrades", T.Upgrades}};
}

static Json endJson(const Profile &P, const SharingEnd &E) {
  Json Result = {{"thread", E.Thread}};
  addSite(Result, P, E.Site, E.Structure);
  return Result;
}

static Json rowJson(const Profile &P, const SharingRow &R) {
  Json Row = {{"name", P.Structures[R.Structure.Value].Name},
              {"structure_id", R.Structure.Value}};
  Row.update(totalsJson(R.Total));
  Row["class"] = sharingClassName(R.Class);
  Row["classes"] = Json::array();
  for (size_t C = 0; C != SharingClasses; ++C)
    if (const SharingClassCount &Of = R.Classes[C]; Of.Lines || Of.Units)
      Row["classes"].push_back({{"class", sharingClassName(SharingClass(C))},
                                {"lines", Of.Lines},
                                {"accesses", Of.Units},
                                {"true_sharing", Of.True},
                                {"false_sharing", Of.False}});
  return Row;
}

static Json lockJson(const Profile &P, const SharingLockRow &R) {
  const Structure &S = P.Structures[R.Structure.Value];
  bool Known = R.Offset != SharingFight::Other;
  Json Places = Json::array();
  for (const SharingLockPlace &At : R.Places)
    Places.push_back({{"function", At.Site.Function},
                      {"file", At.Site.File},
                      {"line", At.Site.Line},
                      {"column", At.Site.Column},
                      {"taken", At.Taken},
                      {"handed_over", At.HandedOver}});
  return {{"structure", S.Name},
          {"structure_id", R.Structure.Value},
          {"offset", Known ? Json(R.Offset) : Json()},
          {"member", Known ? memberName(P, S, R.Offset) : ""},
          {"kind", lockKindName(R.Kind)},
          {"taken", R.Taken},
          {"handed_over", R.HandedOver},
          {"places", std::move(Places)}};
}

std::string sharingJson(const Profile &P, const SharingModel &M) {
  Json Structures = Json::array(), Edges = Json::array(), Locks = Json::array();
  for (const SharingRow &R : M.Structures)
    Structures.push_back(rowJson(P, R));
  for (const SharingEdgeRow &R : M.Edges)
    Edges.push_back({{"from", endJson(P, R.From)},
                     {"to", endJson(P, R.To)},
                     {"cold", R.Cold},
                     {"true_sharing", R.True},
                     {"false_sharing", R.False},
                     {"bytes", R.Bytes}});
  for (const SharingLockRow &R : M.Locks)
    Locks.push_back(lockJson(P, R));
  Json Result = {
      {"schema", ReportSchemaVersion}, {"program", P.Program},
      {"map", P.Sharing.Map},          {"ranges", P.Sharing.Ranges},
      {"total", totalsJson(M.Total)},  {"structures", std::move(Structures)},
      {"edges", std::move(Edges)},     {"matrix_threads", M.Threads},
      {"matrix_lines", M.Lines},       {"matrix_bytes", M.Bytes},
      {"locks", std::move(Locks)}};
  return Result.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string lockCsv(const Profile &P, const SharingModel &M) {
  std::string Text = csvLine({"structure", "offset", "kind", "function", "file",
                              "line", "column", "taken", "handed_over"});
  for (const SharingLockRow &R : M.Locks) {
    SharingLockPlace Unknown = {{}, R.Taken, R.HandedOver};
    std::vector<SharingLockPlace> Places = R.Places;
    for (const SharingLockPlace &At : R.Places) {
      Unknown.Taken -= At.Taken;
      Unknown.HandedOver -= At.HandedOver;
    }
    if (Unknown.Taken)
      Places.push_back(Unknown);
    for (const SharingLockPlace &At : Places)
      Text += csvLine(
          {P.Structures[R.Structure.Value].Name,
           R.Offset == SharingFight::Other ? "" : fmt::format("{}", R.Offset),
           lockKindName(R.Kind), At.Site.Function, At.Site.File,
           fmt::format("{}", At.Site.Line), fmt::format("{}", At.Site.Column),
           fmt::format("{}", At.Taken), fmt::format("{}", At.HandedOver)});
  }
  return Text;
}

std::string sharingCsv(const Profile &P, const SharingOptions &Options) {
  const SharingTable &S = P.Sharing;
  std::string Text =
      csvLine({"structure", "thread", "kind", "function", "file", "line",
               "column", "accesses", "cold", "true_sharing", "false_sharing",
               "certain", "low", "high", "invalidations", "upgrades"});
  for (const SharingVertex &V : S.Vertices) {
    if (!Options.Named.empty() &&
        std::ranges::count(Options.Named, V.Structure) == 0)
      continue;
    const PairSite &Site = S.Sites[V.Site];
    SharingTotals T;
    T.Ranges = S.Ranges;
    T.add(V);
    CsvCells Row = {P.Structures[V.Structure.Value].Name,
                    fmt::format("{}", V.Thread), accessKindName(Site.Kind),
                    Site.Function, Site.File};
    for (uint64_t N :
         {uint64_t(Site.Line), uint64_t(Site.Column), T.Units, T.Cold, T.True,
          T.False, T.Certain, T.low(), T.high(), T.Invalidations, T.Upgrades})
      Row.push_back(fmt::format("{}", N));
    Text += csvLine(Row);
  }
  return Text;
}

} // namespace memfacet
