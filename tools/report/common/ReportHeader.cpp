//===- ReportHeader.cpp - the head of a report, as text and JSON ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/report/common/ReportHeader.h"
#include "analysis/caches/model/CacheModel.h"
#include "analysis/support/Printable.h"
#include "memfacet/Check.h"
#include "tools/report/common/Places.h"
#include "tools/report/common/ProcessLines.h"
#include "tools/report/common/RankWords.h"
#include "tools/report/format/Units.h"
#include <algorithm>
#include <fmt/ranges.h>
#include <ranges>
#include <utility>

namespace memfacet::report {

namespace {

std::string commandLine(const result::Profile &P) {
  std::string Line = P.Program;
  for (const std::string &Argument : P.Arguments) {
    bool Quote =
        Argument.empty() ||
        Argument.find_first_of(" \t\n\"'$\\;&|<>*?()") != std::string::npos;
    Line += Quote ? " '" + Argument + "'" : " " + Argument;
  }
  return Line;
}

std::string instructionsLine(const result::Profile &P) {
  return fmt::format("{} in {}; intervals of {}", humanCount(P.Instructions),
                     counted(P.Threads.size(), "thread"),
                     humanCount(P.IntervalInstructions));
}

std::string missesLine(const result::Profile &P, const result::Counts &Total) {
  return missesText(P.Caches, P.Instructions,
                    [&](size_t L) { return Total.Levels[L].Misses; });
}

/// Returns "all for 41.2 M instructions, 1 in 2 for 8.1 M, then 1 in 8". Where
/// a stretch begins is known only to an interval, so it is "all at first, then
/// 1 in 8" if all others begin in the same interval.
std::string stretchesText(const result::Profile &P) {
  std::vector<result::LineStretch> All = P.Lines.Stretches;
  auto IsShort = [&](size_t I) {
    return All[I + 1].Instructions <= All[I].Instructions;
  };
  for (size_t I = All.size() - 1; I-- > 1;)
    if (IsShort(I))
      All.erase(All.begin() + ptrdiff_t(I));
  std::string Line;
  const char *Unit = " instructions"; // only after the first length
  for (size_t I = 0; I != All.size(); ++I) {
    bool IsLast = I + 1 == All.size();
    Line += I == 0 ? "" : IsLast ? ", then " : ", ";
    Line +=
        All[I].Bits == 0 ? "all" : fmt::format("1 in {}", 1u << All[I].Bits);
    if (IsLast)
      continue;
    uint64_t Length = All[I + 1].Instructions - All[I].Instructions;
    Line += IsShort(I) ? " at first"
                       : fmt::format(" for {}{}", humanCount(Length),
                                     std::exchange(Unit, ""));
  }
  return Line;
}

std::string linesLine(const result::Profile &P) {
  return stretchesText(P) + " (each of them exactly); misses and write-backs "
                            "are estimates, +- is half a 95 % interval";
}

std::string interestLine(const result::Profile &P) {
  uint64_t Begins = uint64_t(std::ranges::count(
      P.Markers, result::MarkerKind::InterestBegin, &result::Marker::Kind));
  return fmt::format("only in the region of interest (entered {}), caches "
                     "warm from before",
                     counted(Begins, "time"));
}

/// Lists the first phases by name, each once, in order of appearance.
std::string phasesLine(const result::Profile &P) {
  constexpr size_t MaxShown = 8;
  std::vector<std::string> Names;
  for (const result::Marker &M : P.Markers)
    if (M.Kind == result::MarkerKind::Phase &&
        std::ranges::find(Names, M.Name) == Names.end())
      Names.push_back(M.Name);
  size_t More = Names.size() - std::min(Names.size(), MaxShown);
  Names.resize(Names.size() - More);
  std::string Line = fmt::format("{}", fmt::join(Names, ", "));
  return More ? Line + fmt::format(" and {} more", More) : Line;
}

/// Lists the statements of inline assembly that were executed, the busiest with
/// their places; empty: none was.
std::string blindSpotsLine(const result::Profile &P) {
  constexpr size_t MaxShown = 3;
  std::vector<const result::BlindSpot *> Executed;
  uint64_t Times = 0;
  for (const result::BlindSpot &S : P.BlindSpots)
    if (S.Executions != 0) {
      Executed.push_back(&S);
      Times += S.Executions;
    }
  if (Executed.empty())
    return {};
  // Equal ones stay in the order of their places.
  std::ranges::sort(
      Executed, [](const result::BlindSpot *A, const result::BlindSpot *B) {
        return A->Executions != B->Executions ? A->Executions > B->Executions
                                              : A < B;
      });
  std::vector<std::string> Places;
  for (const result::BlindSpot *S : Executed | std::views::take(MaxShown))
    Places.push_back(
        fmt::format("{} {}", shortPlace(P, *S), humanCount(S->Executions)));
  size_t More = Executed.size() - Places.size();
  return fmt::format("inline assembly, whose accesses are not counted: {} of "
                     "{} executed {} times ({}{})",
                     Executed.size(), counted(P.BlindSpots.size(), "statement"),
                     humanCount(Times), fmt::join(Places, ", "),
                     More ? fmt::format(" and {} more", More) : "");
}

std::string describeLevel(const caches::CacheLevel &L, uint32_t LineBytes) {
  std::string Ways = fmt::format("{}-way", L.Ways);
  if (L.sets(LineBytes) == 1)
    Ways = "fully associative";
  else if (L.Ways == 1)
    Ways = "direct-mapped";
  return fmt::format("{} {} {}{}", L.Name, humanBytes(L.Bytes), Ways,
                     L.Shared ? " shared" : "");
}

} // namespace

std::string missesText(const caches::CacheModel &Caches, uint64_t Instructions,
                       const std::function<uint64_t(size_t)> &MissesOf) {
  std::vector<std::string> Parts;
  for (size_t L = 0; L != Caches.Levels.size(); ++L)
    Parts.push_back(fmt::format("{} {}", Caches.Levels[L].Name,
                                perThousand(MissesOf(L), Instructions)));
  return fmt::format("{} per 1000 instructions", fmt::join(Parts, ", "));
}

std::string followedLines(const result::Profile &P) {
  std::string Lines;
  if (!P.Lines.empty())
    Lines = fmt::format("lines         {}; and single lines, once threads were "
                        "seen to fight for them\n",
                        stretchesText(P));
  if (std::string Mappings = writtenMappings(P); !Mappings.empty())
    Lines += fmt::format("processes     not followed: which lines of {} others "
                         "take; merge their profiles for a bound\n",
                         Mappings);
  return Lines;
}

std::string followedText(const result::Profile &P, size_t Threads) {
  return fmt::format("order         as it was in this run, of lines that were "
                     "followed; {}\n{}",
                     Threads ? counted(Threads, "thread") + " took part"
                             : "no thread took one from another",
                     followedLines(P));
}

std::string describeCaches(const caches::CacheModel &Caches) {
  std::vector<std::string> Levels;
  for (const caches::CacheLevel &L : Caches.Levels)
    Levels.push_back(describeLevel(L, Caches.LineBytes));
  return fmt::format("{}; {} B lines", fmt::join(Levels, ", "),
                     Caches.LineBytes);
}

std::vector<std::string> describeLoss(const words::DataLoss &Loss) {
  std::vector<std::string> Lines;
  if (Loss.Truncated)
    Lines.push_back("the trace is not whole: " + Loss.TruncatedWhy);
  if (Loss.LostChunks)
    Lines.push_back(counted(Loss.LostChunks, "chunk") +
                    " of events had to be discarded");
  if (Loss.UnknownWords)
    Lines.push_back(counted(Loss.UnknownWords, "word") +
                    " of events could not be understood");
  if (Loss.LostOrderNumbers)
    Lines.push_back(counted(Loss.LostOrderNumbers, "ordered event") +
                    " never arrived");
  if (Loss.CutRecords)
    Lines.push_back(counted(Loss.CutRecords, "record") +
                    " cut where the program died");
  return Lines;
}

/// Describes what the sizes of the levels do not say: policies, TLBs,
/// partitions.
static std::string modelLine(const caches::CacheModel &Caches) {
  if (Caches.isPlain())
    return "LRU, write-back, write-allocate, non-inclusive; no coherence, no "
           "prefetching";
  std::string Line;
  for (const caches::CacheLevel &L : Caches.Levels)
    if (std::string Words = caches::levelWords(L); !Words.empty())
      Line += fmt::format("{} {}; ", L.Name, Words.substr(1));
  Line += Line.empty() ? "LRU, write-back, write-allocate, non-inclusive; "
                       : "else LRU, write-back, non-inclusive; ";
  for (const caches::TlbLevel &T : Caches.Tlbs)
    Line += fmt::format("TLB of {} entries, {} ways; ", T.Entries, T.Ways);
  for (const caches::WayPartition &W : Caches.Partitions)
    Line += fmt::format("{} of {} for {}; ", counted(W.Ways, "way"), W.Level,
                        W.Structure);
  return Line + (Caches.Coherent ? "MESI coherence" : "no coherence");
}

/// Says which misses depend on the order of threads; empty: none.
static std::string orderLine(const result::Profile &P) {
  // Ranks of one thread each share nothing.
  if (P.Threads.size() < std::max<size_t>(2, P.Ranks.size() + 1))
    return {};
  std::vector<std::string> Levels;
  for (const caches::CacheLevel &L : P.Caches.Levels)
    if (P.Caches.Coherent || L.Shared || L.Threads > 1)
      Levels.push_back(L.Name);
  if (Levels.empty())
    return {};
  return fmt::format("misses of {} ({}) depend on the order in which threads "
                     "ran this time",
                     fmt::join(Levels, ", "),
                     P.Caches.Coherent ? "coherent" : "shared");
}

std::vector<HeaderLine> reportHeader(const result::Profile &P) {
  result::Counts Total = P.total();
  Total.Levels.resize(P.Caches.Levels.size());
  std::vector<HeaderLine> Lines = {
      {"program", commandLine(P)},
      {"instructions", instructionsLine(P)},
      {"caches", fmt::format("{} ({}, {})", describeCaches(P.Caches),
                             P.Caches.Name, P.Caches.Source)},
      {"model", modelLine(P.Caches)},
      {"misses", missesLine(P, Total)},
  };
  if (std::string Order = orderLine(P); !Order.empty())
    Lines.push_back({"order", Order});
  if (!P.Ranks.empty())
    Lines.push_back({"ranks", ranksLine(P)});
  if (!P.Lines.empty())
    Lines.push_back({"lines", linesLine(P)});
  if (P.hasInterest())
    Lines.push_back({"counted", interestLine(P)});
  if (std::string Phases = phasesLine(P); !Phases.empty())
    Lines.push_back({"phases", Phases});
  for (const std::string &Loss : describeLoss(P.Loss))
    Lines.push_back({"data loss", Loss, true});
  if (std::string Spots = blindSpotsLine(P); !Spots.empty())
    Lines.push_back({"blind spots", Spots, true});
  for (const std::string &Note : P.Notes)
    Lines.push_back({"note", Note, true});
  return Lines;
}

std::string headerText(const result::Profile &P, const Terminal &Out) {
  std::string Text;
  for (const HeaderLine &Line : reportHeader(P))
    Text += styled(Out, Line.Warning ? Style::Warning : Style::Plain,
                   fmt::format("{:<13} {}", Line.Label, printable(Line.Text))) +
            "\n";
  return Text;
}

Json jsonHead(const result::Profile &P) {
  return {{"schema_version", ReportSchemaVersion},
          {"tool_version", P.ToolVersion},
          {"program", P.Program},
          {"arguments", P.Arguments}};
}

Json structureHead(const result::Profile &P, StructureId Id) {
  MEMFACET_CHECK(Id.Value < P.Structures.size(),
                 "it is the number of a structure");
  const result::Structure &S = P.Structures[Id.Value];
  return {{"name", S.Name},
          {"structure", Id.Value},
          {"kind", result::structureKindName(S.Kind)},
          {"type", S.Type},
          {"file", S.File},
          {"line", S.Line},
          {"function", S.Function}};
}

Json cachesJson(const caches::CacheModel &Caches) {
  Json Levels = Json::array();
  for (const caches::CacheLevel &L : Caches.Levels)
    Levels.push_back({{"name", L.Name},
                      {"bytes", L.Bytes},
                      {"ways", L.Ways},
                      {"shared", L.Shared}});
  return {{"name", Caches.Name},
          {"source", Caches.Source},
          {"spec", Caches.spec()},
          {"line_bytes", Caches.LineBytes},
          {"levels", std::move(Levels)}};
}

} // namespace memfacet::report
