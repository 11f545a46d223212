//===- LineIntervals.cpp - how sure an estimate from some lines is --------===//

#include "analysis/sample/LineIntervals.h"
#include "analysis/sample/PoissonLimits.h"
#include "analysis/sample/StudentQuantile.h"
#include "analysis/sample/VisitIntervals.h"
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

namespace memfacet {

namespace {

constexpr double ResidueCount = SelectResidues;
/// Residues of which the variance says something.
constexpr size_t LeastResidues = 4;
/// Of the truth, half of it, where no stretch had more residues.
constexpr double LeastError = 0.02;
/// Of the truth, what one residue is off by, even if all were equal before.
constexpr double ErrorOfOne = 0.025;
/// Misses have become seldom if they were more than so many times as frequent.
constexpr double SeldomNow = 8;
/// No estimate is taken to be less than a tenth of the truth.
constexpr double MostBelow = 0.9;
/// Events that are expected where none is seen in 5 % of the cases.
constexpr double RuleOfThree = 3;
/// In windows, of which the part in chosen residues says something.
constexpr double LeastChanges = 50;

size_t residues(unsigned Bits) { return SelectResidues >> Bits; }

/// Of one stretch.
struct Seen {
  double Misses = 0;  ///< in its residues
  double Squares = 0; ///< of the differences from their mean, summed up
  size_t Hit = 0;     ///< residues with misses
};

Seen seenIn(const ResidueCounts &Counts, unsigned Bits) {
  Seen Result;
  Result.Misses = double(Counts.sum(Bits));
  double Mean = Result.Misses / double(residues(Bits));
  for (size_t R = 0; R != SelectResidues; ++R) {
    if ((R & lineMask(Bits)) != 0)
      continue;
    Result.Hit += Counts.of(Bits, R) != 0;
    Result.Squares += std::pow(double(Counts.of(Bits, R)) - Mean, 2);
  }
  return Result;
}

/// The mean square of the relative errors that groups of residues like that of
/// \p Bits would have had in the stretch with \p From bits. 0: there was
/// nothing.
double groupError(const ResidueCounts &Counts, unsigned From, unsigned Bits) {
  double All = double(Counts.sum(From)), Sum = 0;
  double Groups = std::exp2(Bits - From);
  if (All == 0)
    return 0;
  std::array<double, SelectResidues> ByGroup = {};
  for (size_t R = 0; R != SelectResidues; ++R)
    ByGroup[R & lineMask(Bits)] += double(Counts.of(From, R));
  for (size_t G = 0; G != SelectResidues; ++G)
    // One of each group stands for it, and was chosen.
    if ((G & ~lineMask(Bits)) == 0 && (G & lineMask(From)) == 0)
      Sum += std::pow(ByGroup[G] * Groups / All - 1, 2);
  return Sum / Groups;
}

/// What stretches with more residues tell of one with \p Bits.
struct Earlier {
  double Squares = 0; ///< mean square of relative errors
  double Excess = 0;  ///< the same, less what chance gives
};

Earlier earlierThan(const ResidueCounts &Counts, unsigned Bits) {
  // Nobody knows: arrays begin and end anywhere.
  Earlier Result = {.Squares = LeastError * LeastError,
                    .Excess = LeastError * LeastError};
  double Most = 0;
  for (unsigned From = 0; From != Bits; ++From) {
    auto Misses = double(Counts.sum(From));
    if (Misses <= Most)
      continue;
    Most = Misses;
    Result.Squares = groupError(Counts, From, Bits);
    double Chance = (std::exp2(Bits - From) - 1) / Misses;
    bool IsRegular = Result.Squares < Chance / 2 && Misses >= ResidueCount;
    Result.Excess =
        IsRegular ? Result.Squares : std::max(Result.Squares - Chance, 0.0);
  }
  return Result;
}

/// How many lines were seen in the stretch with \p Bits, as far as the part of
/// residues without a miss tells, there or where more residues were seen. 0:
/// there are many.
double fewLines(const ResidueCounts &Counts, unsigned Bits) {
  double Most = 0;
  for (unsigned From = 0; From <= Bits; ++From)
    Most = std::max(Most,
                    double(seenIn(Counts, From).Hit) / double(residues(From)));
  auto Residues = double(residues(Bits));
  if (Most < 1)
    return -std::log1p(-Most) * Residues;
  bool IsAlone = Counts.sum(0) == 0 && residues(Bits) < LeastResidues;
  return IsAlone ? Residues : 0;
}

struct Limits {
  double Low = 0, High = 0;

  void widen(double Down, double Up) {
    Low = std::min(Low, Down);
    High = std::max(High, Up);
  }
};

/// Of the misses in the stretch with \p Bits, which has some.
Limits limitsOf(const ResidueCounts &Counts, unsigned Bits, const Seen &S) {
  double Estimate = std::ldexp(S.Misses, int(Bits));
  auto Of = double(residues(Bits));
  Limits Result = {Estimate, Estimate};
  Earlier Before = earlierThan(Counts, Bits);
  double System = Before.Squares;
  if (residues(Bits) >= LeastResidues) {
    System = Before.Excess;
    double Variance = S.Squares / (Of - 1);
    double Error = studentQuantile(residues(Bits) - 1) * ResidueCount *
                   std::sqrt((1 - Of / ResidueCount) * Variance / Of);
    Result.widen(Estimate - Error, Estimate + Error);
  }
  // The truth may be as far from the estimate as that was from the truth.
  double Relative = std::max(2 * std::sqrt(System), ErrorOfOne / std::sqrt(Of));
  Result.widen(Estimate / (1 + Relative),
               Estimate / (1 - std::min(Relative, MostBelow)));
  if (double Lines = fewLines(Counts, Bits); Lines != 0) {
    CountLimits L = poissonLimits(Lines);
    Result.widen(Estimate * L.Low / Lines, Estimate * L.High / Lines);
  }
  Result.Low = std::max(Result.Low, S.Misses);
  return Result;
}

/// The part of changes that are in chosen residues with \p Bits, if it
/// certainly is not one in 2^\p Bits. \p OwnWindows: only those of the stretch
/// count.
std::optional<Limits> chosenPart(const ChangeCounts &C, unsigned Bits,
                                 bool OwnWindows) {
  unsigned First = Bits, Last = Bits;
  if (!OwnWindows && double(C.Changes.sum(Bits)) < LeastChanges)
    First = 1, Last = MostSelectBits;
  double All = 0, Chosen = 0;
  for (unsigned Of = First; Of <= Last; ++Of)
    for (size_t R = 0; R != SelectResidues; ++R) {
      auto Changes = double(C.Changes.of(Of, R));
      All += Changes;
      Chosen += (R & lineMask(Bits)) == 0 ? Changes : 0;
    }
  if (All < LeastChanges)
    return {};
  CountLimits L = poissonLimits(Chosen);
  Limits Part = {L.Low / All, std::min(L.High / All, 1.0)};
  double Expected = std::ldexp(1, -int(Bits));
  if (Part.Low <= Expected && Expected <= Part.High)
    return {};
  return Part;
}

/// \p L, of a stretch in which \p Misses were seen, where \p Part of all
/// changes are.
void widenByWindows(Limits &L, double Misses, const Limits &Part) {
  double Most = Misses != 0 ? Misses : RuleOfThree;
  L.widen(Misses / Part.High, Part.Low > 0
                                  ? Most / Part.Low
                                  : std::numeric_limits<double>::infinity());
}

/// Misses for each access, at most.
double changesPerTouch(const ChangeCounts *C) {
  if (!C || C->Accesses == 0)
    return 1;
  uint64_t Changes = C->Firsts;
  for (unsigned Bits = 1; Bits <= MostSelectBits; ++Bits)
    Changes += C->Changes.sum(Bits);
  return poissonLimits(double(Changes)).High / double(C->Accesses);
}

/// Misses since some lines are left out, if they are twice as frequent as
/// before.
double twiceAsBefore(double Exact, const LineFacts &Facts) {
  double Rate = Facts.Touches.All ? 2 * Exact / double(Facts.Touches.All) : 1;
  return std::min(Rate, 1.0) * double(Facts.Touches.Some);
}

/// Where no miss was seen since some lines are left out.
double mostUnseen(double Exact, const LineFacts &Facts) {
  double Most = std::ldexp(RuleOfThree, int(Facts.Bits));
  if (!Facts.HasChosen)
    Most = std::max(Most, twiceAsBefore(Exact, Facts));
  return std::min(Most, double(Facts.Touches.Some));
}

/// Misses since some lines are left out, at most, if the lines that are chosen
/// up to the end certainly had less than their part while all were. \p
/// Estimate: of those misses.
double mostElsewhere(const ResidueCounts &Counts, const LineFacts &Facts,
                     double Estimate) {
  auto Exact = double(Counts.sum(0));
  double Expected = std::ldexp(Exact, -int(Facts.Bits)), Chosen = 0;
  for (size_t R = 0; R != SelectResidues; ++R)
    if ((R & lineMask(Facts.Bits)) == 0)
      Chosen += double(Counts.of(0, R));
  CountLimits Limits = poissonLimits(Chosen);
  if (Limits.High >= Expected)
    return 0;
  double AsBefore = twiceAsBefore(Exact, Facts);
  if (Limits.Low == 0 || SeldomNow * Estimate < AsBefore)
    return AsBefore;
  // No access misses more than once.
  return std::min(Estimate * Expected / Limits.Low, double(Facts.Touches.Some));
}

/// Whether some lines that missed in \p First, of the first level, are chosen
/// with \p Bits.
bool hasChosen(const ResidueCounts &First, unsigned Bits) {
  if (First.steady() != 0)
    return true;
  for (unsigned Now = 0; Now <= Bits; ++Now)
    for (size_t R = 0; R != SelectResidues; ++R)
      if ((R & lineMask(Bits)) == 0 && First.of(Now, R) != 0)
        return true;
  return false;
}

/// Of a structure of which only the sum of its misses is known.
MissInterval unknownInterval(uint64_t Misses, unsigned Bits) {
  CountLimits L = poissonLimits(std::ldexp(double(Misses), -int(Bits)));
  return {uint64_t(std::ldexp(L.Low, int(Bits))),
          uint64_t(std::ceil(std::ldexp(L.High, int(Bits))))};
}

/// No level misses more than the one before it, unless \p Misses are that many:
/// the first level's are estimated from other lines.
void limit(MissInterval &Interval, const MissInterval &Before,
           uint64_t Misses) {
  Interval.High = std::min(Interval.High, std::max(Before.High, Misses));
}

/// Whether visits came to all residues.
bool allVisited(const LineFacts &Facts) {
  return Facts.Visited != 0 &&
         Facts.Visited + residues(Facts.Bits) >= SelectResidues;
}

/// By level.
std::vector<MissInterval> intervalsOf(const Counts &Total, uint32_t Structure,
                                      const ResidueMisses &Misses,
                                      LineFacts Facts) {
  Facts.MostPerTouch = changesPerTouch(Facts.InWindows);
  const ResidueCounts None;
  std::vector<MissInterval> Result;
  for (size_t L = 0; L != Total.Levels.size(); ++L) {
    const ResidueCounts *Known = Misses.of(Structure, L);
    const ResidueCounts &Its = Known ? *Known : None;
    if (L == 0)
      Facts.HasChosen = allVisited(Facts) || hasChosen(Its, Facts.Bits);
    Result.push_back(Misses.isLeftOut(Structure)
                         ? unknownInterval(Total.Levels[L].Misses, Facts.Bits)
                         : missInterval(Its, Facts));
    uint64_t Exact = Its.sum(0);
    if (L != 0)
      limit(Result[L], Result[L - 1], Total.Levels[L].Misses);
    Facts.Visited = 0;
    Facts.Touches = {Exact, Result[L].High - std::min(Exact, Result[L].High)};
    Facts.MostPerTouch = 1;
  }
  return Result;
}

/// Adds what visits tell to \p L. Returns the estimate.
double addVisited(const ResidueCounts &Counts, const LineFacts &Facts,
                  Limits &L) {
  VisitedMisses V = visitedMisses(Counts, Facts.Visited);
  auto Steady = double(Counts.steady());
  L.Low += Steady + V.Low;
  L.High += Steady + V.High;
  return Steady + V.Estimate;
}

/// All structures together are no surer than those of which little is known, by
/// half of their misses or less: these errors add up as those that know nothing
/// of one another do, to the root of the sum of squares. What the others differ
/// by is in the spread of all misses.
void widenByStructures(Profile &P, size_t Level) {
  double Down = 0, Up = 0, Low = 0, High = 0;
  for (size_t S = 0; S != P.Structures.size(); ++S) {
    MissInterval I = P.Lines.ByStructure[S][Level];
    auto Misses = double(P.Structures[S].Total.Levels[Level].Misses);
    double Below = Misses - double(I.Low), Above = double(I.High) - Misses;
    Down += Below > Misses / 2 ? Below * Below : 0;
    Up += Above > Misses / 2 ? Above * Above : 0;
    Low += double(I.Low);
    High += double(I.High);
  }
  auto Misses = double(P.total().Levels[Level].Misses);
  MissInterval &Total = P.Lines.Total[Level];
  Total.Low =
      std::min(Total.Low, uint64_t(std::max(Misses - std::sqrt(Down), Low)));
  Total.High = std::max(
      Total.High, uint64_t(std::ceil(std::min(Misses + std::sqrt(Up), High))));
}

} // namespace

MissInterval missInterval(const ResidueCounts &Counts, const LineFacts &Facts) {
  auto Exact = double(Counts.sum(0));
  Limits Sum = {Exact, Exact};
  double Estimate = addVisited(Counts, Facts, Sum);
  double HighByWindows = Sum.High;
  bool AnySeen = Estimate != 0;
  for (unsigned Bits = 1; Bits <= MostSelectBits; ++Bits) {
    Seen S = seenIn(Counts, Bits);
    if (S.Misses == 0 && Facts.Visited != 0)
      continue; // visits have seen the stretch
    Limits L = S.Misses != 0 ? limitsOf(Counts, Bits, S) : Limits();
    AnySeen |= S.Misses != 0;
    Estimate += std::ldexp(S.Misses, int(Bits));
    Sum.High += L.High;
    if (Facts.InWindows)
      if (auto Part = chosenPart(*Facts.InWindows, Bits, S.Misses == 0))
        widenByWindows(L, S.Misses, *Part);
    Sum.Low += L.Low;
    HighByWindows += L.High;
  }
  double High = Sum.High;
  if (!AnySeen)
    High += mostUnseen(Exact, Facts);
  if (!allVisited(Facts))
    High = std::max(High, Exact + mostElsewhere(Counts, Facts, Estimate));
  double Most = Exact + Facts.MostPerTouch * double(Facts.Touches.Some);
  High = std::max(High, std::min(HighByWindows, Most));
  return {uint64_t(Sum.Low), uint64_t(std::ceil(High))};
}

void fillLineIntervals(Profile &P, const ResidueMisses &Misses,
                       const std::vector<TouchesByChoice> &Touches,
                       const WindowChanges &Windows) {
  LineSample &To = P.Lines;
  LineFacts Facts = {.Bits = To.Stretches.back().Bits};
  To.Total.clear();
  To.ByStructure.clear();
  ChangeCounts InWindows = Windows.total();
  Facts.InWindows = &InWindows;
  const auto Visited = unsigned(std::popcount(Misses.allVisited()));
  Facts.Visited = Visited;
  const Counts All = P.total();
  for (const TouchesByChoice &T : Touches)
    Facts.Touches.Some += T.Some;
  Facts.MostPerTouch = changesPerTouch(&InWindows);
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L) {
    To.Total.push_back(missInterval(Misses.total(L), Facts));
    if (L != 0)
      limit(To.Total[L], To.Total[L - 1], All.Levels[L].Misses);
    Facts.Visited = 0;
  }
  for (uint32_t S = 0; S != P.Structures.size(); ++S) {
    Facts.Touches = S < Touches.size() ? Touches[S] : TouchesByChoice();
    Facts.InWindows = Windows.of(S);
    Facts.Visited = Visited;
    To.ByStructure.push_back(
        intervalsOf(P.Structures[S].Total, S, Misses, Facts));
  }
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
    widenByStructures(P, L);
}

} // namespace memfacet
