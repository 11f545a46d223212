//===- LineIntervals.cpp - how sure an estimate from some lines is --------===//

#include "analysis/sample/LineIntervals.h"
#include "analysis/sample/PoissonLimits.h"
#include "analysis/sample/RatioEstimate.h"
#include <algorithm>
#include <cmath>

namespace memfacet {

namespace {

constexpr double AllResidues = SelectResidues;
/// Residues of which the variance says something.
constexpr size_t LeastResidues = 4;
/// In as many residues, a structure has many lines.
constexpr size_t ManyResidues = 16;
/// Events that are expected where none is seen in 5 % of the cases.
constexpr double RuleOfThree = 3;

/// Of one stretch.
struct Seen {
  double Misses = 0;  ///< in its residues
  double Squares = 0; ///< of the differences from their mean, summed up
  size_t Hit = 0;     ///< residues with misses
};

Seen seenIn(const ResidueCounts &Counts, unsigned Bits) {
  Seen Result;
  size_t Residues = ResidueCounts::residues(Bits);
  for (size_t R = 0; R != Residues; ++R) {
    Result.Misses += double(Counts.of(Bits, R));
    Result.Hit += Counts.of(Bits, R) != 0;
  }
  double Mean = Result.Misses / double(Residues);
  for (size_t R = 0; R != Residues; ++R)
    Result.Squares += std::pow(double(Counts.of(Bits, R)) - Mean, 2);
  return Result;
}

/// The mean square of the relative errors that the classes of residues modulo
/// 2^\p Bits would have had in the stretch with \p From bits. 0: there was
/// nothing.
double classError(const ResidueCounts &Counts, unsigned From, unsigned Bits) {
  size_t Residues = ResidueCounts::residues(From),
         Classes = size_t(1) << (Bits - From);
  double All = seenIn(Counts, From).Misses, Sum = 0;
  if (All == 0)
    return 0;
  for (size_t Class = 0; Class != Classes; ++Class) {
    double Of = 0;
    for (size_t R = Class; R < Residues; R += Classes)
      Of += double(Counts.of(From, R));
    Sum += std::pow(Of * double(Classes) / All - 1, 2);
  }
  return Sum / double(Classes);
}

/// What earlier stretches tell of one with \p Bits.
struct Earlier {
  double Squares = 0; ///< mean square of relative errors
  double Excess = 0;  ///< the same, less what chance gives
  bool Known = false; ///< there is such a stretch with misses
  size_t Hit = 0;     ///< most residues with misses
};

Earlier earlierThan(const ResidueCounts &Counts, unsigned Bits) {
  Earlier Result;
  double Most = 0;
  for (unsigned From = 0; From != Bits; ++From) {
    Seen S = seenIn(Counts, From);
    Result.Hit = std::max(Result.Hit, S.Hit << From);
    if (S.Misses <= Most)
      continue;
    Most = S.Misses;
    Result.Known = true;
    Result.Squares = classError(Counts, From, Bits);
    double Chance = (std::exp2(Bits - From) - 1) / S.Misses;
    Result.Excess = std::max(Result.Squares - Chance, 0.0);
  }
  return Result;
}

struct Limits {
  double Low = 0, High = 0;
};

/// Of the misses in the stretch with \p Bits, which has some.
Limits limitsOf(const ResidueCounts &Counts, unsigned Bits, const Seen &S) {
  size_t Residues = ResidueCounts::residues(Bits);
  double Estimate = std::ldexp(S.Misses, int(Bits));
  Earlier Before = earlierThan(Counts, Bits);
  double Error = 0;
  if (Residues >= LeastResidues) {
    double N = AllResidues, Of = double(Residues);
    double Variance = S.Squares / (Of - 1);
    Error = studentQuantile(Residues - 1) * N *
            std::sqrt((1 - Of / N) * Variance / Of);
    Error = std::max(Error, 2 * std::sqrt(Before.Excess) * Estimate);
  } else {
    Error = 2 * std::sqrt(Before.Squares) * Estimate;
  }
  Limits Result = {Estimate - Error, Estimate + Error};
  bool IsWide = Before.Hit >= ManyResidues;
  if (S.Hit < LeastResidues && !IsWide) {
    CountLimits Lines = poissonLimits(double(S.Hit));
    double OfOne = Estimate / double(S.Hit);
    Result.Low = std::min(Result.Low, Lines.Low * OfOne);
    Result.High = std::max(Result.High, Lines.High * OfOne);
  }
  Result.Low = std::max(Result.Low, S.Misses);
  return Result;
}

/// Where no miss was seen since some lines are left out.
double mostUnseen(double Exact, const LineFacts &Facts) {
  auto Touches = double(Facts.Touches.Some);
  double OfChosen = std::ldexp(RuleOfThree, int(Facts.Bits));
  double Rate = Facts.Touches.All
                    ? std::min(Exact / double(Facts.Touches.All), 1.0)
                    : 1;
  double Most = Facts.HasChosen ? OfChosen
                                : std::max(OfChosen, 2 * Rate * Touches);
  return std::min(Most, Touches);
}

/// Whether some lines that missed in \p First, of the first level, are chosen
/// with \p Bits.
bool hasChosen(const ResidueCounts &First, unsigned Bits) {
  for (unsigned Now = 0; Now <= Bits; ++Now)
    for (size_t R = 0; R < ResidueCounts::residues(Now);
         R += size_t(1) << (Bits - Now))
      if (First.of(Now, R) != 0)
        return true;
  return false;
}

/// Of a structure of which only the sum of its misses is known.
MissInterval unknownInterval(uint64_t Misses, unsigned Bits) {
  CountLimits L = poissonLimits(std::ldexp(double(Misses), -int(Bits)));
  return {uint64_t(std::ldexp(L.Low, int(Bits))),
          uint64_t(std::ceil(std::ldexp(L.High, int(Bits))))};
}

/// By level.
std::vector<MissInterval> intervalsOf(const Counts &Total, uint32_t Structure,
                                      const ResidueMisses &Misses,
                                      LineFacts Facts) {
  const ResidueCounts None;
  std::vector<MissInterval> Result;
  for (size_t L = 0; L != Total.Levels.size(); ++L) {
    const ResidueCounts *Known = Misses.of(Structure, L);
    const ResidueCounts &Its = Known ? *Known : None;
    if (L == 0)
      Facts.HasChosen = hasChosen(Its, Facts.Bits);
    Result.push_back(Misses.isLeftOut(Structure)
                         ? unknownInterval(Total.Levels[L].Misses, Facts.Bits)
                         : missInterval(Its, Facts));
    uint64_t Exact = Its.sum(0);
    if (L != 0)
      Result[L].High = std::min(Result[L].High, Result[L - 1].High);
    Facts.Touches = {Exact, Result[L].High - std::min(Exact, Result[L].High)};
  }
  return Result;
}

} // namespace

MissInterval missInterval(const ResidueCounts &Counts, const LineFacts &Facts) {
  auto Exact = double(Counts.sum(0));
  Limits Sum = {Exact, Exact};
  bool AnySeen = false;
  for (unsigned Bits = 1; Bits <= MostSelectBits; ++Bits) {
    Seen S = seenIn(Counts, Bits);
    if (S.Misses == 0)
      continue;
    Limits L = limitsOf(Counts, Bits, S);
    Sum.Low += L.Low;
    Sum.High += L.High;
    AnySeen = true;
  }
  if (!AnySeen)
    Sum.High += mostUnseen(Exact, Facts);
  return {uint64_t(Sum.Low), uint64_t(std::ceil(Sum.High))};
}

void fillLineIntervals(Profile &P, const ResidueMisses &Misses,
                       const std::vector<TouchesByChoice> &Touches) {
  LineSample &To = P.Lines;
  LineFacts Facts = {.Bits = To.Stretches.back().Bits};
  To.Total.clear();
  To.ByStructure.clear();
  for (size_t L = 0; L != P.Caches.Levels.size(); ++L)
    To.Total.push_back(missInterval(Misses.total(L), Facts));
  for (uint32_t S = 0; S != P.Structures.size(); ++S) {
    Facts.Touches = S < Touches.size() ? Touches[S] : TouchesByChoice();
    To.ByStructure.push_back(
        intervalsOf(P.Structures[S].Total, S, Misses, Facts));
  }
}

} // namespace memfacet
