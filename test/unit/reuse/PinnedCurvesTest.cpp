//===- PinnedCurvesTest.cpp - all numbers of estimated curves -------------===//
//
// See PinnedNumbers.h for how to take a change over.
//
//===----------------------------------------------------------------------===//

#include "analysis/reuse/Curves.h"
#include "analysis/reuse/StatStack.h"
#include "test/support/TouchStreams.h"
#include "test/unit/PinnedNumbers.h"

namespace {

template <typename Visitor>
void inBatches(const TouchStream &T, size_t Most, Visitor Visit) {
  for (size_t At = 0, Next; At != T.Lines.size(); At = Next) {
    Next = std::min(T.Lines.size(), At + Most);
    Visit(Touches{{T.Lines.data() + At, Next - At}, T.Owners.data() + At}, At);
  }
}

void addCurves(PinnedNumbers &To, const MissCurves &M, size_t Shown) {
  NumberSum Sum;
  for (const CurveTotal &T : M.Totals) {
    To.row("total", T.Scope, T.ErrorPpm);
    Sum.add(T.ErrorPpm);
  }
  for (const MissCurve &C : M.Curves) {
    NumberSum Reuses;
    for (uint64_t Each : C.Reuses)
      Reuses.add(double(Each)), Sum.add(double(Each));
    Sum.add(double(C.Compulsory)), Sum.add(double(C.ErrorPpm));
    if (Shown-- > 0)
      To.row("curve", C.Scope, C.Structure, C.Compulsory, Reuses.sum(),
             C.ErrorPpm);
    else
      ++Shown;
  }
  To.row("sum", Sum.sum());
}

TEST(PinnedCurves, OfAThread) {
  TouchStream T = randomStream(5, 120'000);
  SampledCurves Curves(3);
  inBatches(T, 500, [&](const Touches &Each, size_t) {
    Curves.touch(ThreadId(0), Each);
  });
  std::vector<uint64_t> Counts(8);
  for (uint32_t Owner : T.Owners)
    ++Counts[Owner];
  MissCurves M;
  Curves.fill(Counts, M);
  PinnedNumbers To;
  addCurves(To, M, 4);
  expectPinned(To, R"(
total: 0 126276
total: 1 126276
curve: 0 0 1648 887859 261287
curve: 0 1 231 984715 61600
curve: 0 2 1120 886136 264483
curve: 0 3 1781 942680 652401
sum: 1223587530
)");
}

/// Threads that take turns, and one that ends; a region of interest begins
/// after a while, and counts are forgotten once.
TEST(PinnedCurves, OfThreadsThatTakeTurns) {
  TouchStream T = randomStream(6, 150'000);
  SampledCurves Curves(4);
  ExactCurves Exact;
  std::vector<uint64_t> Counts(8);
  inBatches(T, 400, [&](const Touches &Each, size_t At) {
    size_t Turn = At / 2000;
    if (Turn == 10 && At % 2000 == 0)
      Curves.forgetCounts(), Exact.forgetCounts(), Counts.assign(8, 0);
    bool Wanted = Turn / 5 % 4 != 1;
    Curves.count(Wanted), Exact.count(Wanted);
    ThreadId Thread(uint32_t(Turn % 3));
    if (Turn == 40 && At % 2000 == 0)
      Curves.threadEnded(ThreadId(1)), Exact.threadEnded(ThreadId(1));
    Curves.touch(Thread, Each);
    Exact.touch(Thread, Each, 8);
    for (uint32_t I = 0; Wanted && I != Each.size(); ++I)
      ++Counts[Each.Owners[I]];
  });
  MissCurves Estimated, True;
  Curves.fill(Counts, Estimated);
  Exact.fill(True);
  PinnedNumbers To;
  addCurves(To, Estimated, 3);
  addCurves(To, True, 1);
  expectPinned(To, R"(
total: 0 42887
total: 1 56733
curve: 0 0 3389 546237 151889
curve: 0 1 925 600704 82664
curve: 0 2 4074 677145 70101
sum: 433699432
total: 0 0
total: 1 0
curve: 0 0 2368 565673 0
sum: 64785401
)");
}

TEST(PinnedSamples, OfAStream) {
  TouchStream T = randomStream(7, 140'000);
  PinnedNumbers To;
  for (double Gap : {1.0, 40.0}) {
    ReuseSampler Sampler(5, Gap);
    inBatches(T, 300, [&](const Touches &Each, size_t At) {
      Sampler.count(At / 30'000 % 2 == 0);
      if (At == 60'000)
        Sampler.forgetCounts();
      Sampler.touch(Each);
    });
    ReuseSamples S = Sampler.samples();
    NumberSum All, Checks;
    for (const ReuseSample &Each : S.All)
      for (double Part : {double(Each.Start), double(Each.End % 1'000'003),
                          double(Each.Owner + 10 * Each.Counted)})
        All.add(Part);
    for (const ReuseCheck &C : S.Checks)
      for (double Part : {double(C.Pair.Start), double(C.Distance),
                          double(C.Burst), double(C.Pair.Counted)})
        Checks.add(Part);
    To.row("samples", S.All.size(), S.Touches, S.Gap, All.sum());
    To.row("checks", S.Checks.size(), Checks.sum());
  }
  expectPinned(To, R"(
samples: 69982 140000 2 5048384793279
checks: 2889 103223663527
samples: 3504 140000 40 250437261742
checks: 2889 103223663527
)");
}

TEST(PinnedDistances, OfSamples) {
  TouchStream T = randomStream(8, 60'000);
  ReuseSampler Sampler(6, 8);
  inBatches(T, 300, [&](const Touches &Each, size_t) { Sampler.touch(Each); });
  ReuseSamples S = Sampler.samples();
  std::vector<ReuseSample> Pairs;
  for (const ReuseSample &Each : S.All)
    if (Each.End != ReuseSample::Never)
      Pairs.push_back(Each);
  PinnedNumbers To;
  for (size_t Window : {16, 64, 1000, 100'000}) {
    NumberSum Sum;
    for (double Each : StatStack(S.All, Window).distances(Pairs))
      Sum.add(std::log1p(Each));
    To.row("window", Window, Sum.sum());
  }
  expectPinned(To, R"(
window: 16 36816.6139
window: 64 36758.6135
window: 1000 36713.9853
window: 100000 36447.0158
)");
}

/// Where nothing was sampled, nothing is known; all touches are there.
TEST(CurveEstimate, OfNothingIsOfAnything) {
  MissCurves M;
  CurveEstimate().fill(CurveScope::Shared, {0, 7}, M);
  ASSERT_EQ(M.Curves.size(), 1u);
  EXPECT_EQ(M.Curves[0].Scope, CurveScope::Shared);
  EXPECT_EQ(M.Curves[0].Structure, StructureId(1));
  EXPECT_EQ(M.Curves[0].Compulsory, 0u);
  EXPECT_EQ(M.Curves[0].Reuses, std::vector<uint64_t>{7});
  EXPECT_EQ(M.Curves[0].Samples, 0u);
  EXPECT_EQ(M.Curves[0].ErrorPpm, 1'000'000u);
  ASSERT_EQ(M.Totals.size(), 1u);
  EXPECT_EQ(M.Totals[0].ErrorPpm, 1'000'000u);
}

/// Lines of one place in the sampler's table, more than a place counts.
TEST(ReuseSampler, ManyLinesOfOnePlaceAreAllFollowed) {
  TouchStream T;
  constexpr uint64_t Lines = 600;
  for (uint64_t Round = 0; Round != 3; ++Round)
    for (uint64_t I = 0; I != Lines; ++I)
      T.add(I << 41, uint32_t(Round));
  ReuseSampler Sampler(1, 1);
  inBatches(T, 100, [&](const Touches &Each, size_t) { Sampler.touch(Each); });
  ReuseSamples S = Sampler.samples();
  ASSERT_EQ(S.All.size(), 3 * Lines);
  for (uint64_t I = 0; I != S.All.size(); ++I) {
    bool Last = I >= 2 * Lines;
    EXPECT_EQ(S.All[I].Start, I);
    EXPECT_EQ(S.All[I].End, Last ? ReuseSample::Never : I + Lines);
    EXPECT_EQ(S.All[I].Owner, std::min<uint64_t>(2, I / Lines + 1));
  }
}

/// One of eight stretches is looked at in the first 2^20 touches, then one of
/// thirty-two.
TEST(ReuseChecks, LookAtFewerStretchesAsTimeGoesOn) {
  ReuseChecks Checks(9);
  TouchStream T;
  for (uint64_t I = 0; I != 8192; ++I)
    T.add(I % 700, 0);
  constexpr uint64_t Stretches = 224;
  for (uint64_t Stretch = 0; Stretch != Stretches; ++Stretch)
    inBatches(T, 5000,
              [&](const Touches &Each, size_t) { Checks.touch(Each); });
  std::set<uint32_t> Bursts;
  for (const ReuseCheck &C : Checks.all()) {
    Bursts.insert(C.Burst);
    ASSERT_EQ(C.Distance, 699u);
    ASSERT_EQ(C.Pair.End - C.Pair.Start, 700u);
    ASSERT_EQ(C.Pair.Start / 8192, C.Burst);
    ASSERT_EQ(C.Pair.End / 8192, C.Burst);
  }
  std::map<uint32_t, unsigned> Parts;
  for (uint32_t Burst : Bursts)
    ++Parts[Burst < 128 ? Burst / 8 : 100 + Burst / 32];
  EXPECT_EQ(Parts.size(), 128 / 8 + (Stretches - 128) / 32u);
  for (auto [Part, Count] : Parts)
    EXPECT_EQ(Count, 1u) << Part;
}

} // namespace
