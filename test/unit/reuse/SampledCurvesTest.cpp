//===- SampledCurvesTest.cpp - estimates and their bound ------------------===//

#include "analysis/reuse/Curves.h"
#include "analysis/reuse/StatStack.h"
#include "test/support/Test.h"
#include "test/support/TouchStreams.h"

namespace {

template <typename Visitor>
void inBatches(const TouchStream &T, Visitor Visit) {
  for (size_t At = 0, Next; At != T.Lines.size(); At = Next) {
    Next = std::min(T.Lines.size(), At + TouchList::Capacity);
    Visit(Touches{{T.Lines.data() + At, Next - At}, T.Owners.data() + At});
  }
}

/// The curves of one scope, by structure.
std::map<uint32_t, MissCurve> byStructure(const MissCurves &M, CurveScope S) {
  std::map<uint32_t, MissCurve> Result;
  for (const MissCurve &C : M.Curves)
    if (C.Scope == S)
      Result[C.Structure.Value] = C;
  return Result;
}

MissCurves exactly(const TouchStream &T) {
  ExactCurves Curves;
  inBatches(T,
            [&](const Touches &Each) { Curves.touch(ThreadId(0), Each, 8); });
  MissCurves Result;
  Curves.fill(Result);
  return Result;
}

MissCurves sampled(const TouchStream &T, uint64_t Seed = 1) {
  SampledCurves Curves(Seed);
  inBatches(T, [&](const Touches &Each) { Curves.touch(ThreadId(0), Each); });
  std::vector<uint64_t> Counts(8);
  for (uint32_t Owner : T.Owners)
    ++Counts[Owner];
  MissCurves Result;
  Curves.fill(Counts, Result);
  return Result;
}

double largestError(const MissCurve &A, const MissCurve &B) {
  double Largest = 0;
  for (size_t Bucket = 0; Bucket != DistanceBuckets; ++Bucket)
    Largest = std::max(
        Largest, std::abs(double(A.misses(Bucket)) - double(B.misses(Bucket))));
  return Largest / double(A.touches());
}

TEST(ReuseTimes, SumsTheTailOfTheDistribution) {
  // Times 2, 5 and never: P(more than 1) = 1, (more than 2) = 2/3 ...
  std::vector<ReuseSample> S = {{0, 2}, {1, 6}, {2}};
  ReuseTimes Times(S);
  EXPECT_DOUBLE_EQ(Times.lines(0), 0);
  EXPECT_DOUBLE_EQ(Times.lines(1), 1);
  EXPECT_DOUBLE_EQ(Times.lines(2), 1 + 2.0 / 3);
  EXPECT_DOUBLE_EQ(Times.lines(4), 1 + 2.0);
  EXPECT_DOUBLE_EQ(Times.lines(6), 3 + 2.0 / 3);
}

TEST(StatStack, IsExactForACycleWhereEveryTouchIsASample) {
  std::vector<ReuseSample> S;
  constexpr uint64_t Lines = 300;
  for (uint64_t I = 0; I != 20 * Lines; ++I)
    S.push_back({I, I + Lines});
  for (double Distance : StatStack(S, 64).distances(S))
    ASSERT_NEAR(Distance, double(Lines - 1), 1e-6);
}

TEST(ReuseSampler, ChoosesEachTouchAsOftenAsAnyOther) {
  TouchStream T = randomStream(3, 1'000'000);
  ReuseSampler Sampler(7);
  inBatches(T, [&](const Touches &Each) { Sampler.touch(Each); });
  ReuseSamples S = Sampler.samples();
  EXPECT_EQ(S.Touches, T.Lines.size());
  double Expected = double(T.Lines.size()) / S.Gap;
  EXPECT_NEAR(double(S.All.size()), Expected, 5 * std::sqrt(Expected));
  // Each says the truth.
  std::map<uint64_t, std::vector<uint64_t>> TimesOf;
  for (uint64_t I = 0; I != T.Lines.size(); ++I)
    TimesOf[T.Lines[I]].push_back(I);
  for (const ReuseSample &Each : S.All) {
    const auto &Its = TimesOf[T.Lines[Each.Start]];
    auto Next = std::upper_bound(Its.begin(), Its.end(), Each.Start);
    ASSERT_EQ(Each.End, Next == Its.end() ? ReuseSample::Never : *Next);
    ASSERT_EQ(Each.Owner, T.Owners[Next == Its.end() ? Each.Start : Each.End]);
  }
}

TEST(ReuseSampler, StaysWithinItsMemoryAndEvenWhenItThinsOut) {
  ReuseSampler Sampler(7, 1);
  TouchStream T = randomStream(4, 1'000'000);
  inBatches(T, [&](const Touches &Each) { Sampler.touch(Each); });
  ReuseSamples S = Sampler.samples();
  EXPECT_LT(S.All.size(), ReuseSampler::MaxSamples);
  EXPECT_EQ(S.Gap, 8);
  // In every tenth of the stream about as many.
  std::vector<double> Tenths(10);
  for (const ReuseSample &Each : S.All)
    ++Tenths[Each.Start / 100'000];
  for (double Count : Tenths)
    EXPECT_NEAR(Count, 12'500, 800);
}

TEST(ReuseChecks, SayTheTruth) {
  TouchStream T = randomStream(6, 400'000);
  ReuseChecks Checks(3);
  inBatches(T, [&](const Touches &Each) { Checks.touch(Each); });
  ASSERT_GT(Checks.all().size(), 1000u);
  for (size_t I = 0; I < Checks.all().size(); I += 37) {
    const ReuseCheck &C = Checks.all()[I];
    ASSERT_EQ(T.Lines[C.Pair.Start], T.Lines[C.Pair.End]);
    std::map<uint64_t, int> Between;
    for (uint64_t At = C.Pair.Start + 1; At != C.Pair.End; ++At)
      ++Between[T.Lines[At]];
    EXPECT_FALSE(Between.contains(T.Lines[C.Pair.End]));
    EXPECT_EQ(C.Distance, Between.size());
    EXPECT_EQ(C.Pair.Owner, T.Owners[C.Pair.End]);
  }
}

TEST(SampledCurves, AreTheSameForTheSameSeedOnly) {
  TouchStream T = randomStream(1, 300'000);
  EXPECT_EQ(sampled(T, 1), sampled(T, 1));
  EXPECT_NE(sampled(T, 1), sampled(T, 2));
}

TEST(SampledCurves, HaveAllTouches) {
  TouchStream T = randomStream(2, 100'000);
  auto Exact = byStructure(exactly(T), CurveScope::Private);
  auto Sampled = byStructure(sampled(T), CurveScope::Private);
  ASSERT_EQ(Exact.size(), Sampled.size());
  for (const auto &[Structure, C] : Exact)
    EXPECT_EQ(C.touches(), Sampled[Structure].touches());
}

/// The bound is meant to hold in 95 of 100 cases.
TEST(SampledCurves, AreWithinTheirBoundInNineteenOfTwentyCases) {
  unsigned Cases = 0, Within = 0, Wholes = 0, WholesWithin = 0;
  double Bounds = 0, Errors = 0;
  for (uint64_t Seed = 1000; Seed != 1060; ++Seed) {
    TouchStream T = randomStream(Seed, 600'000);
    MissCurves Exact = exactly(T), Sampled = sampled(T);
    auto Truth = byStructure(Exact, CurveScope::Private);
    MissCurve Sum, TrueSum;
    Sum.Reuses.resize(DistanceBuckets);
    TrueSum.Reuses.resize(DistanceBuckets);
    auto Add = [](MissCurve &To, const MissCurve &C) {
      To.Compulsory += C.Compulsory;
      for (size_t B = 0; B != C.Reuses.size(); ++B)
        To.Reuses[B] += C.Reuses[B];
    };
    for (const auto &[S, C] : byStructure(Sampled, CurveScope::Private)) {
      double Error = largestError(Truth[S], C);
      ++Cases, Within += Error * 1e6 <= double(C.ErrorPpm);
      Bounds += double(C.ErrorPpm) / 1e6, Errors += Error;
      Add(Sum, C), Add(TrueSum, Truth[S]);
    }
    ++Wholes;
    WholesWithin +=
        largestError(TrueSum, Sum) * 1e6 <= double(Sampled.Totals[0].ErrorPpm);
  }
  std::printf("bound held for %u of %u structures, %u of %u wholes; mean error "
              "%.4f, mean bound %.4f\n",
              Within, Cases, WholesWithin, Wholes, Errors / Cases,
              Bounds / Cases);
  EXPECT_GE(Within * 20, Cases * 19);
  EXPECT_GE(WholesWithin * 20, Wholes * 19);
  // A bound that says nothing would always hold.
  EXPECT_LT(Bounds / Cases, 0.15);
}

} // namespace
