//===- Volatility.cpp - volatility at every period ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/volatility/Volatility.h"
#include "memfacet/Check.h"
#include <array>
#include <cmath>

namespace memfacet::study {

size_t nearestRank(double Percentile, size_t Count) {
  MEMFACET_CHECK(Count != 0, "a value has the rank");
  auto Rank = size_t(std::ceil(Percentile * double(Count) / 100));
  return std::clamp<size_t>(Rank, 1, Count) - 1;
}

double volatility(std::span<const double> Values, double Percentile) {
  if (Values.size() < 2)
    return 0;
  std::vector<double> Points(Values.size() - 1);
  for (size_t I = 0; I != Points.size(); ++I)
    Points[I] = pointVolatility(Values[I], Values[I + 1]);
  auto Nth = Points.begin() + ptrdiff_t(nearestRank(Percentile, Points.size()));
  std::nth_element(Points.begin(), Nth, Points.end());
  return *Nth;
}

namespace {

/// Finds the value of a rank among numbers of 0 to 1, with a histogram and a
/// selection in one bin. The result is exact, as bins do not change the order.
class RankFinder {
public:
  double find(std::span<const double> Values, size_t Rank) {
    MEMFACET_CHECK(Rank < Values.size(), "a value has the rank");
    if (Values.size() >= 4 * Bins)
      Rank = keepBinOf(Values, Rank);
    else
      Few.assign(Values.begin(), Values.end());
    std::nth_element(Few.begin(), Few.begin() + ptrdiff_t(Rank), Few.end());
    return Few[Rank];
  }

private:
  static constexpr size_t Bins = 256;
  static size_t binOf(double Value) { return size_t(Value * double(Bins)); }

  /// Copies the values in the bin of \p Rank to Few. Returns the rank among
  /// them.
  size_t keepBinOf(std::span<const double> Values, size_t Rank) {
    std::array<uint32_t, Bins + 1> Counts = {}; // 1 has a bin of its own
    for (double Value : Values)
      ++Counts[binOf(Value)];
    size_t Bin = 0;
    for (; Rank >= Counts[Bin]; ++Bin)
      Rank -= Counts[Bin];
    Few.resize(Counts[Bin]);
    size_t Position = 0;
    // Writes every value, and keeps those of the bin: without a branch, which
    // would be hard to predict.
    for (double Value : Values) {
      Few[std::min(Position, Few.size() - 1)] = Value;
      Position += binOf(Value) == Bin;
      if (Position == Few.size())
        break;
    }
    return Rank;
  }

  std::vector<double> Few;
};

/// The volatility of each point, for a batch of periods at a time. A long
/// period reads a cache line for each of its points, so all periods of the
/// batch go through the stream together, piece by piece.
class PointBatch {
public:
  explicit PointBatch(const Curve &C) : C(C) {}

  /// Computes periods from \p First to at most \p Last. Returns the first
  /// period that is not computed.
  size_t take(size_t First, size_t Last) {
    Rows.clear();
    size_t Size = 0, Period = First;
    for (; Period <= Last && (Rows.empty() || Size < BatchPoints); ++Period) {
      size_t Count = C.points() / Period - 1;
      Rows.push_back({Period, Count, Size, 0, C.over(0, Period)});
      Size += Count;
    }
    if (Points.size() < Size)
      Points.resize(Size);
    for (size_t End = Piece; End < C.points() + Piece; End += Piece)
      for (Row &R : Rows)
        if (C.isRate())
          fill(R, std::min(End, C.points()),
               [&](size_t Start, size_t Stop) { return C.over(Start, Stop); });
        else
          fill(R, std::min(End, C.points()),
               [Sums = C.sums()](size_t Start, size_t Stop) {
                 return Sums[Stop] - Sums[Start];
               });
    return Period;
  }

  std::span<const double> row(size_t Index) const {
    return {Points.data() + Rows[Index].Begin, Rows[Index].Count};
  }

private:
  /// Numbers of doubles: the points of a batch, and the piece of the stream
  /// that is read at a time.
  static constexpr size_t BatchPoints = size_t(1) << 18, Piece = size_t(1)
                                                                 << 14;

  struct Row {
    size_t Period, Count, Begin; ///< Count points from Points[Begin] on
    size_t Filled;
    double Previous; ///< value of the period before the next point
  };

  /// Computes the points whose period ends at \p End or before.
  template <typename ValueOf> void fill(Row &R, size_t End, ValueOf Value) {
    size_t Stop = std::min(R.Count, End / R.Period - (End >= R.Period));
    size_t PeriodBegin = (R.Filled + 1) * R.Period;
    double *Target = Points.data() + R.Begin, Previous = R.Previous;
    for (size_t I = R.Filled; I < Stop; ++I, PeriodBegin += R.Period) {
      double Current = Value(PeriodBegin, PeriodBegin + R.Period);
      Target[I] = pointVolatility(Previous, Current);
      Previous = Current;
    }
    R.Filled = std::max(R.Filled, Stop), R.Previous = Previous;
  }

  const Curve &C;
  std::vector<Row> Rows;
  std::vector<double> Points;
};

} // namespace

VolatilityProfile volatilityProfile(const Curve &C, double Percentile) {
  VolatilityProfile Result;
  Result.Percentile = Percentile;
  Result.Values.resize(C.points() / LeastPoints);
  PointBatch Batch(C);
  RankFinder Ranks;
  for (size_t First = 1, Next = 0; First <= Result.longest(); First = Next) {
    Next = Batch.take(First, Result.longest());
    for (size_t Period = First; Period != Next; ++Period) {
      std::span<const double> PointValues = Batch.row(Period - First);
      Result.Values[Period - 1] =
          Ranks.find(PointValues, nearestRank(Percentile, PointValues.size()));
    }
  }
  return Result;
}

} // namespace memfacet::study
