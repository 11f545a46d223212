//===- Advise.cpp - suggestions as text, JSON and CSV ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/advice/Advise.h"
#include "tools/report/common/Places.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <cctype>
#include <cmath>

namespace memfacet {

/// \p Word as a shell takes it for one.
static std::string quoted(const std::string &Word) {
  auto Plain = [](char C) {
    return std::isalnum(static_cast<unsigned char>(C)) ||
           std::string_view("_./=:,+-@%").find(C) != std::string_view::npos;
  };
  if (!Word.empty() && std::ranges::all_of(Word, Plain))
    return Word;
  std::string Result = "'";
  for (char C : Word)
    Result += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Result + "'";
}

std::vector<std::string> verifyCommands(const advise::Advice &A,
                                        const std::string &Trace,
                                        const std::string &Caches) {
  std::string Run = quoted(A.Of.Program);
  for (const std::string &Word : A.Of.Arguments)
    Run += " " + quoted(Word);
  std::string Model = quoted(Caches);
  return {
      fmt::format("memfacet simulate {} --cache {} -o before.mfp",
                  quoted(Trace), Model),
      fmt::format("memfacet record --cache {} -o after.mfp -- {}", Model, Run),
      "memfacet diff before.mfp after.mfp"};
}

namespace {

/// "-57.1 %" from before to after.
std::string change(const uint64_t (&Misses)[2]) {
  auto [Before, After] = Misses;
  if (Before == 0)
    return After ? "new" : "-";
  double Percent = 100.0 * (double(After) - double(Before)) / double(Before);
  if (After / 10 > Before)
    return fmt::format("x {}", After / Before);
  // No minus sign before nothing.
  if (std::abs(Percent) < 0.05)
    return "0.0 %";
  return fmt::format("{:+.1f} %", Percent);
}

std::string indented(const std::string &Text) {
  std::string Result;
  for (size_t At = 0; At < Text.size();) {
    size_t End = std::min(Text.find('\n', At), Text.size());
    Result += "    " + Text.substr(At, End - At) + "\n";
    At = End + 1;
  }
  return Result;
}

/// Misses of one kind, with and without suggestion number Rank.
struct MissRow {
  const advise::Advice &A;
  const advise::Suggestion &S;
  size_t Rank;
  std::string Name;                  ///< "L1", "sharing", "TLB"
  uint64_t Structure[2], Program[2]; ///< before, after
};

/// The levels, and what else \p S changes.
std::vector<MissRow> missRows(const advise::Advice &A,
                              const advise::Suggestion &S, size_t Rank) {
  std::vector<MissRow> Rows;
  const advise::Missed &From = S.StructureBefore, &To = S.StructureAfter;
  const advise::Missed &All = S.ProgramBefore, &Then = S.ProgramAfter;
  auto Add = [&](const std::string &Name, uint64_t OfFrom, uint64_t OfTo,
                 uint64_t OfAll, uint64_t OfThen) {
    Rows.push_back({A, S, Rank, Name, {OfFrom, OfTo}, {OfAll, OfThen}});
  };
  for (size_t L = 0; L != A.Of.Caches.Levels.size(); ++L)
    Add(A.Of.Caches.Levels[L].Name, From.Levels[L], To.Levels[L], All.Levels[L],
        Then.Levels[L]);
  if (All.Sharing || Then.Sharing)
    Add("sharing", From.Sharing, To.Sharing, All.Sharing, Then.Sharing);
  if (All.Pages || Then.Pages)
    Add("TLB", From.Pages, To.Pages, All.Pages, Then.Pages);
  return Rows;
}

const result::Structure &structureOf(const MissRow &R) {
  return R.A.Of.Structures[R.S.What.Structure.Value];
}

Columns<MissRow> missColumns() {
  return {forPrograms("rank", [](auto &R) { return R.Rank; }),
          forPrograms(
              "kind",
              [](auto &R) { return advise::adviceKindName(R.S.What.Kind); }),
          forPrograms("name", [](auto &R) { return structureOf(R).Name; }),
          forPrograms("do", [](auto &R) { return R.S.What.Do; }),
          forPrograms("cycles_saved",
                      [](auto &R) { return fmt::format("{:.0f}", R.S.Saved); }),
          nameColumn("misses", "misses", [](auto &R) { return R.Name; }),
          countColumn("structure", "structure_before",
                      [](auto &R) { return R.Structure[0]; }),
          countColumn("after", "structure_after",
                      [](auto &R) { return R.Structure[1]; }),
          forPeople("change", [](auto &R) { return change(R.Structure); }),
          countColumn("program", "program_before",
                      [](auto &R) { return R.Program[0]; }),
          countColumn("after", "program_after",
                      [](auto &R) { return R.Program[1]; }),
          forPeople("change", [](auto &R) { return change(R.Program); })};
}

std::string missTable(const advise::Advice &A, const advise::Suggestion &S,
                      const Terminal &Out) {
  return indented(renderTable(tableOf(missColumns(), missRows(A, S, 0)), Out));
}

void addLines(std::string &Text, const char *Label,
              const std::vector<std::string> &Lines) {
  for (const std::string &Line : Lines) {
    Text += fmt::format("    {:<9}{}\n", Label, printable(Line));
    Label = "";
  }
}

std::string suggestionText(const advise::Advice &A, size_t Number,
                           const advise::Suggestion &S, const Terminal &Out) {
  const result::Structure &Of = A.Of.Structures[S.What.Structure.Value];
  std::string Text =
      "\n" +
      styled(Out, Style::Bold,
             fmt::format("{}. {}", Number, printable(S.What.Do))) +
      "\n" + fmt::format("    {}", tableName(Of));
  for (const std::string &Word :
       {std::string(result::structureKindName(Of.Kind)), shortName(Of.Type),
        shortPlace(A.Of, Of)})
    if (!Word.empty())
      Text += "  " + printable(Word);
  Text += fmt::format("; saves {} of the cycles that misses cost\n",
                      humanRate(uint64_t(S.Saved),
                                uint64_t(advise::cyclesOf(S.ProgramBefore))));
  Text += missTable(A, S, Out);
  addLines(Text, "because", S.What.Evidence);
  addLines(Text, "costs", S.What.Costs);
  addLines(Text, "assumed", S.What.Limits);
  return Text;
}

Json missedJson(const advise::Advice &A, const advise::Missed &M) {
  return {{"touches", M.Touches},
          {"levels",
           missesJson(A.Of.Caches, [&](size_t L) { return M.Levels[L]; })},
          {"sharing", M.Sharing},
          {"false_sharing", M.FalseSharing},
          {"tlb", M.Pages}};
}

Json suggestionJson(const advise::Advice &A, const advise::Suggestion &S) {
  const result::Structure &Of = A.Of.Structures[S.What.Structure.Value];
  return {{"kind", advise::adviceKindName(S.What.Kind)},
          {"do", S.What.Do},
          {"name", Of.Name},
          {"structure", S.What.Structure.Value},
          {"type", Of.Type},
          {"file", Of.File},
          {"line", Of.Line},
          {"function", Of.Function},
          {"evidence", S.What.Evidence},
          {"costs", S.What.Costs},
          {"assumed", S.What.Limits},
          {"cycles_saved", S.Saved},
          {"structure_before", missedJson(A, S.StructureBefore)},
          {"structure_after", missedJson(A, S.StructureAfter)},
          {"program_before", missedJson(A, S.ProgramBefore)},
          {"program_after", missedJson(A, S.ProgramAfter)}};
}

} // namespace

std::string adviseText(const advise::Advice &A, size_t Top,
                       const std::vector<std::string> &Verify,
                       const Terminal &Out) {
  std::string Text;
  for (const HeaderLine &Line : reportHeader(A.Of))
    Text +=
        fmt::format("{:<14}{}\n", Line.Label,
                    styled(Out, Line.Warning ? Style::Warning : Style::Plain,
                           printable(Line.Text)));
  size_t Shown = std::min(Top, A.Suggestions.size());
  for (size_t I = 0; I != Shown; ++I)
    Text += suggestionText(A, I + 1, A.Suggestions[I], Out);
  Text += fmt::format("\n{} tried", counted(A.Tried, "change"));
  if (A.Found > A.Tried)
    Text += fmt::format(", the most promising of {} (--tries)", A.Found);
  Text += fmt::format("; {} something",
                      A.Suggestions.size() == 1
                          ? std::string("1 saves")
                          : fmt::format("{} save", A.Suggestions.size()));
  if (Shown < A.Suggestions.size())
    Text += fmt::format(", {} shown (-n)", Shown);
  Text += "\n";
  if (Shown == 0)
    return Text;
  Text += "to verify, change the program, and then:\n";
  for (const std::string &Command : Verify)
    Text += "    " + printable(Command) + "\n";
  return Text;
}

std::string adviseJson(const advise::Advice &A, size_t Top,
                       const std::vector<std::string> &Verify) {
  Json List = Json::array();
  for (size_t I = 0; I != std::min(Top, A.Suggestions.size()); ++I)
    List.push_back(suggestionJson(A, A.Suggestions[I]));
  Json J = jsonHead(A.Of);
  J["caches"] = A.Of.Caches.spec();
  J["misses"] = missedJson(A, A.Program);
  J["cycles"] = advise::cyclesOf(A.Program);
  J["found"] = A.Found;
  J["tried"] = A.Tried;
  J["saving"] = A.Suggestions.size();
  J["verify"] = Verify;
  J["suggestions"] = std::move(List);
  return jsonText(J);
}

std::string adviseCsv(const advise::Advice &A, size_t Top) {
  Columns<MissRow> Cs = missColumns();
  std::string Text = csvHeader(Cs);
  for (size_t I = 0; I != std::min(Top, A.Suggestions.size()); ++I)
    for (const MissRow &R : missRows(A, A.Suggestions[I], I + 1))
      Text += csvRow(Cs, R);
  return Text;
}

} // namespace memfacet
