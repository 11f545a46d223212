//===- PhaseStudy.cpp - the phases of recorded runs -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/phases/PhaseStudy.h"
#include <algorithm>
#include <numeric>

namespace memfacet::study {

Expected<PhaseInput> phaseInput(std::span<const result::Profile> Runs,
                                uint64_t Period) {
  PhaseInput In;
  In.Runs = Runs;
  for (uint32_t Run = 0; Run != Runs.size(); ++Run) {
    const result::Profile &P = Runs[Run];
    if (P.Signatures.empty() &&
        P.Vectors.Source == result::BlockSource::Counted)
      return makeError("'{}' was built to count its blocks only; build it "
                       "without --count-blocks, then record it with --phases",
                       P.Program);
    if (P.Signatures.empty())
      return makeError("the profile of '{}' does not know what its intervals "
                       "look like; record it with --phases",
                       P.Program);
    std::vector<IntervalSpan> RunSpans = intervalSpans(P, Run, Period);
    In.Spans.insert(In.Spans.end(), RunSpans.begin(), RunSpans.end());
  }
  Expected<IntervalTable> T = intervalTable(Runs, In.Spans);
  if (!T)
    return T.error();
  In.Table = std::move(*T);
  for (const IntervalSpan &S : In.Spans) {
    const std::vector<result::IntervalPlace> &Places =
        Runs[S.Run].Signatures.Places;
    In.Times.push_back(
        {double(Places[S.First].TimeBegin), double(Places[S.End - 1].TimeEnd)});
  }
  return In;
}

/// Numbers the clusters by weight, the heaviest first.
static void sortClusters(Clustering &C) {
  std::vector<uint32_t> Order(C.Clusters);
  std::iota(Order.begin(), Order.end(), 0);
  std::ranges::sort(Order, {},
                    [&](uint32_t I) { return std::pair(-C.Weights[I], I); });
  std::vector<uint32_t> NumberOf(C.Clusters);
  std::vector<float> Centers;
  std::vector<double> Weights;
  for (uint32_t New = 0; New != C.Clusters; ++New) {
    uint32_t Old = Order[New];
    NumberOf[Old] = New;
    Centers.insert(Centers.end(), C.center(Old), C.center(Old) + C.Dimensions);
    Weights.push_back(C.Weights[Old]);
  }
  for (uint32_t &L : C.Labels)
    L = NumberOf[L];
  C.Centers = std::move(Centers);
  C.Weights = std::move(Weights);
}

/// Returns when the intervals began. Threads of one run may begin at the same
/// time.
static std::vector<IntervalMoment> momentsOf(const PhaseInput &In) {
  std::vector<IntervalMoment> Moments;
  for (size_t I = 0; I != In.Times.size(); ++I)
    Moments.push_back({In.Times[I].Begin, In.Table.Intervals[I].Start == 0});
  return Moments;
}

Expected<PhaseStudy> studyPhases(const PhaseInput &In,
                                 const PhaseOptions &Requested) {
  PhaseOptions Options = Requested;
  Options.Pick.Moments = momentsOf(In);
  Expected<PointSet> Points =
      signaturePoints(In.Runs, In.Spans, In.Table, Options.Signature);
  if (!Points)
    return Points.error();
  PhaseStudy S;
  S.Points = std::move(*Points);
  if (Options.MaxError) {
    ErrorOptions E;
    E.Clusters = Options.Choose;
    E.Wanted = *Options.MaxError;
    E.Points = Options.Pick;
    ErrorChoice C = chooseByError(S.Points, In.Table, E);
    S.Chosen.Best = std::move(C.Best);
    S.Trials = std::move(C.Trials);
  } else {
    S.Chosen = chooseClusters(S.Points, Options.Choose);
  }
  sortClusters(S.Chosen.Best);
  if (Options.Budget) {
    SpreadPoints Spread = spreadPoints(S.Points, S.Chosen.Best, *Options.Budget,
                                       Options.Pick, Options.Choose);
    S.Sample = weightedIntervals(In.Table, Spread);
    S.Picked = std::move(Spread.Points);
    S.HasSeveralPoints = true;
    return S;
  }
  S.Picked = simulationPoints(S.Chosen.Best, Options.Pick);
  S.Sample = weightedIntervals(In.Table, S.labels(), S.Picked);
  return S;
}

double simulatedShare(const PhaseInput &In, const PhaseStudy &Study) {
  uint64_t All = 0, Simulated = 0;
  for (const IntervalFacts &I : In.Table.Intervals)
    All += I.Instructions;
  for (const SimulationPoint &P : Study.Picked)
    Simulated += In.Table.Intervals[P.Interval].Instructions;
  return All == 0 ? 0 : double(Simulated) / double(All);
}

} // namespace memfacet::study
