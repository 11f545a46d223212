//===- RibbonCurves.cpp - phases and metrics on one clock -----------------===//

#include "analysis/phases/RibbonCurves.h"
#include <algorithm>

namespace memfacet {

std::vector<Ribbon> ribbonsOf(const IntervalTable &Table,
                              std::span<const uint32_t> Labels, uint64_t Gap) {
  std::vector<Ribbon> All;
  for (size_t I = 0; I != Table.Intervals.size(); ++I) {
    const IntervalFacts &F = Table.Intervals[I];
    if (All.empty() || All.back().Run != F.Run || All.back().Thread != F.Thread)
      All.push_back({F.Run, F.Thread, {}});
    std::vector<RibbonPiece> &Pieces = All.back().Pieces;
    if (!Pieces.empty() && Pieces.back().Phase == Labels[I] &&
        F.ProcessBegin <= Pieces.back().End + Gap)
      Pieces.back().End = F.ProcessEnd;
    else
      Pieces.push_back({F.ProcessBegin, F.ProcessEnd, Labels[I]});
  }
  return All;
}

uint64_t processEnd(const IntervalTable &Table) {
  uint64_t End = 1;
  for (const IntervalFacts &I : Table.Intervals)
    End = std::max(End, I.ProcessEnd);
  return End;
}

std::vector<std::optional<double>> metricOverTime(const IntervalTable &Table,
                                                  const Metric &M, uint32_t Run,
                                                  size_t Bins, uint64_t End) {
  std::vector<double> Parts(Bins), Wholes(Bins);
  double PerBin = double(End) / double(Bins);
  for (const IntervalFacts &I : Table.Intervals) {
    if (I.Run != Run || I.ProcessEnd <= I.ProcessBegin)
      continue;
    double From = double(I.ProcessBegin) / PerBin,
           To = double(I.ProcessEnd) / PerBin;
    for (auto B = size_t(From); B < Bins && double(B) < To; ++B) {
      double Share = (std::min(To, double(B + 1)) - std::max(From, double(B))) /
                     (To - From);
      Parts[B] += Share * M.numerator(I);
      Wholes[B] += Share * M.denominator(I);
    }
  }
  std::vector<std::optional<double>> Values(Bins);
  for (size_t B = 0; B != Bins; ++B)
    if (Wholes[B] > 0)
      Values[B] = Parts[B] / Wholes[B];
  return Values;
}

} // namespace memfacet
