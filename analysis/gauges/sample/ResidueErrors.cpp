//===- ResidueErrors.cpp - the errors of chosen residues ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/sample/ResidueErrors.h"
#include "analysis/gauges/sample/StudentQuantile.h"
#include <cmath>
#include <limits>

namespace memfacet::gauges {

namespace {

/// The least residues whose variance is meaningful.
constexpr size_t EnoughResidues = 4;
/// Half of the least error, relative to the truth, where no stretch had more
/// residues.
constexpr double LeastError = 0.02;
/// The error of one residue, relative to the truth, even if all were equal
/// before.
constexpr double ErrorOfOne = 0.025;
/// No estimate is taken to be less than a tenth of the truth.
constexpr double MostBelow = 0.9;
/// The least changes in windows whose part in chosen residues is meaningful.
constexpr double LeastChanges = 50;

/// Returns the sum of the squares of the differences from the mean.
double squaresOf(const ByResidue &Counts, unsigned Bits) {
  double Mean = sumOf(Counts) / double(SelectResidues >> Bits), Squares = 0;
  for (size_t R = 0; R != SelectResidues; ++R)
    if ((R & lineMask(Bits)) == 0)
      Squares += std::pow(Counts[R] - Mean, 2);
  return Squares;
}

/// Returns the mean square of the relative errors that groups of residues like
/// that of \p Bits would have had in the stretch with \p StretchBits bits, in
/// which \p Counts, not all 0, were seen.
double groupError(const ByResidue &Counts, unsigned StretchBits,
                  unsigned Bits) {
  double All = sumOf(Counts), Sum = 0, Groups = std::exp2(Bits - StretchBits);
  ByResidue ByGroup = {};
  for (size_t R = 0; R != SelectResidues; ++R)
    ByGroup[R & lineMask(Bits)] += Counts[R];
  for (size_t G = 0; G != SelectResidues; ++G)
    // One residue, which was chosen, stands for each group.
    if ((G & ~lineMask(Bits)) == 0 && (G & lineMask(StretchBits)) == 0)
      Sum += std::pow(ByGroup[G] * Groups / All - 1, 2);
  return Sum / Groups;
}

/// The errors of a stretch as stretches with more residues show them.
struct GroupErrors {
  double Squares = 0;     ///< mean square of relative errors
  double Excess = 0;      ///< the same, less what chance gives
  bool IsRegular = false; ///< chance would give more
};

GroupErrors groupErrors(std::span<const ByResidue> EarlierCounts,
                        unsigned Bits) {
  // The error is not known, because arrays begin and end anywhere.
  GroupErrors Result = {.Squares = LeastError * LeastError,
                        .Excess = LeastError * LeastError};
  double Most = 0;
  for (unsigned StretchBits = 0; StretchBits != EarlierCounts.size();
       ++StretchBits) {
    double Misses = sumOf(EarlierCounts[StretchBits]);
    if (Misses <= Most)
      continue;
    Most = Misses;
    Result.Squares = groupError(EarlierCounts[StretchBits], StretchBits, Bits);
    double Chance = (std::exp2(Bits - StretchBits) - 1) / Misses;
    Result.IsRegular = Result.Squares < Chance / 2 && Misses >= SelectResidues;
    Result.Excess = Result.IsRegular ? Result.Squares
                                     : std::max(Result.Squares - Chance, 0.0);
  }
  return Result;
}

/// Returns the mean square of the relative errors in a stretch in which \p
/// Misses, not 0, were seen. Chance gives one in Misses; where it has no part,
/// rows that begin and end anywhere give one miss more or less.
double squareOfFewMisses(const GroupErrors &Known, double Misses,
                         unsigned Bits) {
  double Chance = Known.IsRegular ? 1 / Misses : 1 - std::exp2(-double(Bits));
  return Known.Excess + Chance / Misses;
}

} // namespace

double sumOf(const ByResidue &Counts) {
  double Sum = 0;
  for (double Count : Counts)
    Sum += Count;
  return Sum;
}

size_t residuesIn(const ByResidue &Counts) {
  return size_t(std::ranges::count_if(Counts, [](double C) { return C != 0; }));
}

MissLimits residueLimits(const ByResidue &Counts, unsigned Bits,
                         std::span<const ByResidue> EarlierCounts,
                         double Lines) {
  double Estimate = std::ldexp(sumOf(Counts), int(Bits));
  const size_t Residues = SelectResidues >> Bits;
  const auto ResidueCount = double(Residues);
  MissLimits Result = {Estimate, Estimate};
  GroupErrors Known = groupErrors(EarlierCounts, Bits);
  double System =
      std::max(Known.Squares, squareOfFewMisses(Known, sumOf(Counts), Bits));
  if (Residues >= EnoughResidues) {
    System = Known.Excess;
    double Variance = squaresOf(Counts, Bits) / (ResidueCount - 1);
    double Error = studentQuantile(Residues - 1) * SelectResidues *
                   std::sqrt((1 - ResidueCount / SelectResidues) * Variance /
                             ResidueCount);
    Result.widen(Estimate - Error, Estimate + Error);
  }
  // The truth may be as far from the estimate as the estimate is from the
  // truth.
  double Relative =
      std::max(2 * std::sqrt(System), ErrorOfOne / std::sqrt(ResidueCount));
  Result.widen(Estimate / (1 + Relative),
               Estimate / (1 - std::min(Relative, MostBelow)));
  if (Lines != 0) {
    CountLimits L = poissonLimits(Lines);
    Result.widen(Estimate * L.Low / Lines, Estimate * L.High / Lines);
  }
  Result.Low = std::max(Result.Low, 0.0);
  return Result;
}

std::optional<MissLimits> chosenPart(const ChangeCounts &C, unsigned Bits,
                                     bool OwnWindows) {
  unsigned First = Bits, Last = Bits;
  if (!OwnWindows && double(C.Changes.sum(Bits)) < LeastChanges)
    First = 1, Last = MostSelectBits;
  double All = 0, Chosen = 0;
  for (unsigned StretchBits = First; StretchBits <= Last; ++StretchBits)
    for (size_t R = 0; R != SelectResidues; ++R) {
      auto Changes = double(C.Changes.count(StretchBits, R));
      All += Changes;
      Chosen += (R & lineMask(Bits)) == 0 ? Changes : 0;
    }
  if (All < LeastChanges)
    return {};
  CountLimits L = poissonLimits(Chosen);
  MissLimits Part = {L.Low / All, std::min(L.High / All, 1.0)};
  double Expected = std::ldexp(1, -int(Bits));
  if (Part.Low <= Expected && Expected <= Part.High)
    return {};
  return Part;
}

double changesPerTouch(const ChangeCounts *C) {
  if (!C || C->Accesses == 0)
    return 1;
  uint64_t Changes = C->Firsts;
  for (unsigned Bits = 1; Bits <= MostSelectBits; ++Bits)
    Changes += C->Changes.sum(Bits);
  return poissonLimits(double(Changes)).High / double(C->Accesses);
}

void widenByWindows(MissLimits &L, double Misses, const MissLimits &Part) {
  double Most = Misses != 0 ? Misses : RuleOfThree;
  L.widen(Misses / Part.High, Part.Low > 0
                                  ? Most / Part.Low
                                  : std::numeric_limits<double>::infinity());
}

} // namespace memfacet::gauges
