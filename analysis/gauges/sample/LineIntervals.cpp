//===- LineIntervals.cpp - the certainty of estimates from some lines -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/sample/LineIntervals.h"
#include "analysis/gauges/sample/PoissonLimits.h"
#include "analysis/gauges/sample/ResidueErrors.h"
#include "analysis/gauges/sample/VisitIntervals.h"
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

namespace memfacet::gauges {

namespace {

constexpr double ResidueCount = SelectResidues;
/// The least residues whose variance is meaningful.
constexpr size_t LeastResidues = 4;
/// Misses have become rare if they were more than this number of times as
/// frequent before.
constexpr double SeldomNow = 8;
size_t residues(unsigned Bits) { return SelectResidues >> Bits; }

ByResidue inStretch(const caches::ResidueCounts &Counts, unsigned Bits) {
  ByResidue Result = {};
  for (size_t R = 0; R != SelectResidues; ++R)
    if ((R & lineMask(Bits)) == 0)
      Result[R] = double(Counts.count(Bits, R));
  return Result;
}

/// Returns the number of lines seen in the stretch with \p Bits, from the part
/// of residues without a miss there or where more residues were seen. 0: there
/// are many.
double fewLines(const caches::ResidueCounts &Counts, unsigned Bits) {
  double Most = 0;
  for (unsigned FewerBits = 0; FewerBits <= Bits; ++FewerBits) {
    ByResidue Misses = inStretch(Counts, FewerBits);
    auto Hit = double(SelectResidues - std::ranges::count(Misses, 0.0));
    Most = std::max(Most, Hit / double(residues(FewerBits)));
  }
  auto Residues = double(residues(Bits));
  if (Most < 1)
    return -std::log1p(-Most) * Residues;
  bool IsAlone = Counts.sum(0) == 0 && residues(Bits) < LeastResidues;
  return IsAlone ? Residues : 0;
}

/// Returns the limits of the misses in the stretch with \p Bits, in which \p
/// Misses, not 0, were seen.
MissLimits limitsOf(const caches::ResidueCounts &Counts, unsigned Bits,
                    const ByResidue &Misses) {
  std::vector<ByResidue> EarlierMisses;
  for (unsigned FewerBits = 0; FewerBits != Bits; ++FewerBits)
    EarlierMisses.push_back(inStretch(Counts, FewerBits));
  MissLimits Result =
      residueLimits(Misses, Bits, EarlierMisses, fewLines(Counts, Bits));
  Result.Low = std::max(Result.Low, sumOf(Misses));
  return Result;
}

/// Returns the misses since some lines are left out, if they are twice as
/// frequent as before.
double twiceAsBefore(double Exact, const LineFacts &Facts) {
  double Rate =
      Facts.Touches.AllChosen ? 2 * Exact / double(Facts.Touches.AllChosen) : 1;
  return std::min(Rate, 1.0) * double(Facts.Touches.SomeChosen);
}

/// Returns the most misses if none was seen since some lines are left out.
double mostUnseen(double Exact, const LineFacts &Facts) {
  double Most = std::ldexp(RuleOfThree, int(Facts.Bits));
  if (!Facts.HasChosen)
    Most = std::max(Most, twiceAsBefore(Exact, Facts));
  return std::min(Most, double(Facts.Touches.SomeChosen));
}

/// Returns the most misses since some lines are left out, if the lines that are
/// chosen up to the end certainly had less than their part while all were
/// chosen. \p Estimate: the estimate of these misses.
double mostElsewhere(const caches::ResidueCounts &Counts,
                     const LineFacts &Facts, double Estimate) {
  auto Exact = double(Counts.sum(0));
  double Expected = std::ldexp(Exact, -int(Facts.Bits)), Chosen = 0;
  for (size_t R = 0; R != SelectResidues; ++R)
    if ((R & lineMask(Facts.Bits)) == 0)
      Chosen += double(Counts.count(0, R));
  CountLimits Chance = poissonLimits(Chosen);
  if (Chance.High >= Expected)
    return 0;
  double AsBefore = twiceAsBefore(Exact, Facts);
  if (Chance.Low == 0 || SeldomNow * Estimate < AsBefore)
    return AsBefore;
  // No access misses more than once.
  return std::min(Estimate * Expected / Chance.Low,
                  double(Facts.Touches.SomeChosen));
}

/// Returns whether some lines that missed in \p First, of the first level, are
/// chosen with \p Bits.
bool hasChosen(const caches::ResidueCounts &First, unsigned Bits) {
  if (First.steady() != 0)
    return true;
  for (unsigned OtherBits = 0; OtherBits <= Bits; ++OtherBits)
    for (size_t R = 0; R != SelectResidues; ++R)
      if ((R & lineMask(Bits)) == 0 && First.count(OtherBits, R) != 0)
        return true;
  return false;
}

/// Returns the 95 % interval of a structure of which only the sum of misses is
/// known.
result::MissInterval unknownInterval(uint64_t Misses, unsigned Bits) {
  CountLimits L = poissonLimits(std::ldexp(double(Misses), -int(Bits)));
  return {uint64_t(std::ldexp(L.Low, int(Bits))),
          uint64_t(std::ceil(std::ldexp(L.High, int(Bits))))};
}

/// Limits a 95 % interval: a level misses no more often than the one before it,
/// unless \p Misses are more, because the misses of the first level are
/// estimated from other lines.
void limit(result::MissInterval &Interval,
           const result::MissInterval &InnerLevel, uint64_t Misses) {
  Interval.High = std::min(Interval.High, std::max(InnerLevel.High, Misses));
}

/// Returns whether all residues were visited.
bool allVisited(const LineFacts &Facts) {
  return Facts.Visited != 0 &&
         Facts.Visited + residues(Facts.Bits) >= SelectResidues;
}

/// Returns the intervals of a structure by level.
std::vector<result::MissInterval>
intervalsOf(const result::Counts &Total, uint32_t Structure,
            const caches::ResidueMisses &Misses, LineFacts Facts) {
  Facts.MostPerTouch = changesPerTouch(Facts.InWindows);
  const caches::ResidueCounts None;
  // Visits are to the first level alone.
  bool IsChosen = false;
  std::vector<result::MissInterval> Result;
  for (size_t L = 0; L != Total.Levels.size(); ++L) {
    const caches::ResidueCounts *Known = Misses.find(Structure, L);
    const caches::ResidueCounts &Counts = Known ? *Known : None;
    if (L == 0)
      IsChosen = hasChosen(Counts, Facts.Bits);
    Facts.HasChosen = IsChosen || allVisited(Facts);
    Result.push_back(Misses.isLeftOut(Structure)
                         ? unknownInterval(Total.Levels[L].Misses, Facts.Bits)
                         : missInterval(Counts, Facts));
    uint64_t Exact = Counts.sum(0);
    if (L != 0)
      limit(Result[L], Result[L - 1], Total.Levels[L].Misses);
    Facts.Visited = 0;
    Facts.Touches = {Exact, Result[L].High - std::min(Exact, Result[L].High)};
    Facts.MostPerTouch = 1;
  }
  return Result;
}

/// Adds the misses of visited lines to \p L. Returns the estimate.
double addVisited(const caches::ResidueCounts &Counts, const LineFacts &Facts,
                  MissLimits &L) {
  VisitedMisses V = visitedMisses(Counts, Facts.Visited);
  auto Steady = double(Counts.steady());
  double Renewed = std::max(V.Estimate - Facts.MostStale, 0.0);
  L.Low += Steady + std::min(V.Low, Renewed);
  L.High += Steady + V.High;
  return Steady + V.Estimate;
}

/// Widens the interval of all structures together by the errors of those of
/// which little is known: errors above half of their misses. These errors are
/// independent: they add up to the root of the sum of squares. The errors of
/// the others are in the spread of all misses.
void widenByStructures(result::Profile &P, size_t Level) {
  double LowSquares = 0, HighSquares = 0, Low = 0, High = 0;
  for (size_t S = 0; S != P.Structures.size(); ++S) {
    result::MissInterval I = P.Lines.ByStructure[S][Level];
    auto Misses = double(P.Structures[S].Total.Levels[Level].Misses);
    double LowError = Misses - double(I.Low),
           HighError = double(I.High) - Misses;
    LowSquares += LowError > Misses / 2 ? LowError * LowError : 0;
    HighSquares += HighError > Misses / 2 ? HighError * HighError : 0;
    Low += double(I.Low);
    High += double(I.High);
  }
  auto Misses = double(P.total().Levels[Level].Misses);
  result::MissInterval &Total = P.Lines.Total[Level];
  Total.Low = std::min(Total.Low,
                       uint64_t(std::max(Misses - std::sqrt(LowSquares), Low)));
  Total.High = std::max(
      Total.High,
      uint64_t(std::ceil(std::min(Misses + std::sqrt(HighSquares), High))));
}

} // namespace

result::MissInterval missInterval(const caches::ResidueCounts &Counts,
                                  const LineFacts &Facts) {
  auto Exact = double(Counts.sum(0));
  MissLimits Sum = {Exact, Exact};
  double Estimate = addVisited(Counts, Facts, Sum);
  double HighByWindows = Sum.High;
  bool AnySeen = Estimate != 0;
  for (unsigned Bits = 1; Bits <= MostSelectBits; ++Bits) {
    ByResidue SeenMisses = inStretch(Counts, Bits);
    double Misses = sumOf(SeenMisses);
    if (Misses == 0 && Facts.Visited != 0)
      continue; // visits have seen the stretch
    MissLimits L =
        Misses != 0 ? limitsOf(Counts, Bits, SeenMisses) : MissLimits();
    AnySeen |= Misses != 0;
    Estimate += std::ldexp(Misses, int(Bits));
    Sum.High += L.High;
    if (Facts.InWindows)
      if (auto Part = chosenPart(*Facts.InWindows, Bits, Misses == 0))
        widenByWindows(L, Misses, *Part);
    Sum.Low += L.Low;
    HighByWindows += L.High;
  }
  double High = Sum.High;
  if (!AnySeen)
    High += mostUnseen(Exact, Facts);
  if (!allVisited(Facts))
    High = std::max(High, Exact + mostElsewhere(Counts, Facts, Estimate));
  double Most = Exact + Facts.MostPerTouch * double(Facts.Touches.SomeChosen);
  High = std::max(High, std::min(HighByWindows, Most));
  return {uint64_t(Sum.Low), uint64_t(std::ceil(High))};
}

void fillLineIntervals(result::Profile &P, const caches::ResidueMisses &Misses,
                       const std::vector<TouchesByChoice> &Touches,
                       const WindowChanges &Windows) {
  result::LineSample &Sample = P.Lines;
  LineFacts Facts = {.Bits = Sample.Stretches.back().Bits};
  Sample.Total.clear();
  Sample.ByStructure.clear();
  ChangeCounts InWindows = Windows.total();
  Facts.InWindows = &InWindows;
  const auto Visited = unsigned(std::popcount(Misses.allVisited()));
  Facts.Visited = Visited;
  if (Visited != 0)
    Facts.MostStale = double(Misses.representedVisits()) *
                      double(P.Caches.Levels[0].sets(SelectLineBytes)) /
                      SelectResidues;
  const result::Counts All = P.total();
  for (const TouchesByChoice &T : Touches)
    Facts.Touches.SomeChosen += T.SomeChosen;
  Facts.MostPerTouch = changesPerTouch(&InWindows);
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
    Sample.Total.push_back(missInterval(Misses.total(L), Facts));
    if (L != 0)
      limit(Sample.Total[L], Sample.Total[L - 1], All.Levels[L].Misses);
    Facts.Visited = 0;
  }
  for (uint32_t S = 0; S != P.Structures.size(); ++S) {
    Facts.Touches = S < Touches.size() ? Touches[S] : TouchesByChoice();
    Facts.InWindows = Windows.find(S);
    Facts.Visited = Visited;
    Sample.ByStructure.push_back(
        intervalsOf(P.Structures[S].Total, S, Misses, Facts));
  }
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
    widenByStructures(P, L);
}

} // namespace memfacet::gauges
