//===- PhaseStudyTest.cpp - phases of made-up runs ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/phases/PhaseStudy.h"
#include "analysis/study/phases/CompareSignatures.h"
#include "analysis/study/phases/PhaseContents.h"
#include "analysis/study/points/Scores.h"
#include "test/support/PlantedRun.h"
#include "test/support/Test.h"
#include "test/unit/study/points/RandIndex.h"

namespace {

/// Thread 0 does 0 0 1 1 2 0 0 1 1 2 ..., thread 1 the same five later.
std::vector<PlantedInterval> twoThreads(std::vector<uint32_t> &Truth) {
  constexpr uint32_t Cycle[] = {0, 0, 1, 1, 2};
  std::vector<PlantedInterval> All;
  for (uint32_t I = 0; I != 20; ++I) {
    All.push_back({0, I, Cycle[I % 5]});
    if (I >= 3)
      All.push_back({1, I - 3, Cycle[I % 5]});
  }
  for (uint32_t Thread : {0u, 1u})
    for (const PlantedInterval &I : All)
      if (I.Thread == Thread)
        Truth.push_back(I.Phase);
  return All;
}

class StudyOfTwoThreads : public testing::Test {
protected:
  std::vector<uint32_t> Truth;
  Profile P = plantedRun(twoThreads(Truth), 3);
  PhaseInput In = good(phaseInput({&P, 1}, 0));
};

PhaseOptions upTo(uint32_t Clusters) {
  PhaseOptions Options;
  Options.Choose.MostClusters = Clusters;
  return Options;
}

TEST(PhaseIntervals, SpansTakeNeighboursTogetherUpToAPeriod) {
  std::vector<PlantedInterval> All;
  for (uint32_t I = 0; I != 7; ++I)
    All.push_back({0, I, 0});
  All.push_back({1, 0, 0});
  Profile P = plantedRun(All, 1);
  auto Lengths = [&](uint64_t Period) {
    std::vector<size_t> Result;
    for (const IntervalSpan &S : intervalSpans(P, 0, Period))
      Result.push_back(S.End - S.First);
    return Result;
  };
  EXPECT_EQ(Lengths(0), std::vector<size_t>(8, 1));
  EXPECT_EQ(Lengths(1000), std::vector<size_t>(8, 1));
  EXPECT_EQ(Lengths(3000), (std::vector<size_t>{3, 3, 1, 1}));
}

TEST(PhaseIntervals, SpansEndWhereAThreadWaited) {
  // The third interval was cut short.
  Profile P = plantedRun(
      {{0, 0, 0}, {0, 1, 0}, {0, 2, 0, 300}, {0, 3, 0}, {0, 4, 0}, {0, 5, 0}},
      1);
  std::vector<IntervalSpan> Spans = intervalSpans(P, 0, 4000);
  ASSERT_EQ(Spans.size(), 2u);
  EXPECT_EQ(Spans[0].End, 3u);
  EXPECT_EQ(Spans[1].End, 6u);
}

TEST(PhaseIntervals, FactsAreSumsOfStreams) {
  Profile P = plantedRun({{0, 0, 0}, {1, 0, 1}, {0, 1, 1}, {0, 2, 1}}, 2);
  std::vector<IntervalSpan> Spans = intervalSpans(P, 0, 2000);
  IntervalTable T = good(intervalTable({&P, 1}, Spans));
  ASSERT_EQ(T.Intervals.size(), 3u);
  IntervalFacts First{.Run = 0,
                      .Thread = 0,
                      .Interval = 0,
                      .Start = 0,
                      .Instructions = 2000,
                      .ProcessBegin = 0,
                      .ProcessEnd = 3000,
                      .Cycles = 3000};
  First.Levels[0] = {200, 60}, First.Levels[1] = {60, 30};
  EXPECT_EQ(T.Intervals[0], First);
  EXPECT_EQ(T.Intervals[1].Start, 2000u);
  EXPECT_EQ(T.Intervals[1].Cycles, 2000u);
  EXPECT_EQ(T.Intervals[2].Thread, 1u);
  EXPECT_EQ(T.Intervals[2].ProcessBegin, 1000u);
  EXPECT_TRUE(T.HasCycles);
}

TEST(SignatureVectors, BlocksCountInstructions) {
  Profile P = plantedRun({{0, 0, 0}, {0, 1, 2}}, 3);
  auto Spans = intervalSpans(P, 0, 2000);
  auto V = good(signatureVectors(P, 0, Spans, PhaseSignature::Blocks));
  ASSERT_EQ(V.size(), 1u);
  ASSERT_EQ(V[0].size(), 2u);
  EXPECT_EQ(V[0][0].Id, 1u);
  EXPECT_EQ(V[0][0].Count, 1000);
  EXPECT_EQ(V[0][1].Id, 3u);
}

TEST(SignatureVectors, StructuresAreTheSameInAllRuns) {
  // In the second run, the structures have other numbers.
  Profile A = plantedRun({{0, 0, 0}, {0, 1, 1}}, 2);
  Profile B = plantedRun({{0, 0, 1}, {0, 1, 0}}, 2);
  std::swap(B.Structures[0], B.Structures[1]);
  auto LabelsOf = [](const Profile &P) {
    auto Spans = intervalSpans(P, 0, 0);
    return *signatureVectors(P, 0, Spans, PhaseSignature::Structures);
  };
  auto InA = LabelsOf(A), InB = LabelsOf(B);
  for (size_t I : {0u, 1u}) {
    ASSERT_EQ(InA[I].size(), 1u);
    ASSERT_EQ(InB[I].size(), 1u);
    EXPECT_EQ(InA[I][0].Id, InB[I][0].Id);
    EXPECT_EQ(InA[I][0].Count, 100);
  }
}

// In a damaged profile, no dimension may be left.
TEST(SignatureVectors, ProjectedOnesHaveADimension) {
  Profile P = plantedRun({{0, 0, 0}, {0, 1, 1}}, 2);
  for (uint32_t Interval : {0u, 1u}) {
    SignatureVector &V = P.Signatures.Vectors.emplace_back();
    V.Kind = SignatureKind::ProjectedBlocks, V.Interval = Interval;
    BlockCount Instructions = {0, 1000};
    setCounts(V, packCounts({&Instructions, 1}));
  }
  PhaseInput In = good(phaseInput({&P, 1}, 0));
  PhaseOptions Options = upTo(2);
  Options.Signature.Terms = *parseSignatures("projected-blocks");
  PhaseStudy S = good(studyPhases(In, Options));
  EXPECT_EQ(S.Points.dimensions(), 1u);
  EXPECT_EQ(S.phases(), 1u);
}

/// Returns the pictures of all spans.
static std::vector<SpanPicture> pictures(const Profile &P,
                                         std::span<const IntervalSpan> Spans,
                                         uint64_t Modulo) {
  std::vector<SpanPicture> All;
  EXPECT_TRUE(visitPictures(P, 0, Spans, SignatureKind::Image, Modulo,
                            [&](size_t Span, const SpanPicture &Picture) {
                              EXPECT_EQ(Span, All.size());
                              EXPECT_EQ(Picture.Columns,
                                        pictureColumns(P, Spans[Span]));
                              All.push_back(Picture);
                            }));
  return All;
}

TEST(SignatureVectors, PicturesStandSideBySideAndFold) {
  Profile P = plantedRun({{0, 0, 3}, {0, 1, 11}}, 12);
  auto Spans = intervalSpans(P, 0, 2000);
  auto Whole = pictures(P, Spans, 0);
  const SpanPicture &W = Whole[0];
  ASSERT_EQ(W.Rows, 16u);
  ASSERT_EQ(W.Columns, 8u);
  EXPECT_EQ(W.Dots[0 * 16 + 3], 25);
  EXPECT_EQ(W.Dots[7 * 16 + 11], 25);
  EXPECT_EQ(W.Dots[7 * 16 + 3], 0);
  // Modulo half as much, rows 3 and 11 are the same.
  auto Folded = pictures(P, Spans, 512);
  EXPECT_EQ(Folded[0].Rows, 8u);
  EXPECT_EQ(Folded[0].Dots[0 * 8 + 3], 25);
  EXPECT_EQ(Folded[0].Dots[7 * 8 + 3], 25);
  EXPECT_TRUE(has(visitPictures(P, 0, Spans, SignatureKind::Image, 2048,
                                [](size_t, const SpanPicture &) {})
                      .error()
                      .Message,
                  "modulo 1024 in 16 rows"));
}

TEST_F(StudyOfTwoThreads, FindsPlantedPhasesByAnySignature) {
  for (const char *Name : {"blocks", "procedures", "loops", "wavelet",
                           "structures", "structure-misses", "miss-rates",
                           "blocks:2+wavelet:0.5", "blocks+miss-rates:2"}) {
    PhaseOptions Options = upTo(5);
    Options.Signature.Terms = *parseSignatures(Name);
    PhaseStudy S = good(studyPhases(In, Options));
    EXPECT_EQ(S.phases(), 3u) << Name;
    EXPECT_EQ(adjustedRandIndex(S.labels(), Truth), 1) << Name;
    // 0 and 1 have 8 intervals of thread 0 each; the third the fewest.
    EXPECT_EQ(S.labels()[4], 2u) << Name;
    ASSERT_EQ(S.Sample.size(), 3u);
    for (const Metric &M : In.Table.metrics())
      EXPECT_NEAR(estimateOf(M, In.Table, S.Sample), truthOf(M, In.Table),
                  1e-12)
          << Name;
    EXPECT_DOUBLE_EQ(simulatedShare(In, S), 3.0 / 37);
  }
}

/// One phase by all that is executed, by whose memory is touched and by what
/// the first level misses; every third interval misses the second level.
Profile sameCodeOtherMisses(std::vector<uint32_t> &Truth) {
  std::vector<PlantedInterval> All;
  for (uint32_t I = 0; I != 30; ++I) {
    Truth.push_back(I % 3 == 2);
    All.push_back({0, I, 0, 1000, Truth.back() ? 16 : 4});
  }
  return plantedRun(All, 1);
}

TEST(MissRates, TellWhatNeitherCodeNorDataDo) {
  std::vector<uint32_t> Truth;
  Profile P = sameCodeOtherMisses(Truth);
  PhaseInput In = good(phaseInput({&P, 1}, 0));
  SignatureCompareOptions Options;
  Options.Study = upTo(5);
  for (const char *Name :
       {"blocks", "procedures", "structures", "structure-misses", "miss-rates",
        "blocks+structure-misses+miss-rates"})
    Options.Signatures.push_back(*parseSignatures(Name));
  SignatureComparison C = good(compareSignatures(In, Options));
  // 4 and 16 in two of three: variance 2/9 12^2.
  for (size_t Blind : {0u, 1u, 2u, 3u}) {
    EXPECT_EQ(C.Rows[Blind].Phases, 1u) << C.Rows[Blind].Name;
    EXPECT_NEAR(*C.Rows[Blind].Sigma, std::sqrt(32), 1e-9);
  }
  for (size_t Sees : {4u, 5u}) {
    EXPECT_EQ(C.Rows[Sees].Phases, 2u) << C.Rows[Sees].Name;
    EXPECT_EQ(*C.Rows[Sees].Sigma, 0);
  }
}

TEST(MissRates, AreRootsOfRatesEachLevelScaledAlone) {
  std::vector<uint32_t> Truth;
  Profile P = sameCodeOtherMisses(Truth);
  Expected<PhaseInput> In = phaseInput({&P, 1}, 0);
  SignatureOptions Options;
  Options.Terms = *parseSignatures("miss-rates");
  PointSet Points =
      good(signaturePoints(In->Runs, In->Spans, In->Table, Options));
  ASSERT_EQ(Points.dimensions(), 2u);
  for (size_t I = 0; I != Truth.size(); ++I) {
    // 20 misses of 1000 instructions in all: a level that does not vary stays.
    EXPECT_FLOAT_EQ(Points.row(I)[0], std::sqrt(0.02f));
    // 2 and 4 per root of 1000 instructions: their variance is 2/9 2^2 / 1000.
    double Root = Truth[I] ? 4 : 2;
    EXPECT_FLOAT_EQ(Points.row(I)[1], float(Root / std::sqrt(8.0 / 9)));
  }
}

TEST(MissRates, AreScaledOnceOverAllRuns) {
  // The same interval is the same point in both runs, whatever else they do.
  std::vector<Profile> Runs = {
      plantedRun({{0, 0, 0, 1000, 4}, {0, 1, 0, 1000, 9}}, 1),
      plantedRun({{0, 0, 0, 1000, 4}, {0, 1, 0, 2000, 800}}, 1)};
  PhaseInput In = good(phaseInput(Runs, 0));
  SignatureOptions Options;
  Options.Terms = *parseSignatures("miss-rates");
  PointSet Points = good(signaturePoints(In.Runs, In.Spans, In.Table, Options));
  EXPECT_EQ(Points.row(0)[1], Points.row(2)[1]);
  // Rates of 4, 9 and 400 in a thousand.
  float Unit = Points.row(0)[1] / 2;
  EXPECT_FLOAT_EQ(Points.row(1)[1], 3 * Unit);
  EXPECT_FLOAT_EQ(Points.row(3)[1], 20 * Unit);
}

TEST_F(StudyOfTwoThreads, ABudgetTakesSeveralPointsOfAPhase) {
  PhaseOptions Options = upTo(5);
  Options.Budget = PointBudget{8, 0};
  PhaseStudy S = good(studyPhases(In, Options));
  EXPECT_EQ(S.phases(), 3u);
  ASSERT_EQ(S.Picked.size(), 8u);
  double Sum = 0;
  for (size_t I = 0; I != 8; ++I) {
    EXPECT_EQ(S.pointNumber(I), I);
    EXPECT_EQ(S.Picked[I].Cluster, S.labels()[S.Picked[I].Interval]);
    Sum += S.Sample[I].Weight;
  }
  EXPECT_NEAR(Sum, 1, 1e-12);
  for (const Metric &M : In.Table.metrics())
    EXPECT_NEAR(estimateOf(M, In.Table, S.Sample), truthOf(M, In.Table), 1e-12);
  EXPECT_DOUBLE_EQ(simulatedShare(In, S), 8.0 / 37);
}

TEST_F(StudyOfTwoThreads, ProjectionIsLeftOutWhereItIsNotWanted) {
  PhaseOptions Options = upTo(5);
  Options.Signature.Dimensions = 0;
  PhaseStudy S = good(studyPhases(In, Options));
  EXPECT_EQ(S.Points.dimensions(), 3u);
  EXPECT_EQ(S.Points.row(4)[2], 1); // counts per instruction
  EXPECT_EQ(adjustedRandIndex(S.labels(), Truth), 1);
}

TEST(PhaseStudy, TheSamePhaseInTwoRunsIsOne) {
  std::vector<uint32_t> Truth, Ignored;
  std::vector<Profile> Runs = {plantedRun({{0, 0, 0}, {0, 1, 1}, {0, 2, 0}}, 2),
                               plantedRun(twoThreads(Ignored), 3)};
  Truth = {0, 1, 0};
  Truth.insert(Truth.end(), Ignored.begin(), Ignored.end());
  PhaseInput In = good(phaseInput(Runs, 0));
  PhaseStudy S = good(studyPhases(In, upTo(6)));
  EXPECT_EQ(adjustedRandIndex(S.labels(), Truth), 1);
}

TEST_F(StudyOfTwoThreads, SaysWhatWasNotRecorded) {
  PhaseOptions Options;
  Options.Signature.Terms = *parseSignatures("reuse");
  EXPECT_EQ(errorOf(studyPhases(In, Options)),
            "the profile of 'planted' has no reuse "
            "distances; record it with --phases");
  Profile Empty;
  Empty.Program = "a";
  EXPECT_EQ(phaseInput({&Empty, 1}, 0).error().Message,
            "the profile of 'a' does not know what its intervals look like; "
            "record it with --phases");
}

TEST(PhaseStudy, SignaturesAreSpelledOut) {
  auto Wrong = [](std::string_view Text) {
    auto Terms = parseSignatures(Text);
    return Terms ? std::string() : Terms.error().Message;
  };
  auto Terms = *parseSignatures("blocks:1.5+reuse");
  ASSERT_EQ(Terms.size(), 2u);
  EXPECT_EQ(Terms[0].Weight, 1.5);
  EXPECT_EQ(Terms[1].Signature, PhaseSignature::Reuse);
  EXPECT_EQ(Wrong("block").substr(0, 43),
            "'block' is no signature; there are blocks, ");
  EXPECT_EQ(Wrong("blocks:0"), "'0' is no weight of a signature; write for "
                               "instance blocks:1+reuse:0.5");
  EXPECT_NE(Wrong("blocks:inf"), "");
  EXPECT_NE(Wrong(""), "");
}

TEST_F(StudyOfTwoThreads, NamesTheCodeAndTheDataOfAPhase) {
  auto C = good(phaseContents(In, Truth, 3, 1, 2));
  ASSERT_EQ(C.size(), 3u);
  ASSERT_EQ(C[1].Code.size(), 1u);
  EXPECT_EQ(C[1].Code[0].Function, "f1");
  EXPECT_EQ(C[1].Code[0].Line, 11u);
  EXPECT_EQ(C[1].Code[0].Share, 1);
  ASSERT_EQ(C[2].Data.size(), 1u);
  EXPECT_EQ(C[2].Data[0].Name, "s2");
  // All in one: sums over phases.
  auto All = phaseContents(In, std::vector<uint32_t>(Truth.size()), 1, 1, 9);
  ASSERT_EQ((*All)[0].Data.size(), 3u);
  double Sum = sumOf((*All)[0].Data, &PhaseData::Share);
  EXPECT_NEAR(Sum, 1, 1e-12);
}

TEST(MergedThreads, OneThreadIsItself) {
  std::vector<PlantedInterval> All;
  for (uint32_t I = 0; I != 12; ++I)
    All.push_back({0, I, I % 3});
  Profile P = plantedRun(All, 3);
  Expected<PhaseInput> In = phaseInput({&P, 1}, 0);
  Expected<PhaseStudy> S = studyPhases(*In, upTo(5));
  ChooseOptions Choose;
  Choose.MostClusters = 5;
  std::vector<uint32_t> Merged = mergedThreadLabels(*In, S->Points, Choose);
  EXPECT_EQ(adjustedRandIndex(Merged, S->labels()), 1);
}

TEST_F(StudyOfTwoThreads, ScoresAndBaselines) {
  SignatureCompareOptions Options;
  Options.Study = upTo(5);
  for (PhaseSignature S : AllPhaseSignatures)
    Options.Signatures.push_back({{S, 1}});
  SignatureComparison C = good(compareSignatures(In, Options));
  std::map<std::string, SignatureScore> Rows;
  for (const SignatureScore &R : C.Rows)
    Rows[R.Name] = R;
  // Only what there is.
  EXPECT_EQ(C.Rows.size(), 7 + 7u);
  ASSERT_EQ(C.Metrics.size(), 3u);
  const SignatureScore &Blocks = Rows.at("basic block vectors");
  EXPECT_EQ(Blocks.Phases, 3u);
  EXPECT_NEAR(*Blocks.Reductions[0], 1, 1e-9);
  EXPECT_NEAR(*Blocks.Sigma, 0, 1e-9);
  EXPECT_NEAR(*Blocks.Errors[0], 0, 1e-12);
  EXPECT_LT(*Rows.at("shuffled labels").Reductions[0], 0.3);
  EXPECT_NEAR(*Rows.at("soft bound (the metric itself)").Reductions[0], 1,
              1e-9);
  EXPECT_GT(*Rows.at("first intervals").Errors[0] *
                *Rows.at("first intervals").Errors[0],
            0.01);
  EXPECT_GT(C.Sigma, 5);
}

} // namespace
