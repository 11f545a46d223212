//===- PointFile.cpp - files of chosen intervals --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/PointFile.h"
#include "analysis/support/IntervalCut.h"
#include "analysis/support/Text.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace memfacet::study {

namespace {

/// Calls \p Take with the words of each line that has words, and the line.
/// \p Take returns what it expected, or null.
template <typename Taker>
Status eachLine(std::string_view Text, const char *File, Taker Take) {
  for (size_t Number = 1; !Text.empty(); ++Number) {
    std::string_view Line = takeUntil(Text, '\n');
    std::vector<std::string_view> Words = wordsOf(Line);
    if (Words.empty())
      continue;
    if (const char *Wanted = Take(Words, Line))
      return makeError("{}, line {}: expected {} instead of '{}'", File, Number,
                       Wanted, Line.substr(0, 60));
  }
  return {};
}

constexpr std::string_view CutBegin = "# intervals of ",
                           CutMiddle = " instructions",
                           CutEnd = ", cut at stalls", MarkersBegin = ", at ";

bool dropPrefix(std::string_view &Text, std::string_view Prefix) {
  if (!Text.starts_with(Prefix))
    return false;
  Text.remove_prefix(Prefix.size());
  return true;
}

/// Reads a cutLine(); nothing where \p Text begins in another way.
std::optional<IntervalPlan> readCut(std::string_view Text) {
  std::string_view Line = Text.substr(0, Text.find_first_of("\r\n"));
  if (!dropPrefix(Line, CutBegin))
    return std::nullopt;
  IntervalPlan Cut;
  size_t Digits = std::min(Line.find(' '), Line.size());
  if (!readNumber(Line.substr(0, Digits), Cut.Length) || Cut.Length == 0)
    return std::nullopt;
  Line.remove_prefix(Digits);
  if (!dropPrefix(Line, CutMiddle))
    return std::nullopt;
  Cut.AtStalls = dropPrefix(Line, CutEnd);
  if (dropPrefix(Line, MarkersBegin)) {
    auto Name = std::ranges::find(IntervalCutNames, Line);
    if (Name == IntervalCutNames.end())
      return std::nullopt;
    Cut.Cut = IntervalCut(Name - IntervalCutNames.begin());
    Line = {};
  }
  return Line.empty() ? std::optional(Cut) : std::nullopt;
}

/// Reads the first ratesLine() of \p Text.
std::optional<RecordedRates> findRates(std::string_view Text) {
  while (!Text.empty())
    if (auto R = readRates(takeUntil(Text, '\n')))
      return R;
  return std::nullopt;
}

constexpr std::string_view PhaseBegin = "# phase ";

/// Reads a phaseComment().
std::optional<uint32_t> readPhase(std::string_view Line) {
  Line.remove_prefix(std::min(Line.find('#'), Line.size()));
  Line = Line.substr(0, Line.find_last_not_of(" \t\r") + 1);
  uint32_t Phase = 0;
  if (!dropPrefix(Line, PhaseBegin) || !readNumber(Line, Phase))
    return std::nullopt;
  return Phase;
}

const char *takePoint(const std::vector<std::string_view> &Words,
                      std::string_view Line, ChosenIntervals &Result,
                      uint32_t Thread) {
  ChosenInterval P;
  P.Thread = Thread;
  bool HasThread = Words.size() == 3;
  if (Words.size() < 2 || Words.size() > 3 ||
      !readNumber(Words[0], P.Interval) || !readNumber(Words[1], P.Cluster) ||
      (HasThread && !readNumber(Words[2], P.Thread)))
    return "\"interval cluster\" or \"interval cluster thread\"";
  if (!Result.Points.empty() && HasThread != Result.HasThreads)
    return "a thread in all lines or in none";
  Result.HasThreads = HasThread;
  P.Phase = readPhase(Line);
  Result.Points.push_back(P);
  return nullptr;
}

using WeightTable = std::map<uint32_t, double>;

const char *takeWeight(const std::vector<std::string_view> &Words,
                       WeightTable &Weights) {
  double Weight = 0;
  uint32_t Cluster = 0;
  if (Words.size() != 2 || !readNumber(Words[0], Weight) ||
      !readNumber(Words[1], Cluster))
    return "\"weight cluster\"";
  if (!std::isfinite(Weight) || Weight < 0)
    return "a weight that is not negative";
  return Weights.emplace(Cluster, Weight).second ? nullptr
                                                 : "each cluster once";
}

Status weigh(ChosenIntervals &Intervals, const WeightTable &Weights) {
  std::map<uint32_t, size_t> Sharing;
  for (const ChosenInterval &P : Intervals.Points)
    ++Sharing[P.Cluster];
  double Whole = 0;
  for (ChosenInterval &P : Intervals.Points) {
    auto Entry = Weights.find(P.Cluster);
    if (!Weights.empty() && Entry == Weights.end())
      return makeError("cluster {} has a point but no weight", P.Cluster);
    P.Weight =
        Weights.empty() ? 1 : Entry->second / double(Sharing.at(P.Cluster));
    Whole += P.Weight;
  }
  if (Whole <= 0)
    return makeError("all points weigh 0");
  for (ChosenInterval &P : Intervals.Points)
    P.Weight /= Whole;
  return {};
}

} // namespace

std::string cutText(const IntervalPlan &Cut) {
  std::string Text(Cut.AtStalls ? CutEnd : "");
  if (Cut.Cut != IntervalCut::Period)
    Text +=
        fmt::format("{}{}", MarkersBegin, IntervalCutNames[size_t(Cut.Cut)]);
  return Text;
}

std::string cutLine(const IntervalPlan &Cut) {
  return fmt::format("{}{}{}{}\n", CutBegin, Cut.Length, CutMiddle,
                     cutText(Cut));
}

std::string phaseComment(uint32_t Phase) {
  return fmt::format(" {}{}", PhaseBegin, Phase);
}

Expected<ChosenIntervals> parsePoints(std::string_view Points,
                                      std::string_view Weights,
                                      uint32_t Thread) {
  ChosenIntervals Result;
  Result.Cut = readCut(Points);
  Result.Recorded = findRates(Points);
  Status Read =
      eachLine(Points, "points", [&](const auto &Words, std::string_view Line) {
        return takePoint(Words, Line, Result, Thread);
      });
  if (!Read)
    return Read.error();
  if (Result.Points.empty())
    return makeError("there are no points; write some with 'memfacet simpoints "
                     "--simpoints FILE --weights FILE'");
  WeightTable ByCluster;
  Read = eachLine(Weights, "weights", [&](const auto &Words, std::string_view) {
    return takeWeight(Words, ByCluster);
  });
  if (!Read)
    return Read.error();
  if (Status Weighed = weigh(Result, ByCluster); !Weighed)
    return Weighed.error();
  return Result;
}

} // namespace memfacet::study
