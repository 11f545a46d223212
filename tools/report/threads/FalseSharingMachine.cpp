//===- FalseSharingMachine.cpp - members that fight, for programs ---------===//

#include "tools/report/common/MachineReport.h"
#include "tools/report/format/Csv.h"
#include "tools/report/format/Sarif.h"
#include "tools/report/threads/FalseSharing.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace memfacet {

using Json = nlohmann::ordered_json;

static Json sideJson(const Profile &P, const FightSide &S) {
  const PairSite &Site = S.End.Site;
  return {{"structure", P.Structures[S.End.Structure.Value].Name},
          {"structure_id", S.End.Structure.Value},
          {"member", S.Member},
          {"offset", S.Offset == SharingFight::Other ? Json() : Json(S.Offset)},
          {"byte", S.Byte},
          {"thread", S.End.Thread},
          {"kind", accessKindName(Site.Kind)},
          {"function", Site.Function},
          {"file", Site.File},
          {"line", Site.Line},
          {"column", Site.Column}};
}

static Json paddingJson(const SharingPadding &P) {
  return {{"kind", paddingKindName(P.Kind)},
          {"stride", P.Stride},
          {"before", P.Before},
          {"after", P.After},
          {"all_before", P.AllBefore},
          {"all_after", P.AllAfter},
          {"cold_before", P.ColdBefore},
          {"cold_after", P.ColdAfter}};
}

std::string falseSharingJson(const Profile &P, const FalseSharingModel &M) {
  Json Structures = Json::array();
  for (const FalseSharer &S : M.Structures) {
    const Structure &Of = P.Structures[S.Structure.Value];
    Json Fights = Json::array(), Paddings = Json::array();
    for (const FightRow &R : S.Fights)
      Fights.push_back({{"misses", R.Misses},
                        {"certain", R.Certain},
                        {"wanted", sideJson(P, R.Victim)},
                        {"written", sideJson(P, R.Writer)}});
    for (const SharingPadding &Pad : P.Sharing.Paddings)
      if (Pad.Structure == S.Structure)
        Paddings.push_back(paddingJson(Pad));
    Structures.push_back({{"name", Of.Name},
                          {"structure_id", S.Structure.Value},
                          {"type", Of.Type},
                          {"file", Of.File},
                          {"line", Of.Line},
                          {"false_sharing", S.False},
                          {"certain", S.Certain},
                          {"misses", S.Lost},
                          {"best", S.Best ? paddingJson(*S.Best) : Json()},
                          {"paddings", std::move(Paddings)},
                          {"fights", std::move(Fights)}});
  }
  Json Result = {{"schema", ReportSchemaVersion},
                 {"program", P.Program},
                 {"false_sharing", M.False},
                 {"misses", M.Lost},
                 {"structures", std::move(Structures)}};
  return Result.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

static void addSide(CsvCells &To, const Profile &P, const FightSide &S) {
  const PairSite &Site = S.End.Site;
  std::string Offset =
      S.Offset == SharingFight::Other ? "" : fmt::format("{}", S.Offset);
  To.insert(To.end(),
            {P.Structures[S.End.Structure.Value].Name, S.Member, Offset,
             fmt::format("{}", S.Byte), fmt::format("{}", S.End.Thread),
             accessKindName(Site.Kind), Site.Function, Site.File,
             fmt::format("{}", Site.Line), fmt::format("{}", Site.Column)});
}

std::string falseSharingCsv(const Profile &P, const FalseSharingModel &M) {
  CsvCells Header = {"misses", "certain"};
  for (const char *Side : {"wanted", "written"})
    for (const char *Column :
         {"structure", "member", "offset", "byte", "thread", "kind", "function",
          "file", "line", "column"})
      Header.push_back(fmt::format("{}_{}", Side, Column));
  std::string Text = csvLine(Header);
  for (const FalseSharer &S : M.Structures)
    for (const FightRow &R : S.Fights) {
      CsvCells Row = {fmt::format("{}", R.Misses),
                      fmt::format("{}", R.Certain)};
      addSide(Row, P, R.Victim);
      addSide(Row, P, R.Writer);
      Text += csvLine(Row);
    }
  return Text;
}

/// "counters [0] and [1]", with what is fought for most.
static std::string messageOf(const Profile &P, const FalseSharer &S) {
  const FightRow &R = S.Fights.front();
  auto Side = [&](const FightSide &F) {
    return P.Structures[F.End.Structure.Value].Name +
           (F.Member.empty() ? "" : " " + F.Member);
  };
  std::string Text = fmt::format(
      "Threads share lines of {} falsely: {} misses, {} of them in every order "
      "of the threads. Most: thread {} writes {}, thread {} wants {}, which is "
      "in the same line.",
      P.Structures[S.Structure.Value].Name, S.False, S.Certain,
      R.Writer.End.Thread, Side(R.Writer), R.Victim.End.Thread, Side(R.Victim));
  if (S.Best)
    Text +=
        fmt::format(" With {}, the program would have {} fewer of {} misses "
                    "by lines that other threads wrote.",
                    paddingText(P, *S.Best),
                    S.Best->AllBefore - S.Best->AllAfter, S.Best->AllBefore);
  return Text;
}

/// Places in the code that fight, those with most misses first, each once.
static std::vector<SarifPlace> codeOf(const FalseSharer &S) {
  constexpr size_t Most = 10;
  std::vector<SarifPlace> Places;
  std::set<std::tuple<std::string, uint32_t, uint32_t, bool>> Known;
  for (const FightRow &R : S.Fights)
    for (const FightSide *Side : {&R.Writer, &R.Victim}) {
      const PairSite &Site = Side->End.Site;
      bool Writes = Side == &R.Writer;
      if (Places.size() < Most && !Site.File.empty() &&
          Known.insert({Site.File, Site.Line, Site.Column, Writes}).second)
        Places.push_back({Site.File, Site.Line, Site.Column,
                          (Writes ? "writes " : "wants ") + Side->Member});
    }
  return Places;
}

std::string falseSharingSarif(const Profile &P, const FalseSharingModel &M,
                              const std::string &Folder) {
  std::vector<SarifRule> Rules = {
      {"false-sharing", "FalseSharing",
       "Threads take a cache line from each other though they access different "
       "bytes of it",
       "Give what different threads write lines of its own, for instance with "
       "alignas(64), or let threads count in local variables."}};
  std::vector<SarifResult> Results;
  for (const FalseSharer &S : M.Structures) {
    SarifResult R;
    R.Message = messageOf(P, S);
    R.Related = codeOf(S);
    const Structure &Of = P.Structures[S.Structure.Value];
    if (!Of.File.empty())
      R.Places = {{Of.File, Of.Line, 0, ""}};
    else if (!R.Related.empty())
      R.Places = {
          {R.Related[0].File, R.Related[0].Line, R.Related[0].Column, ""}};
    R.Properties = {{"falseSharingMisses", S.False},
                    {"certainMisses", S.Certain},
                    {"invalidationMisses", S.Lost}};
    if (S.Best)
      R.Properties.push_back(
          {"missesSavedByPadding", S.Best->AllBefore - S.Best->AllAfter});
    Results.push_back(std::move(R));
  }
  return sarifText(Rules, Results, Folder);
}

} // namespace memfacet
