//===- LineCohorts.cpp - misses of lines that are not followed ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/LineCohorts.h"
#include "memfacet/Check.h"
#include "memfacet/LineMoves.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace memfacet::threads {

void LineCohorts::FollowedLines::add(double LineBase, double LineMoved) {
  Lines += 1;
  Base += LineBase, BaseSquares += LineBase * LineBase;
  Moved += LineMoved, MovedSquares += LineMoved * LineMoved;
  Products += LineBase * LineMoved;
}

/// Counts another miss in the base of a line, which was \p LineBase.
void LineCohorts::FollowedLines::growBase(uint64_t LineBase) {
  Lines += LineBase == 0 ? 1 : 0;
  Base += 1, BaseSquares += double(2 * LineBase + 1);
}

LineCohorts::FollowedLines &
LineCohorts::FollowedLines::operator+=(const FollowedLines &O) {
  Lines += O.Lines, Base += O.Base, BaseSquares += O.BaseSquares;
  Moved += O.Moved, MovedSquares += O.MovedSquares, Products += O.Products;
  return *this;
}

/// Returns the standard deviation of \p Growth, the ratio of Moved to Base. A
/// few lines tell little of how much others differ, and a base of few misses
/// may have ended before the next miss or after it.
double LineCohorts::FollowedLines::deviation(double Growth) const {
  constexpr double FewLines = 4, SpreadOfFew = 0.5, SpreadOfEnd = 0.4;
  double Residuals =
      MovedSquares - 2 * Growth * Products + Growth * Growth * BaseSquares;
  double Measured = std::hypot(std::sqrt(std::max(Residuals, 0.0)) / Base,
                               SpreadOfEnd * Growth * Lines / Base);
  if (Lines >= FewLines)
    return Measured;
  return std::max(Measured, SpreadOfFew * Growth / std::sqrt(Lines));
}

LineCohorts::Cohort &LineCohorts::cohortOf(uint32_t Structure, unsigned Born) {
  auto [Entry, IsNew] =
      CohortNumbers.try_emplace({Structure, Born}, uint32_t(Cohorts.size()));
  if (IsNew) {
    Cohort &C = Cohorts.emplace_back();
    C.Structure = Structure, C.Bits = Born;
    C.Begin = C.End = Now;
  }
  return Cohorts[Entry->second];
}

LineCohorts::LineCount &LineCohorts::lineOf(uint64_t Line, uint32_t Structure,
                                            unsigned Born) {
  auto [Entry, IsNew] =
      LineNumbers[Structure].try_emplace(Line, uint32_t(Lines.size()));
  if (IsNew) {
    Cohort &C = cohortOf(Structure, Born);
    C.Lines.push_back(uint32_t(Lines.size()));
    Lines.push_back({Line, uint32_t(&C - Cohorts.data())});
  }
  return Lines[Entry->second];
}

bool LineCohorts::isChosen(const LineCount &L) const {
  return (selectResidue(L.Number) & lineMask(Bits)) == 0;
}

/// Counts a miss of \p L in the stretch in which its cohort was first missed.
void LineCohorts::addToBase(Cohort &C, LineCount &L) {
  C.Base += 1;
  C.BaseSquares += double(2 * L.Base + 1);
  // The stretch is over.
  if (C.Bits != Bits && isChosen(L))
    C.Chosen.growBase(L.Base);
  ++L.Base;
}

void LineCohorts::add(uint64_t Line, uint32_t Structure, unsigned MoveBits,
                      bool IsWatched) {
  MEMFACET_CHECK(!IsWatched || MoveBits == 0, "a watched line is one line");
  if (MoveBits > Bits)
    changeBits(MoveBits);
  LineCount &L = lineOf(Line, Structure, IsWatched ? Watched : MoveBits);
  Cohort &C = Cohorts[L.Cohort];
  ++C.SeenMisses;
  if (C.Bits == Watched || (C.Bits == Bits && IsWatched))
    C.Exact += 1;
  else if (C.Bits == MoveBits && !IsWatched)
    addToBase(C, L);
  else if (MoveBits < Bits && !IsWatched)
    C.Growth += std::ldexp(1.0, int(MoveBits)); // missed in an earlier stretch
  else if (++L.Moved == 1)
    Moved.push_back(uint32_t(&L - Lines.data()));
}

void LineCohorts::advance(uint64_t Instructions, unsigned NextBits) {
  Now += Instructions;
  if (NextBits > Bits)
    changeBits(NextBits);
  else if (Now - SegmentBegin >= SegmentInstructions)
    endSegment();
}

/// Ends the stretch.
void LineCohorts::changeBits(unsigned NextBits) {
  MEMFACET_CHECK(NextBits > Bits && NextBits <= MostSelectBits,
                 "ever fewer lines are chosen");
  endSegment();
  if (Bits == 0)
    findQuiet();
  for (Cohort &C : Cohorts)
    if (C.Bits == Bits)
      C.End = Now;
  Bits = NextBits;
  for (Cohort &C : Cohorts) {
    C.Chosen = {};
    for (uint32_t Number : C.Lines)
      if (isChosen(Lines[Number]))
        C.Chosen.add(double(Lines[Number].Base), 0);
  }
}

/// Finds cohorts with lines that the program surely watches when it chooses
/// fewer, as these have most misses (runtime/sharing/WatchedLines.h).
void LineCohorts::findQuiet() {
  std::vector<uint64_t> Bases = {0};
  uint64_t All = 0;
  for (const LineCount &L : Lines)
    Bases.push_back(L.Base), All += L.Base;
  std::ranges::sort(Bases, std::greater());
  uint64_t Least =
      std::max({uint64_t(LeastWatchedMisses), All / LeastWatchedPart + 1,
                Bases[std::min<size_t>(MostWatchedLines, Bases.size()) - 1]});
  for (const LineCount &L : Lines)
    if (L.Base >= Least)
      Cohorts[L.Cohort].IsQuiet = true;
}

void LineCohorts::endSegment() {
  for (uint32_t Number : Moved) {
    LineCount &L = Lines[Number];
    Cohort &C = Cohorts[L.Cohort];
    (isChosen(L) ? C.ChosenNow : C.WatchedNow)
        .add(double(L.Base), double(L.Moved));
    L.Moved = 0;
  }
  Moved.clear();
  for (Cohort &C : Cohorts)
    if (C.Bits < Bits)
      grow(C, double(Now - SegmentBegin));
  SegmentBegin = Now;
}

/// Returns the part of the misses of other lines by which they may differ from
/// those of \p Chosen lines, if the program goes over to other lines. It would
/// hardly leave out most of many chosen ones: twice the relative deviation of
/// that many counts.
static double mostShift(double Chosen) {
  constexpr double Deviations = 2;
  return Chosen == 0 ? 1 : std::min(1.0, Deviations / std::sqrt(Chosen));
}

/// Adds what the lines of \p C were missed in a segment of \p Duration
/// instructions.
void LineCohorts::grow(Cohort &C, double Duration) const {
  // Watched lines tell of others if they have a fair part of the base.
  constexpr double FairPart = 1.0 / 32, LeastBase = 64;
  constexpr double MostSkew = 8;
  FollowedLines Chosen = std::exchange(C.ChosenNow, {});
  FollowedLines Single = std::exchange(C.WatchedNow, {});
  C.Growth += C.weight() * Chosen.Moved;
  C.Exact += Single.Moved;
  double Rest = C.weight() * (C.Base - C.Chosen.Base - Single.Base);
  if (Rest <= 0)
    return;
  FollowedLines Sample = C.Chosen;
  Sample.Moved = Chosen.Moved;
  Sample.MovedSquares = Chosen.MovedSquares, Sample.Products = Chosen.Products;
  if (Single.Base >= std::max(FairPart * C.Base, LeastBase))
    Sample += Single;
  if (Sample.Base == 0) {
    auto Stretch = double(std::max(C.End - C.Begin, SegmentInstructions));
    C.Unknown += C.IsQuiet ? 0 : Rest * Duration / Stretch;
    return;
  }
  double Expected = C.Base / double(uint64_t(1) << (Bits - C.Bits));
  double Ratio = Sample.Moved / Sample.Base;
  double Growth = Sample.Moved / std::max(Sample.Base, Expected / 2);
  C.Growth += Rest * Growth;
  C.Guessed += Rest * Growth * mostShift(C.Chosen.Lines);
  C.Spread += Rest * Sample.deviation(Growth);
  if (Sample.Moved == 0) {
    // None of a few lines moved. Of others, up to three in that number may have
    // moved as before, with 95 %.
    constexpr double MostOfNone = 3;
    auto Stretch = double(std::max(C.End - C.Begin, SegmentInstructions));
    C.Unknown +=
        Rest * std::min(MostOfNone / Sample.Lines, 1.0) * Duration / Stretch;
  }
  C.Unknown += Rest * std::min(Ratio - Growth, MostSkew * Growth);
}

std::map<uint32_t, LostEstimate> LineCohorts::estimates() const {
  constexpr double MostUnfound = 2;
  LineCohorts Whole = *this;
  Whole.endSegment();
  struct Sum {
    double SeenMisses = 0, Value = 0, Variance = 0, Unknown = 0, Guessed = 0;
  };
  std::map<uint32_t, Sum> Sums;
  for (const Cohort &C : Whole.Cohorts) {
    Sum &S = Sums[C.Structure];
    double Weight = C.Bits == Watched ? 1 : C.weight();
    double Sampled = Weight * C.Base + C.Growth;
    S.SeenMisses += double(C.SeenMisses);
    S.Value += Sampled + C.Exact;
    S.Unknown += C.Unknown;
    S.Guessed += C.Guessed;
    // Other lines of the structure were perhaps not found.
    if (C.Bits == Watched)
      S.Unknown += MostUnfound * C.Exact;
    S.Variance += C.Spread * C.Spread;
    // A later miss is as uncertain as the base (MoveTally.h).
    if (C.Base > 0)
      S.Variance +=
          (1 - 1 / Weight) * C.BaseSquares * std::pow(Sampled / C.Base, 2);
  }
  constexpr double Sigmas = 1.96;
  // Lines that are not followed may be missed less than those that are, or not
  // at all any more, or more often.
  constexpr double MostMore = 0.5;
  std::map<uint32_t, LostEstimate> Result;
  for (const auto &[Structure, S] : Sums) {
    double Half = Sigmas * std::sqrt(S.Variance);
    Result[Structure] = {S.Value,
                         std::max(S.SeenMisses, S.Value - Half - S.Guessed),
                         S.Value + Half + S.Unknown + MostMore * S.Guessed};
  }
  return Result;
}

/// The lines that are chosen stay known.
void LineCohorts::forgetCounts() {
  unsigned Previous = Bits;
  *this = {};
  Bits = Previous;
}

} // namespace memfacet::threads
