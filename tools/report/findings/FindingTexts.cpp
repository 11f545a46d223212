//===- FindingTexts.cpp - findings in sentences ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "memfacet/WrittenNames.h"
#include "tools/report/common/ImportedTrace.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/findings/Findings.h"
#include "tools/report/structures/Description.h"
#include "tools/support/Say.h"
#include <algorithm>
#include <cctype>
#include <cmath>

namespace memfacet::report {

namespace {

constexpr size_t MostFindings = 5;
/// The width of a list that goes to a file, in columns.
constexpr size_t PlainWidth = 100;

/// Returns "58.3 % of L1 misses", and the share of the last level if it is
/// larger.
std::string shareText(const result::Profile &P, const result::Structure &S) {
  result::Counts All = P.total();
  auto Rate = [&](size_t L) {
    return fmt::format(
        "{} of {} misses",
        humanRate(S.Total.Levels[L].Misses, All.Levels[L].Misses),
        P.Caches.Levels[L].Name);
  };
  auto Share = [&](size_t L) {
    return double(S.Total.Levels[L].Misses) /
           double(std::max<uint64_t>(All.Levels[L].Misses, 1));
  };
  size_t Last = All.Levels.size() - 1;
  if (Last != 0 && Share(Last) > Share(0) + 0.1)
    return Rate(0) + ", " + Rate(Last);
  return Rate(0);
}

/// Returns "linked list: 841 K struct List of 24 B", "array: 85.2 K double of 8
/// B in each of 50 objects".
std::string shapeOf(const result::Profile &P, const result::Structure &S) {
  std::string Text = containerText(P, S);
  if (Text == "unknown")
    Text = result::structureKindName(S.Kind);
  if (S.ElementBytes == 0 || S.Objects == 0)
    return S.Type.empty() ? Text : Text + " of " + shortName(S.Type);
  bool IsDivided = holdsSeveral(S) && S.Objects > 1;
  uint64_t Elements =
      !holdsSeveral(S) ? S.Objects : S.Bytes / S.Objects / S.ElementBytes;
  Text = fmt::format("{}: {} {} of {}", Text, humanCount(Elements),
                     S.Type.empty() ? "elements"
                                    : shortName(std::string(elementType(P, S))),
                     humanBytes(S.ElementBytes));
  if (IsDivided)
    Text += fmt::format(" in each of {}", counted(S.Objects, "object"));
  return Text;
}

/// Returns the command that records the program of \p P again for \p Command.
/// What was imported is imported again.
std::string rerunCommand(const result::Profile &P, const char *Command) {
  if (result::isImported(P))
    return fmt::format("{} && memfacet {} {}", importCommand(P), Command,
                       ImportedTrace);
  std::vector<std::string> Words = {P.Program};
  Words.insert(Words.end(), P.Arguments.begin(), P.Arguments.end());
  return fmt::format("memfacet {} -- {}", Command, shellLine(Words));
}

/// A question that a slower recording answers, and the command that makes it.
struct MissingAnalysis {
  std::string Question;
  const char *Command;
};

/// Returns what was not recorded, the most important first. Without counts of
/// sharing, a line that another thread took counts as a hit, so few misses do
/// not rule out false sharing. Ranks are not recorded again together.
std::vector<MissingAnalysis> missingAnalyses(const result::Profile &P) {
  std::vector<MissingAnalysis> Missing;
  if (!P.Ranks.empty())
    return Missing;
  if (P.Threads.size() > 1 && P.Sharing.empty())
    Missing.push_back(
        {fmt::format("false sharing between {} threads", P.Threads.size()),
         "false-sharing"});
  auto Costs = [](const Finding &F) { return F.Share > 0; };
  if (std::ranges::none_of(findingsOf(P, P.Structures.size()), Costs))
    return Missing;
  if (!P.Memory.Known)
    Missing.push_back({"causes of misses", "why"});
  if (P.Curves.empty())
    Missing.push_back({"other sizes of caches", "curves"});
  if (P.Core.empty())
    Missing.push_back({"stalls of the processor", "critical"});
  return Missing;
}

std::string notRecorded(const result::Profile &P, const std::string &File,
                        const Terminal &Out, size_t Width) {
  std::vector<MissingAnalysis> Missing = missingAnalyses(P);
  if (Missing.empty())
    return "";
  size_t Widest = 0;
  for (const MissingAnalysis &L : Missing)
    Widest = std::max(Widest, L.Question.size());
  bool Imported = result::isImported(P);
  std::string Introduction =
      Imported ? "not simulated; to import the trace again and keep it for "
                 "that, type: " +
                     importCommand(P) + ", then:"
               : "not recorded, as it is slower; to run the program again and "
                 "record it:";
  std::string Text =
      styled(Out, Style::Dim, wrapped(printable(Introduction), 0, Width));
  for (const MissingAnalysis &L : Missing)
    Text += fmt::format("    {:<{}}  ", L.Question, Widest) +
            styled(Out, Style::Dim,
                   printable(Imported ? fmt::format("memfacet {} {}", L.Command,
                                                    ImportedTrace)
                                      : fmt::format("memfacet {}{} --again",
                                                    L.Command, File))) +
            "\n";
  return Text;
}

} // namespace

std::string findingText(const result::Profile &P, const Finding &F) {
  const result::Structure &S = P.Structures[F.Structure.Value];
  std::string Text =
      fmt::format("{}: {} ({})",
                  F.Remedy == Change::MayShare  ? "perhaps false sharing"
                  : F.Remedy == Change::Unshare ? "false sharing"
                                                : shareText(P, S),
                  tableName(S), printable(shapeOf(P, S)));
  if (!F.Cause.empty())
    Text += ", " + F.Cause;
  Text += ".";
  if (F.Advice.empty())
    return Text;
  std::string Advice = F.Advice;
  Advice[0] = char(std::toupper(static_cast<unsigned char>(Advice[0])));
  Text += " " + Advice;
  if (F.Saves > 0)
    Text += fmt::format(
        ", which saves about {} of the cycles that misses "
        "cost",
        humanRate(uint64_t(std::llround(F.Saves * 1e6)), 1'000'000));
  return Text + ".";
}

std::string findingNext(const result::Profile &P, const Finding &F,
                        const std::string &File) {
  const std::string &Name = P.Structures[F.Structure.Value].title();
  switch (F.Remedy) {
  case Change::Split:
    return fmt::format("memfacet report{} --fields {}", File,
                       shellLine({printable(Name)}));
  case Change::Pool:
  case Change::Order:
    return rerunCommand(P, "advise");
  case Change::Traverse:
    return fmt::format("memfacet report{} --by line", File);
  case Change::Tile:
    return rerunCommand(P, "curves");
  case Change::KeepApart:
    return rerunCommand(P, "evictions");
  case Change::Unshare:
    return fmt::format("memfacet false-sharing{}", File);
  case Change::MayShare:
    return P.Sharing.empty() ? rerunCommand(P, "false-sharing")
                             : fmt::format("memfacet sharing{}", File);
  case Change::None:
    break;
  }
  return fmt::format("memfacet describe{} {}", File,
                     shellLine({printable(Name)}));
}

std::string findingsText(const result::Profile &P, const std::string &File,
                         const Terminal &Out) {
  std::vector<Finding> All = findingsOf(P, MostFindings);
  size_t Width = Out.Width == 0 ? PlainWidth : Out.Width;
  std::string Text;
  if (!All.empty())
    Text = styled(Out, Style::Bold, "what costs most") + "\n";
  for (size_t I = 0; I != All.size(); ++I) {
    constexpr size_t Indent = 4;
    Text += fmt::format(" {}. ", I + 1);
    Text += wrapped(findingText(P, All[I]), Indent, Width);
    Text += std::string(Indent, ' ') +
            styled(Out, Style::Dim, printable(findingNext(P, All[I], File))) +
            "\n";
  }
  return Text + notRecorded(P, File, Out, Width);
}

Json findingsJson(const result::Profile &P) {
  Json List = Json::array();
  for (const Finding &F : findingsOf(P, MostFindings)) {
    const result::Structure &S = P.Structures[F.Structure.Value];
    List.push_back({{"structure", F.Structure.Value},
                    {"name", S.Name},
                    {"share", F.Share},
                    {"change", nameOf(F.Remedy)},
                    {"saves_at_most", F.Saves > 0 ? Json(F.Saves) : Json()},
                    {"text", findingText(P, F)},
                    {"next", findingNext(P, F, "")}});
  }
  return List;
}

} // namespace memfacet::report
