//===- CurveSample.cpp - miss curves from chosen lines --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/gauges/sample/CurveSample.h"
#include "analysis/gauges/sample/ResidueErrors.h"
#include <algorithm>
#include <cmath>

namespace memfacet::gauges {

namespace {

constexpr size_t Stretches = MostSelectBits + 1;

/// The numbers of lines in between that a touch may have, by bucket of its
/// distance.
struct DistanceLimits {
  std::vector<double> Low, High;

  DistanceLimits(unsigned Bits, bool Drops) {
    double Unknown = Drops ? SelectResidues : 0, Scale = std::exp2(Bits);
    for (size_t B = 0; B != result::DistanceBuckets; ++B) {
      auto First = double(result::bucketBegin(B)),
           Last = double(result::bucketBegin(B + 1) - 1);
      if (Bits != 0) {
        First = poissonLimits(std::floor(First / Scale)).Low * Scale;
        Last = poissonLimits(std::floor(Last / Scale)).High * Scale + Scale;
      }
      Low.push_back(First - Unknown);
      High.push_back(Last + Unknown);
    }
  }
};

/// DistanceLimits by number of bits.
class AllDistanceLimits {
public:
  explicit AllDistanceLimits(bool Drops) {
    for (unsigned Bits = 0; Bits != Stretches; ++Bits)
      PerBits.emplace_back(Bits, Drops);
  }
  /// Returns the first bucket whose touches certainly miss in a cache of \p
  /// Lines, and the first one whose touches may miss.
  std::pair<size_t, size_t> missing(unsigned Bits, double Lines) const {
    const DistanceLimits &L = PerBits[Bits];
    return {size_t(std::ranges::lower_bound(L.Low, Lines) - L.Low.begin()),
            size_t(std::ranges::lower_bound(L.High, Lines) - L.High.begin())};
  }

private:
  std::vector<DistanceLimits> PerBits;
};

/// The touches of one structure, or of all.
class CurveCounts {
public:
  explicit CurveCounts(std::span<const SpatialRow> Rows, unsigned LastBits) {
    size_t Used = 0;
    for (const SpatialRow &R : Rows)
      if (R.Bucket != SpatialRow::Compulsory)
        Used = std::max(Used, R.Bucket + 1);
    IsUsed.resize(Used);
    for (const SpatialRow &R : Rows)
      add(R, LastBits);
    for (auto &ByBucket : AtLeast)
      for (size_t B = ByBucket.empty() ? 0 : ByBucket.size() - 1; B-- != 0;)
        for (size_t R = 0; R != SelectResidues; ++R)
          ByBucket[B][R] += ByBucket[B + 1][R];
  }

  bool has(unsigned Bits) const { return !AtLeast[Bits].empty(); }
  /// Returns the misses by residue if \p Bucket and all buckets after it miss.
  const ByResidue &atLeast(unsigned Bits, size_t Bucket) const {
    static const ByResidue None = {};
    return has(Bits) ? AtLeast[Bits][used(Bucket)] : None;
  }
  /// Returns the first bucket from \p Bucket on with a touch, or the one after
  /// all.
  size_t used(size_t Bucket) const {
    while (Bucket < IsUsed.size() && !IsUsed[Bucket])
      ++Bucket;
    return std::min(Bucket, IsUsed.size());
  }
  size_t end() const { return IsUsed.size(); }
  /// Returns the number of lines seen that are chosen with \p Bits.
  double lines(unsigned Bits) const {
    double Sum = 0;
    for (size_t R = 0; R != SelectResidues; ++R)
      if ((R & lineMask(Bits)) == 0)
        Sum += Lines[R];
    return Sum;
  }
  /// Returns whether one of these lines is chosen up to the end.
  bool hasChosen() const { return HasChosen; }

private:
  void add(const SpatialRow &R, unsigned LastBits) {
    auto &ByBucket = AtLeast[R.Bits];
    ByBucket.resize(IsUsed.size() + 1);
    bool IsFirst = R.Bucket == SpatialRow::Compulsory;
    ByBucket[IsFirst ? IsUsed.size() : R.Bucket][R.Residue] +=
        double(R.Touches);
    HasChosen |= (R.Residue & lineMask(LastBits)) == 0;
    if (IsFirst)
      Lines[R.Residue] += double(R.Touches);
    else
      IsUsed[R.Bucket] = true;
  }

  std::array<std::vector<ByResidue>, Stretches> AtLeast;
  std::vector<bool> IsUsed; ///< by bucket
  ByResidue Lines = {};     ///< by residue
  bool HasChosen = false;
};

/// The facts about the touches of one structure, or of all together.
struct TouchFacts {
  double Touches = 0, AllChosen = 0;
  double Most = 0; ///< touches, at most
  const ChangeCounts *InWindows = nullptr;
  bool IsSampled = true;
};

class IntervalEstimator {
public:
  IntervalEstimator(const CurveCounts &Counts,
                    const AllDistanceLimits &Distances, const TouchFacts &Facts,
                    unsigned LastBits)
      : Counts(Counts), Distances(Distances), Facts(Facts), LastBits(LastBits) {
  }

  result::CurveIntervals all() const {
    result::CurveIntervals Result;
    MissLimits Known;
    for (std::vector<size_t> OldBuckets, Buckets;;
         OldBuckets = std::move(Buckets)) {
      Buckets = bucketsAt(Result.size());
      if (Buckets != OldBuckets)
        Known = limitsAt(Result.size());
      Result.push_back({uint64_t(std::clamp(Known.Low, 0.0, Facts.Touches)),
                        uint64_t(std::min(std::ceil(Known.High), Facts.Most))});
      if (std::ranges::all_of(Buckets,
                              [&](size_t B) { return B == Counts.end(); }))
        return Result;
    }
  }

private:
  /// Takes the place of a bucket: touches at distance 0 may miss, too.
  static constexpr size_t FromZero = ~size_t(0);

  /// Returns the buckets that the interval at \p Bucket depends on.
  std::vector<size_t> bucketsAt(size_t Bucket) const {
    auto Lines = double(result::bucketBegin(Bucket));
    std::vector<size_t> Result = {Counts.used(Bucket)};
    for (unsigned Bits = 0; Bits <= LastBits; ++Bits) {
      auto [Surely, Maybe] = Distances.missing(Bits, Lines);
      Result.push_back(Counts.used(Surely));
      Result.push_back(Maybe == 0 ? FromZero : Counts.used(Maybe));
    }
    return Result;
  }

  MissLimits limitsAt(size_t Bucket) const {
    auto Lines = double(result::bucketBegin(Bucket));
    if (Bucket == 0)
      return {Facts.Touches, Facts.Touches};
    MissLimits Sum;
    double ByWindows = 0, WhileAll = 0;
    for (unsigned Bits = 0; Bits <= LastBits; ++Bits) {
      auto [Surely, Maybe] = Distances.missing(Bits, Lines);
      const ByResidue &Least = Counts.atLeast(Bits, Surely),
                      &Most = Counts.atLeast(Bits, Maybe);
      Sum.Low += withWindows(limitsOf(Least, Bucket, Bits), Least, Bits).Low;
      MissLimits L = limitsOf(Most, Bucket, Bits);
      // It is not known which touches at distance 0 are of this stretch.
      if (Maybe == 0 && (Bits == LastBits || Counts.has(Bits)))
        L.High = Facts.Touches;
      Sum.High += L.High;
      ByWindows += withWindows(L, Most, Bits).High;
      if (Bits == 0)
        WhileAll = L.High;
    }
    double Later = std::max(Facts.Touches - Facts.AllChosen, 0.0);
    double MostByWindows = WhileAll + changesPerTouch(Facts.InWindows) * Later;
    Sum.High = std::max(Sum.High, std::min(ByWindows, MostByWindows));
    if (LastBits != 0 && !Counts.hasChosen())
      Sum.High += mostUnseen(WhileAll, Later);
    if (!Facts.IsSampled)
      Sum.High = Facts.Touches;
    return Sum;
  }

  /// Returns the most misses of a structure without a line that is chosen up to
  /// the end.
  double mostUnseen(double WhileAll, double Later) const {
    return Facts.AllChosen == 0
               ? Later
               : std::min(2 * WhileAll / Facts.AllChosen, 1.0) * Later;
  }

  MissLimits withWindows(MissLimits L, const ByResidue &MissCounts,
                         unsigned Bits) const {
    double Misses = sumOf(MissCounts);
    if (Facts.InWindows && Bits != 0)
      if (auto Part = chosenPart(*Facts.InWindows, Bits, Misses == 0))
        widenByWindows(L, Misses, *Part);
    return L;
  }

  MissLimits limitsOf(const ByResidue &MissCounts, size_t Bucket,
                      unsigned Bits) const {
    double Misses = sumOf(MissCounts);
    if (Bits == 0)
      return {Misses, Misses};
    MissLimits Result;
    if (Misses != 0) {
      std::vector<ByResidue> EarlierCounts;
      bool AreMany = false;
      for (unsigned EarlierBits = 0; EarlierBits != Bits; ++EarlierBits) {
        EarlierCounts.push_back(Counts.atLeast(EarlierBits, Bucket));
        AreMany |=
            residuesIn(EarlierCounts.back()) == SelectResidues >> EarlierBits;
      }
      double Lines = AreMany ? 0 : Counts.lines(Bits);
      Result = residueLimits(MissCounts, Bits, EarlierCounts, Lines);
    } else if (Bits == LastBits || Counts.has(Bits)) {
      Result.High = std::ldexp(RuleOfThree, int(Bits));
    }
    return Result;
  }

  const CurveCounts &Counts;
  const AllDistanceLimits &Distances;
  const TouchFacts &Facts;
  unsigned LastBits;
};

uint64_t scaledSum(std::span<const SpatialRow> Rows) {
  uint64_t Sum = 0;
  for (const SpatialRow &R : Rows)
    Sum += R.Touches << R.Bits;
  return Sum;
}

/// Scales \p Rows. The remaining ones of \p Touches are at distance 0.
result::MissCurve estimate(std::span<const SpatialRow> Rows, uint64_t Touches) {
  result::MissCurve C;
  uint64_t Sum = 0;
  C.Reuses.resize(1);
  for (const SpatialRow &R : Rows) {
    uint64_t Scaled = R.Touches << R.Bits;
    Sum += Scaled;
    if (R.Bucket == SpatialRow::Compulsory) {
      C.Compulsory += Scaled;
      continue;
    }
    C.Reuses.resize(std::max(C.Reuses.size(), R.Bucket + 1));
    C.Reuses[R.Bucket] += Scaled;
  }
  C.Reuses[0] = Touches - std::min(Sum, Touches);
  uint64_t TooMany = Sum - std::min(Sum, Touches);
  auto Take = [&](uint64_t &Count) {
    uint64_t Part = std::min(Count, TooMany);
    Count -= Part;
    TooMany -= Part;
  };
  for (uint64_t &Count : C.Reuses)
    Take(Count);
  Take(C.Compulsory);
  while (!C.Reuses.empty() && C.Reuses.back() == 0)
    C.Reuses.pop_back();
  return C;
}

/// Widens the 95 % intervals so that they include the estimate.
void include(const result::MissCurve &C, result::CurveIntervals &Intervals) {
  if (Intervals.size() <= C.Reuses.size())
    Intervals.resize(C.Reuses.size() + 1, Intervals.back());
  for (size_t B = 0; B != Intervals.size(); ++B) {
    Intervals[B].Low = std::min(Intervals[B].Low, C.misses(B));
    Intervals[B].High = std::max(Intervals[B].High, C.misses(B));
  }
}

/// The curve of all structures together. The interval is at least as wide as
/// the structures' intervals make it if their errors are independent.
class TotalCurve {
public:
  void add(const result::MissCurve &C) {
    Sum.Compulsory += C.Compulsory;
    Sum.Reuses.resize(std::max(Sum.Reuses.size(), C.Reuses.size()));
    for (size_t B = 0; B != C.Reuses.size(); ++B)
      Sum.Reuses[B] += C.Reuses[B];
    size_t Size = std::max(C.Intervals.size(), C.Reuses.size() + 1);
    LowSquares.resize(std::max(LowSquares.size(), Size), LastLowSquares);
    HighSquares.resize(LowSquares.size(), LastHighSquares);
    for (size_t B = 0; B != LowSquares.size(); ++B) {
      LowSquares[B] += std::pow(double(C.misses(B) - C.interval(B).Low), 2);
      HighSquares[B] += std::pow(double(C.interval(B).High - C.misses(B)), 2);
    }
    LastLowSquares = LowSquares.back(), LastHighSquares = HighSquares.back();
  }
  void widen(result::CurveIntervals &Intervals) const {
    include(Sum, Intervals);
    Intervals.resize(std::max(Intervals.size(), LowSquares.size()),
                     Intervals.back());
    for (size_t B = 0; B != Intervals.size(); ++B) {
      size_t Index = std::min(B, LowSquares.size() - 1);
      auto Misses = double(Sum.misses(B)), All = double(Sum.touches());
      double Low = std::max(Misses - std::sqrt(LowSquares[Index]), 0.0);
      double High =
          std::min(Misses + std::ceil(std::sqrt(HighSquares[Index])), All);
      Intervals[B].Low = std::min(Intervals[B].Low, uint64_t(Low));
      Intervals[B].High = std::max(Intervals[B].High, uint64_t(High));
    }
  }
  bool empty() const { return LowSquares.empty(); }

private:
  result::MissCurve Sum;
  /// Sums of squares of errors, by bucket.
  std::vector<double> LowSquares, HighSquares;
  double LastLowSquares = 0, LastHighSquares = 0;
};

} // namespace

void fillSampledCurves(result::CurveScope Scope, const SpatialTable &Table,
                       const CurveFacts &Facts, result::MissCurves &Curves) {
  const AllDistanceLimits Distances(Facts.Drops);
  const std::vector<SpatialRow> Rows = Table.rows();
  result::CurveTotal Whole = {Scope};
  TouchFacts All;
  TotalCurve Sum;
  auto Next = Rows.begin();
  for (uint32_t S = 0; S != Facts.Touches.size(); ++S) {
    auto First = Next;
    while (Next != Rows.end() && Next->Structure == S)
      ++Next;
    if (Facts.Touches[S] == 0)
      continue;
    // Both are estimates if lines are chosen.
    uint64_t Touches = Facts.Touches[S], SeenTouches = scaledSum({First, Next});
    bool MayBeMore = Facts.Drops && SeenTouches > Touches;
    TouchFacts StructureFacts = {
        double(Touches),
        S < Facts.AllChosen.size() ? double(Facts.AllChosen[S]) : 0,
        double(MayBeMore ? 2 * SeenTouches : Touches),
        Facts.Windows ? Facts.Windows->find(S) : nullptr,
        Table.sampledTouches(S) != 0};
    CurveCounts Counts({First, Next}, Facts.Bits);
    result::MissCurve C = estimate({First, Next}, Touches);
    C.Scope = Scope;
    C.Structure = StructureId(S);
    C.Samples = Table.sampledTouches(S);
    C.Intervals =
        IntervalEstimator(Counts, Distances, StructureFacts, Facts.Bits).all();
    include(C, C.Intervals);
    Sum.add(C);
    Whole.Samples += C.Samples;
    All.Touches += StructureFacts.Touches;
    All.AllChosen += StructureFacts.AllChosen;
    All.Most += StructureFacts.Most;
    Curves.Curves.push_back(std::move(C));
  }
  ChangeCounts InWindows =
      Facts.Windows ? Facts.Windows->total() : ChangeCounts();
  All.InWindows = Facts.Windows ? &InWindows : nullptr;
  CurveCounts AllCounts(Rows, Facts.Bits);
  Whole.Intervals =
      IntervalEstimator(AllCounts, Distances, All, Facts.Bits).all();
  if (!Sum.empty())
    Sum.widen(Whole.Intervals);
  // 0 would mean that the curve is exact.
  Whole.Samples = std::max<uint64_t>(Whole.Samples, 1);
  Curves.Totals.push_back(std::move(Whole));
}

} // namespace memfacet::gauges
