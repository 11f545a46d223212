//===- FindingTexts.cpp - findings in sentences ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/ImportedTrace.h"
#include "tools/report/common/TableNames.h"
#include "tools/report/findings/Findings.h"
#include "tools/report/findings/Traffic.h"
#include "tools/report/structures/Description.h"
#include "tools/support/Say.h"
#include "tools/support/ShortName.h"
#include <algorithm>
#include <cctype>
#include <cmath>

namespace memfacet::report {

namespace {

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

/// Returns what \p Count elements of \p S are, by the role of its memory:
/// "nodes" of "ById (nodes)".
std::string elementNoun(const result::Structure &S, uint64_t Count) {
  std::string Found = "element";
  for (std::string Noun : {"node", "bucket", "block"})
    if (S.Name.ends_with("(" + Noun + "s)"))
      Found = Noun;
  return Count == 1 ? Found : Found + "s";
}

/// Returns "linked list: 841 K struct List of 24 B", "array: 85.2 K double of 8
/// B in each of 50 objects".
std::string shapeOf(const result::Profile &P, const result::Structure &S) {
  std::string Text = containerText(P, S);
  if (Text == "unknown")
    Text = result::structureKindName(S.Kind);
  bool IsUnknown = S.ElementBytes == 0 && S.Record == result::NoRecord;
  if (IsUnknown || S.Objects == 0)
    return S.Type.empty() ? Text : Text + " of " + shortName(S.Type);
  std::string Type = shortName(std::string(elementType(P, S)));
  bool IsDivided = holdsSeveral(S) && S.Objects > 1;
  // A container that grows has a larger object in place of each smaller one.
  bool Grows = IsDivided && S.Lives.PeakObjects != 0 &&
               S.PeakBytes / S.Lives.PeakObjects > 2 * (S.Bytes / S.Objects);
  if (Grows)
    return fmt::format("{}: at most {} {} of {} at a time, in {}", Text,
                       humanCount(S.PeakBytes / S.ElementBytes),
                       Type.empty() ? elementNoun(S, 2) : Type, sizeText(S),
                       counted(S.Objects, "object"));
  uint64_t Elements =
      !holdsSeveral(S) ? S.Objects : S.Bytes / S.Objects / S.ElementBytes;
  Text =
      fmt::format("{}: {} {} of {}", Text, humanCount(Elements),
                  Type.empty() ? elementNoun(S, Elements) : Type, sizeText(S));
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
  if (std::ranges::none_of(findingsOf(P, {.Most = ~size_t(0)}), Costs))
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

/// Returns a remark for programs in which misses matter little: ", though
/// misses cost little: about 6 cycles per 1000 instructions", else "".
std::string littleCostText(const result::Profile &P) {
  constexpr double LittleCost = 20; // at most 2 % of 1000 cycles or more
  double Cycles = P.Instructions == 0
                      ? 0
                      : 1000 * missCost(P.total()) / double(P.Instructions);
  if (Cycles == 0 || Cycles >= LittleCost)
    return "";
  return fmt::format(", though misses cost little: about {} per 1000 "
                     "instructions",
                     Cycles < 1 ? "1 cycle"
                                : counted(std::llround(Cycles), "cycle"));
}

} // namespace

/// Returns the sum of what \p F is about.
static result::Structure sumOf(const result::Profile &P, const Finding &F) {
  result::Structure Sum = P.Structures[F.Structure.Value];
  for (StructureId Other : F.Companions)
    Sum.Total += P.Structures[Other.Value].Total;
  return Sum;
}

/// Returns "false sharing" and so on, or the share of the misses.
static std::string costText(const result::Profile &P, const Finding &F) {
  switch (F.Remedy) {
  case Change::Unshare:
    return "false sharing";
  case Change::MayShare:
    return "perhaps false sharing";
  case Change::HandOver:
    return "true sharing";
  default:
    return shareText(P, sumOf(P, F));
  }
}

/// Returns what \p F is about: "nodes (linked list: ...)", "X, Y, Z (...)",
/// "[stacks of 40 threads]".
static std::string subjectText(const result::Profile &P, const Finding &F) {
  const result::Structure &S = P.Structures[F.Structure.Value];
  if (S.Kind == result::StructureKind::Stack && !F.Companions.empty())
    return fmt::format("[stacks of {} threads]", F.Companions.size() + 1);
  std::string Names = tableName(S);
  for (StructureId Other : F.Companions)
    Names += ", " + tableName(P, Other);
  return fmt::format("{} ({}{})", Names, F.Companions.empty() ? "" : "each ",
                     printable(shapeOf(P, S)));
}

static std::string capitalised(std::string Text) {
  if (!Text.empty())
    Text[0] = char(std::toupper(static_cast<unsigned char>(Text[0])));
  return Text;
}

std::string findingText(const result::Profile &P, const Finding &F) {
  std::string Text = costText(P, F) + ": " + subjectText(P, F);
  if (F.Lost != LostRange())
    Text += ", " + lostText(F.LostInRun, F.Lost);
  if (!F.Cause.empty())
    Text += ", " + F.Cause;
  if (!F.Place.empty())
    Text += ", most at " + printable(F.Place);
  Text += ".";
  if (F.Advice.empty())
    return Text;
  Text += " " + capitalised(F.Advice) + "; " + gainText(F) + ".";
  for (const std::string &Sentence : F.More)
    Text += " " + capitalised(Sentence) + ".";
  return Text;
}

static std::string percentText(double Share) {
  Share = std::clamp(Share, 0.0, 1.0);
  return humanRate(uint64_t(std::llround(Share * 1e6)), 1'000'000);
}

std::string gainText(const Finding &F) {
  const result::TimeShare &G = F.Gain;
  bool IsChange = F.Remedy != Change::None && F.Remedy != Change::Annotate;
  const char *Verb = IsChange ? "saves" : "its stalls take";
  if (F.isSmall())
    return fmt::format("{} less than {:.0f} % of the time", Verb,
                       100 * SmallGain);
  // A bound that leaves nothing says nothing.
  constexpr double NearlyAll = 0.95;
  if (F.isBound() && G.High > NearlyAll)
    return IsChange ? "saves an unknown part of the time"
                    : "its stalls take an unknown part of the time";
  if (F.isBound())
    return fmt::format("{} up to {} of the time", Verb, percentText(G.High));
  return fmt::format("{} about {} of the time ({} to {})", Verb,
                     percentText(G.Likely), percentText(G.Low),
                     percentText(G.High));
}

std::string findingNext(const result::Profile &P, const Finding &F,
                        const std::string &File) {
  const std::string &Name = P.Structures[F.Structure.Value].title();
  switch (F.Remedy) {
  case Change::Split:
  case Change::Pack:
  case Change::Widen:
    return fmt::format("memfacet report{} --fields {}", File,
                       shellLine({printable(Name)}));
  case Change::Pool:
  case Change::Order:
  case Change::Join:
    return rerunCommand(P, "advise");
  case Change::Traverse:
  case Change::Fill:
  case Change::Swap:
    return fmt::format("memfacet report{} --by line", File);
  case Change::Tile:
    return rerunCommand(P, "curves");
  case Change::KeepApart:
    return rerunCommand(P, "evictions");
  case Change::Unshare:
  case Change::MayShare:
    return P.Sharing.empty() && P.Ranks.empty()
               ? rerunCommand(P, "false-sharing")
               : fmt::format("memfacet false-sharing{}", File);
  case Change::HandOver:
    return fmt::format("memfacet sharing{} --edges", File);
  case Change::Annotate:
  case Change::None:
    break;
  }
  return fmt::format("memfacet describe{} {}", File,
                     shellLine({printable(Name)}));
}

std::string findingsText(const result::Profile &P, const std::string &File,
                         const Terminal &Out, const FindingLimits &Limits) {
  std::vector<Finding> All = findingsOf(P, Limits);
  size_t Width = Out.Width == 0 ? PlainWidth : Out.Width;
  std::string Text;
  if (!All.empty() || (Limits.Most == 0 && !findingsOf(P).empty()))
    Text =
        styled(Out, Style::Bold, "what costs most") + littleCostText(P) + "\n";
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

/// Returns null unless \p F is about lost lines.
static Json lostJson(const Finding &F) {
  if (F.Lost == LostRange())
    return {};
  return {{"low", F.Lost.Low},
          {"high", F.Lost.High},
          {"run_low", F.LostInRun.Low},
          {"run_high", F.LostInRun.High},
          {"cycles_low", lostCycles(double(F.Lost.Low))},
          {"cycles_high", lostCycles(double(F.Lost.High))}};
}

Json findingsJson(const result::Profile &P, const FindingLimits &Limits) {
  Json List = Json::array();
  for (const Finding &F : findingsOf(P, Limits)) {
    const result::Structure &S = P.Structures[F.Structure.Value];
    Json Companions = Json::array();
    for (StructureId Other : F.Companions)
      Companions.push_back(Other.Value);
    List.push_back({{"structure", F.Structure.Value},
                    {"name", S.Name},
                    {"others", std::move(Companions)},
                    {"share", F.Share},
                    {"change", nameOf(F.Remedy)},
                    {"saves_at_most", F.Saves > 0 ? Json(F.Saves) : Json()},
                    {"gain",
                     {{"likely", F.Gain.Likely},
                      {"low", F.Gain.Low},
                      {"high", F.Gain.High},
                      {"text", gainText(F)}}},
                    {"lost_lines", lostJson(F)},
                    {"place", F.Place},
                    {"more", F.More},
                    {"text", findingText(P, F)},
                    {"next", findingNext(P, F, "")}});
  }
  return List;
}

} // namespace memfacet::report
