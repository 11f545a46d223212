//===- FalseSharingReport.cpp - false sharing as text, JSON, CSV, SARIF ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/Check.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/format/Sarif.h"
#include "tools/report/format/Units.h"
#include "tools/report/threads/FalseSharing.h"
#include <set>

namespace memfacet::report {

namespace {

std::string header(const result::Profile &P, const FalseSharingModel &M) {
  std::string Text =
      fmt::format("program       {}\n", P.Program) + lostHeader(P);
  if (P.Sharing.Followed)
    Text += followedLines(P);
  Text += fmt::format("recorded      {} of {} misses of lines lost to other "
                      "threads are of false sharing ({})\n\n",
                      humanCount(M.False), humanCount(M.Lost),
                      humanRate(M.False, M.Lost));
  return Text;
}

/// Returns the word for what SharingFight::Certain counts.
const char *certainWord(const result::Profile &P) {
  return P.Sharing.Followed ? "seen" : "certain";
}

std::string sideText(const result::Profile &P, const FightSide &S,
                     StructureId Expected) {
  std::string Name;
  if (S.End.Structure != Expected)
    Name = tableName(P, S.End.Structure) + " ";
  return printable(Name + (S.Member.empty() ? "?" : S.Member));
}

/// A fight of one structure, or for people a sum of fights.
struct ShownFight {
  FightRow Row;
  StructureId Structure = {}; ///< for people
  std::string Sum = {};       ///< the name of a sum; empty: it is none
};

/// Returns the columns of one side of a fight, for programs.
Columns<FightSide> sideColumns(const result::Profile &P) {
  Columns<FightSide> Cs = {
      forPrograms(
          "structure",
          [&P](auto &S) { return P.Structures[S.End.Structure.Value].Name; }),
      forJson("structure_id", [](auto &S) { return S.End.Structure.Value; }),
      forPrograms("member", [](auto &S) { return S.Member; }),
      forPrograms("offset",
                  [](auto &S) {
                    return S.Offset == result::SharingFight::Other
                               ? Json()
                               : Json(S.Offset);
                  }),
      forPrograms("byte", [](auto &S) { return S.Byte; }),
      forPrograms("thread", [](auto &S) { return S.End.Thread; })};
  addColumns(Cs, partColumns<FightSide>(siteColumns(), [](auto &S) -> auto & {
               return S.End.Site;
             }));
  return Cs;
}

/// Returns the columns of one side of a fight, for people.
template <typename GetSide>
Columns<ShownFight> shownSide(const result::Profile &P, const char *Header,
                              GetSide Side) {
  return {forPeople(
              Header,
              [&P, Header, Side](auto &R) {
                if (R.Sum.empty())
                  return sideText(P, Side(R), R.Structure);
                return std::string_view(Header) == "wanted" ? R.Sum : "";
              },
              TableColumn::Fit::CutMiddle),
          forPeople("at byte", unlessSum([Side](auto &R) {
                      return fmt::format("{}", Side(R).Byte);
                    })),
          forPeople("by thread", unlessSum([&P, Side](auto &R) {
                      return endText(P, Side(R).End);
                    }),
                    TableColumn::Fit::CutMiddle)};
}

/// \p P outlives the columns.
Columns<ShownFight> columnsOf(const result::Profile &P) {
  Columns<FightSide> Sides = sideColumns(P);
  auto Victim = [](const ShownFight &R) -> auto & { return R.Row.Victim; };
  auto Writer = [](const ShownFight &R) -> auto & { return R.Row.Writer; };
  Columns<ShownFight> Cs = {
      countColumn("misses", "misses", [](auto &R) { return R.Row.Misses; }),
      countColumn(certainWord(P), "certain",
                  [](auto &R) { return R.Row.Certain; }),
      forJson("wanted", [=](auto &R) { return jsonObject(Sides, Victim(R)); }),
      forJson("written",
              [=](auto &R) { return jsonObject(Sides, Writer(R)); })};
  addColumns(Cs, shownSide(P, "wanted", Victim));
  addColumns(Cs, shownSide(P, "was written", Writer));
  addColumns(Cs, csvColumnsOf<ShownFight>(Sides, Victim, "wanted_"));
  addColumns(Cs, csvColumnsOf<ShownFight>(Sides, Writer, "written_"));
  return Cs;
}

Table fights(const result::Profile &P, const FalseSharer &S, size_t Top) {
  Columns<ShownFight> Cs = columnsOf(P);
  Table T = emptyTable(Cs);
  addFirst(
      T, Cs, S.Fights, Top,
      [&](const FightRow &R, const std::string &Sum) {
        return ShownFight{R, S.Structure, Sum};
      },
      [](FightRow &Sum, const FightRow &R) {
        Sum.Misses += R.Misses, Sum.Certain += R.Certain;
      });
  return T;
}

std::string bestText(const result::Profile &P, const FalseSharingModel &M,
                     const FalseSharer &S) {
  result::StructureKind Kind = P.Structures[S.Structure.Value].Kind;
  if (Kind != result::StructureKind::Heap &&
      Kind != result::StructureKind::Global &&
      Kind != result::StructureKind::Local)
    return "padding: not tried, it is no variable and not on the "
           "heap\n";
  if (!M.tried())
    return "";
  if (!S.Best)
    return "padding: none that was tried saves misses\n";
  const result::SharingPadding &B = *S.Best;
  int64_t Lines = int64_t(B.ColdAfter - B.ColdBefore);
  std::string NewLines =
      fmt::format("; {}{} of new lines", Lines < 0 ? "-" : "+",
                  humanCount(uint64_t(Lines < 0 ? -Lines : Lines)));
  return fmt::format(
      "padding: {}: {} instead of {} misses of lost lines, {} of the program's "
      "{} saved ({}){}\n",
      printable(paddingText(P, B)), humanCount(B.MissesAfter),
      humanCount(B.MissesBefore), humanCount(B.AllBefore - B.AllAfter),
      humanCount(B.AllBefore), humanRate(B.AllBefore - B.AllAfter, B.AllBefore),
      M.IsPredicted ? "" : NewLines);
}

Json paddingJson(const FalseSharingModel &M, const result::SharingPadding &P) {
  auto Cold = [&](uint64_t Misses) {
    return M.IsPredicted ? Json() : Json(Misses);
  };
  return {{"kind", result::paddingKindName(P.Kind)},
          {"stride", P.Stride},
          {"before", P.MissesBefore},
          {"after", P.MissesAfter},
          {"all_before", P.AllBefore},
          {"all_after", P.AllAfter},
          {"cold_before", Cold(P.ColdBefore)},
          {"cold_after", Cold(P.ColdAfter)}};
}

Json sharerJson(const result::Profile &P, const FalseSharingModel &M,
                const FalseSharer &S) {
  const result::Structure &Owner = P.Structures[S.Structure.Value];
  Json Paddings = Json::array();
  for (const result::SharingPadding &Pad : M.Paddings)
    if (Pad.Structure == S.Structure)
      Paddings.push_back(paddingJson(M, Pad));
  return {{"name", Owner.Name},
          {"structure_id", S.Structure.Value},
          {"type", Owner.Type},
          {"file", Owner.File},
          {"line", Owner.Line},
          {"false_sharing", S.False},
          {"certain", S.Certain},
          {"misses", S.Lost},
          {"low", S.Range.Low},
          {"high", S.Range.High},
          {"run_low", S.InRun.Low},
          {"run_high", S.InRun.High},
          {"best", S.Best ? paddingJson(M, *S.Best) : Json()},
          {"paddings", std::move(Paddings)},
          {"fights", jsonRows(columnsOf(P), S.Fights)}};
}

} // namespace

std::string falseSharingText(const result::Profile &P,
                             const FalseSharingModel &M, size_t Top,
                             const Terminal &Out) {
  std::string Text = header(P, M);
  if (M.Structures.empty())
    return Text + "No structure has misses of false sharing.\n";
  for (size_t I = 0; I != std::min(Top, M.Structures.size()); ++I) {
    const FalseSharer &S = M.Structures[I];
    const result::Structure &Owner = P.Structures[S.Structure.Value];
    Text += fmt::format(
        "{}{}: {} misses of false sharing ({} {}), {} of true sharing\n"
        "cost: {}\n",
        tableName(Owner),
        Owner.Type.empty() ? "" : printable(" (" + shortName(Owner.Type) + ")"),
        humanCount(S.False), humanCount(S.Certain), certainWord(P),
        humanCount(S.Lost - S.False), lostText(S.InRun, S.Range));
    if (S.Fights.empty()) {
      Text += "in this run, none was recorded; in another order of the "
              "threads, there may be some\n\n";
      continue;
    }
    Text += bestText(P, M, S) + "\n";
    Text += renderTable(fights(P, S, Top), Out) + "\n";
  }
  if (M.Structures.size() > Top)
    Text += fmt::format("[{} more structures]\n", M.Structures.size() - Top);
  return Text;
}

std::string falseSharingJson(const result::Profile &P,
                             const FalseSharingModel &M) {
  Json Structures = Json::array();
  for (const FalseSharer &S : M.Structures)
    Structures.push_back(sharerJson(P, M, S));
  return jsonText({{"schema", ReportSchemaVersion},
                   {"program", P.Program},
                   {"false_sharing", M.False},
                   {"misses", M.Lost},
                   {"structures", std::move(Structures)}});
}

std::string falseSharingCsv(const result::Profile &P,
                            const FalseSharingModel &M) {
  Columns<ShownFight> Cs = columnsOf(P);
  std::string Text = csvHeader(Cs);
  for (const FalseSharer &S : M.Structures)
    for (const FightRow &R : S.Fights)
      Text += csvRow(Cs, {R});
  return Text;
}

/// Returns a message for \p S, with the fight that has most misses.
static std::string messageOf(const result::Profile &P, const FalseSharer &S) {
  MEMFACET_CHECK(!S.Fights.empty(), "a finding has a fight");
  const FightRow &R = S.Fights.front();
  auto Side = [&](const FightSide &F) {
    return P.Structures[F.End.Structure.Value].title() +
           (F.Member.empty() ? "" : " " + F.Member);
  };
  std::string Text = fmt::format(
      "Threads share lines of {} falsely: {} misses, {} {}. Most: thread {} "
      "writes {}, thread {} wants {}, which is in the same line.",
      P.Structures[S.Structure.Value].title(), S.False, S.Certain,
      P.Sharing.Followed ? "of them seen"
                         : "of them in every order of the threads",
      R.Writer.End.Thread, Side(R.Writer), R.Victim.End.Thread, Side(R.Victim));
  if (S.Best)
    Text +=
        fmt::format(" With {}, the program would have {} fewer of {} misses "
                    "by lines that other threads wrote.",
                    paddingText(P, *S.Best),
                    S.Best->AllBefore - S.Best->AllAfter, S.Best->AllBefore);
  return Text;
}

/// Returns the places in the code of both sides, those with most misses first,
/// each once.
static std::vector<SarifPlace> codeOf(const FalseSharer &S) {
  constexpr size_t Most = 10;
  std::vector<SarifPlace> Places;
  std::set<std::tuple<std::string, uint32_t, uint32_t, bool>> Known;
  for (const FightRow &R : S.Fights)
    for (const FightSide *Side : {&R.Writer, &R.Victim}) {
      const result::PairSite &Site = Side->End.Site;
      bool Writes = Side == &R.Writer;
      if (Places.size() < Most && !Site.File.empty() &&
          Known.insert({Site.File, Site.Line, Site.Column, Writes}).second)
        Places.push_back({Site.File, Site.Line, Site.Column,
                          (Writes ? "writes " : "wants ") + Side->Member});
    }
  return Places;
}

SarifRule falseSharingRule() {
  return {"false-sharing", "FalseSharing",
          "Threads take a cache line from each other though they access "
          "different bytes of it",
          "Give what different threads write lines of its own, for instance "
          "with alignas(64), or let threads count in local variables."};
}

void addFalseSharing(const result::Profile &P, const FalseSharingModel &M,
                     SarifLog &Log) {
  size_t Rule = Log.rule(falseSharingRule());
  for (const FalseSharer &S : M.Structures) {
    if (S.Fights.empty())
      continue;
    SarifResult R;
    R.Rule = Rule;
    R.Message = messageOf(P, S);
    R.Related = codeOf(S);
    const result::Structure &Owner = P.Structures[S.Structure.Value];
    if (!Owner.File.empty())
      R.Places = {{Owner.File, Owner.Line, 0, ""}};
    else if (!R.Related.empty())
      R.Places = {
          {R.Related[0].File, R.Related[0].Line, R.Related[0].Column, ""}};
    R.Properties = {{"falseSharingMisses", S.False},
                    {"lostLinesLow", S.Range.Low},
                    {"lostLinesHigh", S.Range.High},
                    {"lostLinesInRunLow", S.InRun.Low},
                    {"lostLinesInRunHigh", S.InRun.High},
                    {"certainMisses", S.Certain},
                    {"invalidationMisses", S.Lost}};
    if (S.Best)
      R.Properties.push_back(
          {"missesSavedByPadding", S.Best->AllBefore - S.Best->AllAfter});
    Log.Results.push_back(std::move(R));
  }
}

std::string falseSharingSarif(const result::Profile &P,
                              const FalseSharingModel &M,
                              const std::string &Folder) {
  SarifLog Log;
  addFalseSharing(P, M, Log);
  return sarifText(Log.Rules, Log.Results, Folder);
}

} // namespace memfacet::report
