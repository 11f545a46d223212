//===- Advise.cpp - suggestions as text, JSON and CSV ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/advice/Advise.h"
#include "tools/report/common/Places.h"
#include "tools/report/common/ReportHeader.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <cctype>
#include <cmath>

namespace memfacet::report {

/// Returns \p Word, in quotes where a shell would change it.
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

std::vector<std::string> verifyCommands(const result::Profile &Base,
                                        const std::string &Caches,
                                        const AdvisedRun &Unchanged) {
  std::string Run = quoted(Base.Program);
  for (const std::string &Word : Base.Arguments)
    Run += " " + quoted(Word);
  bool HasTrace = !Unchanged.Trace.empty();
  const std::string Model = quoted(Caches),
                    Baseline = HasTrace ? "before.mfp" : Unchanged.Profile;
  std::vector<std::string> Commands;
  if (HasTrace)
    Commands.push_back(fmt::format("memfacet simulate {} --cache {} -o {}",
                                   quoted(Unchanged.Trace), Model, Baseline));
  Commands.push_back(
      fmt::format("memfacet record --cache {} -o after.mfp -- {}", Model, Run));
  Commands.push_back(
      fmt::format("memfacet diff {} after.mfp", quoted(Baseline)));
  return Commands;
}

namespace {

/// Returns the change of misses as text: "-57.1 %", "x 20", "new".
std::string change(const uint64_t (&Misses)[2]) {
  auto [MissesBefore, MissesAfter] = Misses;
  if (MissesBefore == 0)
    return MissesAfter ? "new" : "-";
  double Percent = 100.0 * (double(MissesAfter) - double(MissesBefore)) /
                   double(MissesBefore);
  if (MissesAfter / 10 > MissesBefore)
    return fmt::format("x {}", MissesAfter / MissesBefore);
  // Avoids "-0.0 %".
  if (std::abs(Percent) < 0.05)
    return "0.0 %";
  return fmt::format("{:+.1f} %", Percent);
}

std::string indented(const std::string &Text) {
  std::string Result;
  for (size_t Position = 0; Position < Text.size();) {
    size_t End = std::min(Text.find('\n', Position), Text.size());
    Result += "    " + Text.substr(Position, End - Position) + "\n";
    Position = End + 1;
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

/// Returns rows for the levels and for what else \p S changes: sharing, TLB.
std::vector<MissRow> missRows(const advise::Advice &A,
                              const advise::Suggestion &S, size_t Rank) {
  std::vector<MissRow> Rows;
  const advise::MissTotals &OldStructure = S.StructureBefore,
                           &NewStructure = S.StructureAfter;
  const advise::MissTotals &OldProgram = S.ProgramBefore,
                           &NewProgram = S.ProgramAfter;
  auto Add = [&](const std::string &Name, uint64_t StructureBefore,
                 uint64_t StructureAfter, uint64_t ProgramBefore,
                 uint64_t ProgramAfter) {
    Rows.push_back({A,
                    S,
                    Rank,
                    Name,
                    {StructureBefore, StructureAfter},
                    {ProgramBefore, ProgramAfter}});
  };
  for (size_t L = 0; L != A.BaseProfile.Caches.Levels.size(); ++L)
    Add(A.BaseProfile.Caches.Levels[L].Name, OldStructure.Levels[L],
        NewStructure.Levels[L], OldProgram.Levels[L], NewProgram.Levels[L]);
  if (OldProgram.Sharing || NewProgram.Sharing)
    Add("sharing", OldStructure.Sharing, NewStructure.Sharing,
        OldProgram.Sharing, NewProgram.Sharing);
  if (OldProgram.Pages || NewProgram.Pages)
    Add("TLB", OldStructure.Pages, NewStructure.Pages, OldProgram.Pages,
        NewProgram.Pages);
  return Rows;
}

const result::Structure &structureOf(const MissRow &R) {
  return R.A.BaseProfile.Structures[R.S.Change.Structure.Value];
}

Columns<MissRow> missColumns() {
  return {forPrograms("rank", [](auto &R) { return R.Rank; }),
          forPrograms(
              "kind",
              [](auto &R) { return advise::adviceKindName(R.S.Change.Kind); }),
          forPrograms("name", [](auto &R) { return structureOf(R).Name; }),
          forPrograms("do", [](auto &R) { return R.S.Change.Action; }),
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

/// Returns name, kind, type and place of the structure that \p C changes.
std::string structureText(const advise::Advice &A, const advise::Candidate &C) {
  const result::Structure &Owner = A.BaseProfile.Structures[C.Structure.Value];
  std::string Text = tableName(Owner);
  for (const std::string &Word :
       {std::string(result::structureKindName(Owner.Kind)),
        shortName(Owner.Type), shortPlace(A.BaseProfile, Owner)})
    if (!Word.empty())
      Text += "  " + printable(Word);
  return Text;
}

/// Returns " (17.1 to 19.7 %)": the 95 % interval of the cycles, where parts of
/// the run were simulated; else "".
std::string errorText(const advise::Suggestion &S) {
  if (S.Error == 0)
    return "";
  double Share = S.Saved / advise::cyclesOf(S.ProgramBefore);
  return fmt::format(" ({:.1f} to {:.1f} %)", 100 * (Share - S.Error),
                     100 * std::min(Share + S.Error, 1.0));
}

std::string suggestionText(const advise::Advice &A, size_t Number,
                           const advise::Suggestion &S, const Terminal &Out) {
  std::string Text =
      "\n" +
      styled(Out, Style::Bold,
             fmt::format("{}. {}", Number, printable(S.Change.Action))) +
      "\n    " + structureText(A, S.Change);
  Text += fmt::format(
      "; saves {}{} of the cycles that misses cost, about "
      "{:.1f} % of the time ({:.1f} to {:.1f} %)\n",
      humanRate(uint64_t(S.Saved), uint64_t(advise::cyclesOf(S.ProgramBefore))),
      errorText(S), 100 * S.Gain.Likely, 100 * S.Gain.Low, 100 * S.Gain.High);
  Text += missTable(A, S, Out);
  addLines(Text, "because", S.Change.Evidence);
  addLines(Text, "costs", S.Change.Costs);
  addLines(Text, "assumed", S.Change.Limits);
  return Text;
}

Json missedJson(const advise::Advice &A, const advise::MissTotals &M) {
  return {{"touches", M.Touches},
          {"levels", missesJson(A.BaseProfile.Caches,
                                [&](size_t L) { return M.Levels[L]; })},
          {"sharing", M.Sharing},
          {"false_sharing", M.FalseSharing},
          {"tlb", M.Pages}};
}

Json suggestionJson(const advise::Advice &A, const advise::Suggestion &S) {
  const result::Structure &Owner =
      A.BaseProfile.Structures[S.Change.Structure.Value];
  return {
      {"kind", advise::adviceKindName(S.Change.Kind)},
      {"do", S.Change.Action},
      {"name", Owner.Name},
      {"structure", S.Change.Structure.Value},
      {"type", Owner.Type},
      {"file", Owner.File},
      {"line", Owner.Line},
      {"function", Owner.Function},
      {"evidence", S.Change.Evidence},
      {"costs", S.Change.Costs},
      {"assumed", S.Change.Limits},
      {"cycles_saved", S.Saved},
      {"cycles_saved_error", S.Error * advise::cyclesOf(S.ProgramBefore)},
      {"gain",
       {{"likely", S.Gain.Likely}, {"low", S.Gain.Low}, {"high", S.Gain.High}}},
      {"structure_before", missedJson(A, S.StructureBefore)},
      {"structure_after", missedJson(A, S.StructureAfter)},
      {"program_before", missedJson(A, S.ProgramBefore)},
      {"program_after", missedJson(A, S.ProgramAfter)}};
}

} // namespace

/// Returns the header of the report: the profile has only what was simulated,
/// its misses are replaced by the estimates of the whole.
static std::vector<HeaderLine> adviceHeader(const advise::Advice &A) {
  std::vector<HeaderLine> Lines = reportHeader(A.BaseProfile);
  auto Misses = std::ranges::find(Lines, "misses", &HeaderLine::Label);
  if (A.Share < 1 && !A.IsOfWindows && Misses != Lines.end())
    Misses->Text = missesText(A.BaseProfile.Caches, A.BaseProfile.Instructions,
                              [&](size_t L) { return A.Program.Levels[L]; });
  return Lines;
}

/// Says what part of the run the numbers come from, if it is not all of it.
static std::string partText(const advise::Advice &A) {
  std::string Text;
  if (A.Share < 1)
    Text += fmt::format(
        "{:<14}{}: {:.1f} % of the {} were simulated, in parts spread evenly "
        "over the run; all: --whole\n",
        "part",
        A.IsOfWindows ? "what changes save is estimated"
                      : "misses and visits are estimates",
        100 * A.Share, A.IsOfWindows ? "accesses" : "instructions");
  std::string Read = A.ReadShare > 0
                         ? fmt::format("the first {:.{}f} %", 100 * A.ReadShare,
                                       A.ReadShare < 0.01 ? 2 : 0)
                         : "an unknown part";
  if (A.Stopped == advise::StoppedPass::Evidence)
    Text += fmt::format("{:<14}before changes were tried: all numbers are "
                        "of {} of the trace\n",
                        "stopped", Read);
  if (A.Stopped == advise::StoppedPass::Trials)
    Text += fmt::format("{:<14}what changes save is estimated from "
                        "{} of what was recorded; misses before are of all\n",
                        "stopped", Read);
  return Text;
}

/// Names the changes that an interruption came before, and why they may help.
static std::string untriedText(const advise::Advice &A, size_t Top) {
  std::string Text;
  for (size_t I = 0; I != std::min(Top, A.Untried.size()); ++I) {
    const advise::Candidate &C = A.Untried[I];
    Text += fmt::format("\nnot tried: {}\n    {}\n", printable(C.Action),
                        structureText(A, C));
    addLines(Text, "because", C.Evidence);
  }
  return Text;
}

std::string adviseText(const advise::Advice &A, size_t Top,
                       const std::vector<std::string> &Verify,
                       const Terminal &Out) {
  std::string Text;
  for (const HeaderLine &Line : adviceHeader(A))
    Text +=
        fmt::format("{:<14}{}\n", Line.Label,
                    styled(Out, Line.Warning ? Style::Warning : Style::Plain,
                           printable(Line.Text)));
  Text += partText(A);
  size_t Shown = std::min(Top, A.Suggestions.size());
  for (size_t I = 0; I != Shown; ++I)
    Text += suggestionText(A, I + 1, A.Suggestions[I], Out);
  Text += untriedText(A, Top);
  Text += fmt::format("\n{} tried", counted(A.Tried, "change"));
  if (A.Found > A.Tried && A.Stopped == advise::StoppedPass::None)
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

/// Returns the pass that an interruption ended, or null: its numbers are of the
/// part that was read, or are estimated from it.
static Json stoppedName(advise::StoppedPass Pass) {
  switch (Pass) {
  case advise::StoppedPass::None:
    return nullptr;
  case advise::StoppedPass::Evidence:
    return "evidence";
  case advise::StoppedPass::Trials:
    return "trials";
  }
  return nullptr;
}

std::string adviseJson(const advise::Advice &A, size_t Top,
                       const std::vector<std::string> &Verify) {
  Json List = Json::array();
  for (size_t I = 0; I != std::min(Top, A.Suggestions.size()); ++I)
    List.push_back(suggestionJson(A, A.Suggestions[I]));
  Json J = jsonHead(A.BaseProfile);
  J["caches"] = A.BaseProfile.Caches.spec();
  J["misses"] = missedJson(A, A.Program);
  J["cycles"] = advise::cyclesOf(A.Program);
  J["found"] = A.Found;
  J["tried"] = A.Tried;
  J["saving"] = A.Suggestions.size();
  J["simulated"] = A.Share;
  J["stopped"] = stoppedName(A.Stopped);
  J["read"] = A.ReadShare;
  J["untried"] = Json::array();
  for (size_t I = 0; I != std::min(Top, A.Untried.size()); ++I)
    J["untried"].push_back(
        {{"action", A.Untried[I].Action}, {"because", A.Untried[I].Evidence}});
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

} // namespace memfacet::report
