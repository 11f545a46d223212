//===- CompareSignatures.cpp - scores of signatures and baselines ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/phases/CompareSignatures.h"
#include "analysis/study/points/Baselines.h"
#include "analysis/study/points/Scores.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <ctime>
#include <fmt/ranges.h>
#include <map>

namespace memfacet::study {

std::vector<uint32_t> mergedThreadLabels(const PhaseInput &In,
                                         const PointSet &Points,
                                         const ChooseOptions &Options) {
  const std::vector<IntervalFacts> &All = In.Table.Intervals;
  MEMFACET_CHECK(Points.size() == All.size(), "each interval is a point");
  uint64_t Length = 1;
  for (const IntervalFacts &I : All)
    Length = std::max(Length, I.Instructions);
  std::map<std::pair<uint32_t, uint64_t>, std::vector<size_t>> Stretches;
  for (size_t I = 0; I != All.size(); ++I)
    Stretches[{All[I].Run,
               (All[I].ProcessBegin + All[I].ProcessEnd) / 2 / Length}]
        .push_back(I);
  PointSet Merged(Points.dimensions());
  for (const auto &[Key, Members] : Stretches) {
    std::vector<double> Sum(Points.dimensions());
    double Weight = 0;
    for (size_t I : Members) {
      for (size_t D = 0; D != Sum.size(); ++D)
        Sum[D] += Points.weight(I) * double(Points.row(I)[D]);
      Weight += Points.weight(I);
    }
    std::vector<float> Mean;
    for (double X : Sum)
      Mean.push_back(float(X / std::max(Weight, 1e-300)));
    Merged.add(Mean, Weight);
  }
  Choice C = chooseClusters(Merged, Options);
  std::vector<uint32_t> Labels(All.size());
  size_t Number = 0;
  for (const auto &[Key, Members] : Stretches) {
    for (size_t I : Members)
      Labels[I] = C.Best.Labels[Number];
    ++Number;
  }
  return Labels;
}

namespace {

class SignatureComparer {
public:
  SignatureComparer(const PhaseInput &In,
                    const SignatureCompareOptions &Options)
      : In(In), Options(Options), Metrics(In.Table.metrics()),
        Misses{MetricKind::MissesPerInstruction,
               std::min<uint32_t>(
                   Options.MissLevel,
                   uint32_t(std::max<size_t>(In.Table.Levels, 1)) - 1)} {}

  void scoreLabels(SignatureScore &Row,
                   std::span<const uint32_t> Labels) const {
    for (const Metric &M : Metrics)
      Row.Reductions.push_back(
          memfacet::study::scoreLabels(In.Table, M, Labels).reduction());
    SpreadScore Counts = missScore(Labels);
    Row.Sigma = Counts.WithinSigma;
    Row.Variation = Counts.Variation;
  }
  SpreadScore missScore(std::span<const uint32_t> Labels) const {
    return memfacet::study::scoreLabels(
        In.Table, Misses, Labels, {Weighing::Intervals, ScoredValue::Count});
  }
  void scoreSample(SignatureScore &Row,
                   std::span<const WeightedInterval> Sample) const {
    for (const MetricEstimate &E : estimateMetrics(In.Table, Sample))
      Row.Errors.push_back(relativeError(E.Estimate, E.Truth));
  }

  SignatureScore signature(std::string Name, const PhaseStudy &S,
                           double Seconds) const {
    SignatureScore Row;
    Row.Name = std::move(Name);
    Row.Phases = S.phases();
    Row.Seconds = Seconds;
    scoreLabels(Row, S.labels());
    scoreSample(Row, S.Sample);
    return Row;
  }

  /// Returns the mean of Seeds rows; of errors, the mean without signs.
  template <typename Make>
  SignatureScore mean(std::string Name, Make MakeRow) const {
    MEMFACET_CHECK(Options.Seeds != 0, "a mean is of one row at least");
    SignatureScore Sum;
    for (unsigned Seed = 1; Seed <= Options.Seeds; ++Seed) {
      SignatureScore Row = MakeRow(Seed);
      auto Add = [](std::vector<std::optional<double>> &Sums,
                    const std::vector<std::optional<double>> &Values) {
        Sums.resize(Values.size(), 0.0);
        for (size_t I = 0; I != Values.size(); ++I)
          if (Values[I] && Sums[I])
            *Sums[I] += std::abs(*Values[I]);
          else
            Sums[I].reset();
      };
      Add(Sum.Reductions, Row.Reductions);
      Add(Sum.Errors, Row.Errors);
      if (Row.Sigma)
        Sum.Sigma = Sum.Sigma.value_or(0) + *Row.Sigma;
      if (Row.Variation)
        Sum.Variation = Sum.Variation.value_or(0) + *Row.Variation;
      Sum.Phases = Row.Phases;
    }
    auto Divide = [&](std::optional<double> &X) {
      if (X)
        *X /= Options.Seeds;
    };
    std::ranges::for_each(Sum.Reductions, Divide);
    std::ranges::for_each(Sum.Errors, Divide);
    Divide(Sum.Sigma), Divide(Sum.Variation);
    Sum.Name = std::move(Name);
    return Sum;
  }

  /// Scores labels that are made from the scored values themselves.
  SignatureScore bound(uint32_t Phases) const {
    SignatureScore Row;
    Row.Name = "soft bound (the metric itself)";
    Row.Phases = Phases;
    for (const Metric &M : Metrics)
      Row.Reductions.push_back(
          memfacet::study::scoreLabels(In.Table, M,
                                       labelsByValue(valuesOf(In.Table, M),
                                                     weightsOf(In.Table, M),
                                                     Phases))
              .reduction());
    SpreadScore S = missScore(labelsByValue(
        valuesOf(In.Table, Misses, ScoredValue::Count),
        weightsOf(In.Table, Misses, Weighing::Intervals), Phases));
    Row.Sigma = S.WithinSigma;
    Row.Variation = S.Variation;
    return Row;
  }

  void addBaselines(const PhaseStudy &First, SignatureComparison &Result) const;

private:
  const PhaseInput &In;
  const SignatureCompareOptions &Options;
  std::vector<Metric> Metrics;
  Metric Misses;
};

void SignatureComparer::addBaselines(const PhaseStudy &First,
                                     SignatureComparison &Result) const {
  size_t Count = First.Picked.size();
  auto Sampled = [&](std::string Name, std::vector<WeightedInterval> Sample) {
    SignatureScore Row;
    Row.Name = std::move(Name);
    scoreSample(Row, Sample);
    return Row;
  };
  SignatureScore Merged;
  Merged.Name = "merged threads";
  scoreLabels(Merged,
              mergedThreadLabels(In, First.Points, Options.Study.Choose));
  std::vector<SignatureScore> Rows = {
      Merged,
      mean("shuffled labels",
           [&](unsigned Seed) {
             SignatureScore Row;
             Row.Phases = First.phases();
             scoreLabels(Row, shuffledLabels(First.labels(), Seed));
             return Row;
           }),
      bound(First.phases()),
      mean("random intervals",
           [&](unsigned Seed) {
             return Sampled("", randomSample(In.Table, Count, Seed));
           }),
      mean("systematic sample",
           [&](unsigned Seed) {
             return Sampled("", systematicSample(In.Table, Count,
                                                 (Seed - 0.5) / Options.Seeds));
           }),
      Sampled("first intervals", firstIntervals(In.Table, Count)),
      Sampled("single point", {singlePoint(First.Points)})};
  for (SignatureScore &Row : Rows) {
    Row.Baseline = true;
    Result.Rows.push_back(std::move(Row));
  }
}

std::string nameOf(const std::vector<SignatureTerm> &Terms) {
  if (Terms.size() == 1)
    return phaseSignatureText(Terms.front().Signature);
  std::vector<std::string> Parts;
  for (const SignatureTerm &T : Terms)
    Parts.push_back(
        T.Weight == 1
            ? std::string(memfacet::nameOf(T.Signature))
            : fmt::format("{}:{}", memfacet::nameOf(T.Signature), T.Weight));
  return fmt::format("{}", fmt::join(Parts, "+"));
}

} // namespace

Expected<SignatureComparison>
compareSignatures(const PhaseInput &In,
                  const SignatureCompareOptions &Options) {
  SignatureComparer C(In, Options);
  SignatureComparison Result;
  Result.Metrics = In.Table.metrics();
  std::optional<PhaseStudy> First;
  for (const std::vector<SignatureTerm> &Terms : Options.Signatures) {
    bool IsRecorded = std::ranges::all_of(Terms, [&](const SignatureTerm &T) {
      return std::ranges::all_of(In.Runs, [&](const result::Profile &P) {
        return hasSignature(P, T.Signature);
      });
    });
    if (!IsRecorded)
      continue;
    PhaseOptions Study = Options.Study;
    Study.Signature.Terms = Terms;
    std::clock_t Begin = std::clock();
    Expected<PhaseStudy> S = studyPhases(In, Study);
    if (!S)
      return S.error();
    Result.Rows.push_back(C.signature(
        nameOf(Terms), *S, double(std::clock() - Begin) / CLOCKS_PER_SEC));
    if (!First)
      First = std::move(*S);
  }
  if (!First)
    return makeError("none of the signatures was recorded; record with "
                     "--phases");
  Result.Sigma = C.missScore(First->labels()).Sigma;
  C.addBaselines(*First, Result);
  return Result;
}

} // namespace memfacet::study
