//===- CurveEstimate.cpp - miss ratios from samples, with a bound ---------===//

#include "analysis/reuse/CurveEstimate.h"
#include "analysis/profile/MissCurves.h"
#include "analysis/reuse/ReuseSampler.h"
#include "analysis/reuse/StatStack.h"
#include <algorithm>
#include <cmath>

namespace memfacet {

/// Samples in a window of all samples, and how much longer windows are in the
/// estimate that tells what windows do.
static constexpr size_t Window = 512, CoarseFactor = 4;
/// Checks of a structure at similar times, for these to be believed.
static constexpr double LeastChecks = 16;
/// Student's t for 95 % with one degree of freedom less than there are groups.
static constexpr double StudentT = 2.365;
/// 95 % that what no sample showed is rarer than this by their number.
static constexpr double RuleOfThree = 3;
static constexpr uint64_t Million = 1'000'000;

static constexpr size_t Infinite = DistanceBuckets;

size_t CurveEstimate::binOf(const ReuseSample &S) {
  uint64_t Time = S.End - S.Start;
  if (S.End == ReuseSample::Never || Time >= ReuseChecks::TimeLimit)
    return TimeBins - 1;
  unsigned Octave = unsigned(std::bit_width(Time)) - 1;
  return 2 * Octave + (Octave == 0 ? 0 : Time >> (Octave - 1) & 1);
}

static size_t bucketFor(double Distance) {
  return Distance < 0 ? Infinite : bucketOf(uint64_t(Distance + 0.5));
}

void CurveEstimate::addVariant(size_t Variant, const ReuseSamples &From,
                               std::span<const ReuseSample> Some,
                               size_t SamplesInWindow) {
  if (Some.empty())
    return;
  StatStack Stack(Some, SamplesInWindow);
  std::vector<double> Distances = Stack.distances(Some);
  for (size_t I = 0; I != Some.size(); ++I) {
    if (!Some[I].Counted)
      continue;
    for (Estimate *E : {&ByStructure[Some[I].Owner], &Together}) {
      E->Samples += Variant == Whole;
      Weights &W = E->By[Variant];
      W.resize(DistanceBuckets + 1);
      W[bucketFor(Distances[I])] += From.Gap;
      E->InBin[Variant][binOf(Some[I])] += From.Gap;
    }
  }
  std::vector<ReuseSample> Pairs;
  std::vector<uint32_t> True;
  for (const ReuseCheck &C : From.Checks)
    if (Variant < FirstGroup || C.Burst % Groups == Variant - FirstGroup) {
      Pairs.push_back(C.Pair);
      True.push_back(C.Distance);
    }
  Distances = Stack.distances(Pairs);
  for (size_t I = 0; I != Pairs.size(); ++I) {
    Checked &C = ByStructure[Pairs[I].Owner].Checks[Variant][binOf(Pairs[I])];
    C.Excess.resize(DistanceBuckets + 1);
    ++C.Count;
    ++C.Excess[bucketOf(True[I])];
    --C.Excess[bucketFor(Distances[I])];
  }
}

void CurveEstimate::add(const ReuseSamples &S) {
  addVariant(Whole, S, S.All, Window);
  addVariant(Coarse, S, S.All, Window * CoarseFactor);
  // Neighbours are in different groups, by turns: as even as can be.
  for (size_t G = 0; G != Groups; ++G) {
    std::vector<ReuseSample> Some;
    for (size_t I = G; I < S.All.size(); I += Groups)
      Some.push_back(S.All[I]);
    addVariant(FirstGroup + G, S, Some, Window / Groups);
  }
}

/// Weights by bucket, put right where times were checked.
CurveEstimate::Weights CurveEstimate::corrected(const Estimate &E,
                                                size_t Variant) {
  Weights W = E.By[Variant];
  for (const auto &[Bin, C] : E.Checks[Variant])
    if (C.Count >= LeastChecks)
      for (size_t B = 0; B != W.size(); ++B)
        W[B] += C.Excess[B] * E.InBin[Variant][Bin] / C.Count;
  return W;
}

/// How far the guess was from the truth in the longest times that were
/// checked: largest difference of the two curves.
double CurveEstimate::worstCheck(const std::map<size_t, Checked> &Checks) {
  for (auto It = Checks.rbegin(); It != Checks.rend(); ++It) {
    if (It->second.Count < LeastChecks)
      continue;
    double Sum = 0, Worst = 0;
    for (double Excess : It->second.Excess)
      Worst = std::max(Worst, std::abs(Sum += Excess));
    return Worst / It->second.Count;
  }
  return 0;
}

/// A group without samples says what all say.
CurveEstimate::Ratios CurveEstimate::ratiosOf(const Estimate &E) {
  Ratios R;
  for (size_t V = 0; V != Variants; ++V) {
    std::vector<double> &To = R.By[V];
    To.assign(DistanceBuckets + 1, 0);
    Weights W = corrected(E, E.By[V].empty() ? Whole : V);
    if (W.empty())
      continue;
    double Sum = 0;
    for (size_t B = W.size(); B-- != 0;)
      To[B] = Sum += W[B];
    // Corrections are noisy: a curve falls, and stays between 0 and 1.
    for (size_t B = To.size(); B-- != 0;)
      To[B] = std::clamp(To[B] / Sum, B + 1 == To.size() ? 0 : To[B + 1], 1.0);
  }
  double Weight = 0;
  for (double Each : E.InBin[Whole])
    Weight += Each;
  double Never = E.By[Whole].empty() ? 0 : E.By[Whole][Infinite];
  double Long = E.InBin[Whole][TimeBins - 1] - Never;
  R.Unchecked = Weight == 0 ? 0 : worstCheck(E.Checks[Whole]) * Long / Weight;
  return R;
}

/// The largest over all sizes of the spread of the groups and the change that
/// longer windows make; and what could not be checked.
double CurveEstimate::bound(const Ratios &R, uint64_t Samples) {
  double Largest = 0;
  for (size_t B = 0; B != R.By[Whole].size(); ++B) {
    double Mean = 0, Squares = 0;
    for (size_t G = 0; G != Groups; ++G)
      Mean += R.By[FirstGroup + G][B] / double(Groups);
    for (size_t G = 0; G != Groups; ++G)
      Squares += std::pow(R.By[FirstGroup + G][B] - Mean, 2);
    double Spread = std::sqrt(Squares / double(Groups * (Groups - 1)));
    double Change = std::abs(R.By[Whole][B] - R.By[Coarse][B]);
    Largest = std::max(Largest, StudentT * Spread + Change);
  }
  return std::min(1.0, Largest + R.Unchecked + RuleOfThree / double(Samples));
}

static MissCurve curveOf(const std::vector<double> &Ratios, uint64_t Touches) {
  MissCurve C;
  auto Misses = [&](size_t Bucket) {
    return uint64_t(std::llround(double(Touches) * Ratios[Bucket]));
  };
  // Differences of what is rounded add up.
  C.Compulsory = Misses(Infinite);
  for (size_t B = 0; B != DistanceBuckets; ++B)
    C.Reuses.push_back(Misses(B) - Misses(B + 1));
  // llround of all touches may not be all of them.
  C.Reuses[0] += Touches - C.touches();
  while (!C.Reuses.empty() && C.Reuses.back() == 0)
    C.Reuses.pop_back();
  return C;
}

static uint64_t millionths(double Ratio) {
  return uint64_t(std::ceil(Ratio * double(Million)));
}

void CurveEstimate::fill(CurveScope Scope, const std::vector<uint64_t> &Touches,
                         MissCurves &To) const {
  const Ratios All = ratiosOf(Together);
  Ratios Sum;
  for (std::vector<double> &R : Sum.By)
    R.assign(DistanceBuckets + 1, 0);
  double SumTouches = 0;
  for (uint32_t S = 0; S != Touches.size(); ++S) {
    if (Touches[S] == 0)
      continue;
    // What was never sampled is as all are; nothing is known of it.
    auto It = ByStructure.find(S);
    bool Known = It != ByStructure.end() && It->second.Samples != 0;
    const Ratios R = Known ? ratiosOf(It->second) : All;
    MissCurve C = curveOf(R.By[Whole], Touches[S]);
    C.Scope = Scope;
    C.Structure = StructureId(S);
    C.Samples = Known ? It->second.Samples : 0;
    C.ErrorPpm = Known ? millionths(bound(R, C.Samples)) : Million;
    To.Curves.push_back(std::move(C));
    SumTouches += double(Touches[S]);
    Sum.Unchecked += R.Unchecked * double(Touches[S]);
    for (size_t V = 0; V != Variants; ++V)
      for (size_t B = 0; B != R.By[V].size(); ++B)
        Sum.By[V][B] += R.By[V][B] * double(Touches[S]);
  }
  for (std::vector<double> &R : Sum.By)
    for (double &Each : R)
      Each /= std::max(1.0, SumTouches);
  Sum.Unchecked /= std::max(1.0, SumTouches);
  uint64_t Samples = Together.Samples;
  To.Totals.push_back(
      {Scope, Samples, Samples ? millionths(bound(Sum, Samples)) : Million});
}

} // namespace memfacet
