//===- AdviseText.cpp - suggestions for people ----------------------------===//

#include "tools/report/advice/Advise.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/common/ShortPlace.h"
#include "tools/report/format/Table.h"
#include "tools/report/format/Units.h"
#include "tools/report/structures/TextReport.h"
#include <algorithm>
#include <cctype>
#include <cmath>

namespace memfacet {

std::vector<NamedMisses> missesOf(const Advice &A, const Suggestion &S) {
  std::vector<NamedMisses> Rows;
  const Missed &From = S.StructureBefore, &To = S.StructureAfter;
  const Missed &All = S.ProgramBefore, &Then = S.ProgramAfter;
  for (size_t L = 0; L != A.Of.Caches.Levels.size(); ++L)
    Rows.push_back({A.Of.Caches.Levels[L].Name,
                    {From.Levels[L], To.Levels[L]},
                    {All.Levels[L], Then.Levels[L]}});
  if (All.Sharing || Then.Sharing)
    Rows.push_back(
        {"sharing", {From.Sharing, To.Sharing}, {All.Sharing, Then.Sharing}});
  if (All.Pages || Then.Pages)
    Rows.push_back({"TLB", {From.Pages, To.Pages}, {All.Pages, Then.Pages}});
  return Rows;
}

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

std::vector<std::string> verifyCommands(const Advice &A,
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
      "memfacet compare before.mfp after.mfp"};
}

namespace {

/// "-57.1 %" from \p Before to \p After.
std::string change(uint64_t Before, uint64_t After) {
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

std::string missTable(const Advice &A, const Suggestion &S,
                      const Terminal &Out) {
  Table T;
  using Fit = TableColumn::Fit;
  T.Columns = {{"misses", Fit::CutEnd},  {"structure", Fit::Always},
               {"after", Fit::Always},   {"change", Fit::Always},
               {"program", Fit::Always}, {"after", Fit::Always},
               {"change", Fit::Always}};
  for (const NamedMisses &M : missesOf(A, S)) {
    auto [From, To] = M.Structure;
    auto [All, Then] = M.Program;
    T.Rows.push_back(
        {{M.Name, humanCount(From), humanCount(To), change(From, To),
          humanCount(All), humanCount(Then), change(All, Then)}});
  }
  return indented(renderTable(T, Out));
}

void addLines(std::string &Text, const char *Label,
              const std::vector<std::string> &Lines) {
  for (const std::string &Line : Lines) {
    Text += fmt::format("    {:<9}{}\n", Label, printable(Line));
    Label = "";
  }
}

std::string suggestionText(const Advice &A, size_t Number, const Suggestion &S,
                           const std::string &Folder, const Terminal &Out) {
  const Structure &Of = A.Of.Structures[S.What.Structure.Value];
  std::string Text =
      "\n" +
      styled(Out, Style::Bold,
             fmt::format("{}. {}", Number, printable(S.What.Do))) +
      "\n" + fmt::format("    {}", printable(Of.Name));
  for (const std::string &Word : {std::string(structureKindName(Of.Kind)),
                                  Of.Type, shortPlace(Of, Folder)})
    if (!Word.empty())
      Text += "  " + printable(Word);
  Text += fmt::format(
      "; saves {} of the cycles that misses cost\n",
      humanRate(uint64_t(S.Saved), uint64_t(cyclesOf(S.ProgramBefore))));
  Text += missTable(A, S, Out);
  addLines(Text, "because", S.What.Evidence);
  addLines(Text, "costs", S.What.Costs);
  addLines(Text, "assumed", S.What.Limits);
  return Text;
}

} // namespace

std::string adviseText(const Advice &A, size_t Top,
                       const std::vector<std::string> &Verify,
                       const std::string &Folder, const Terminal &Out) {
  std::string Text;
  for (const HeaderLine &Line : reportHeader(A.Of))
    Text += fmt::format(
        "{:<14}{}\n", Line.Label,
        styled(Out, Line.Warning ? Style::Warning : Style::Plain, Line.Text));
  size_t Shown = std::min(Top, A.Suggestions.size());
  for (size_t I = 0; I != Shown; ++I)
    Text += suggestionText(A, I + 1, A.Suggestions[I], Folder, Out);
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

} // namespace memfacet
