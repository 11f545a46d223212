//===- IntervalViewTest.cpp - one interval, its accesses ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/phases/IntervalView.h"
#include "analysis/study/phases/PictureCurves.h"
#include "analysis/study/phases/WaveletSweep.h"
#include "test/support/Test.h"

namespace {

using Counts = std::vector<BlockCount>;

/// A run of thread 0, three intervals of 1000 instructions, and of thread 2,
/// one. Pictures are of 4 rows and 2 columns.
class Recorded {
public:
  Recorded() {
    P.Program = "prog";
    P.IntervalInstructions = 1000;
    P.Signatures.Shape.Modulo = 1024;
    P.Signatures.Shape.Rows = 4, P.Signatures.Shape.Columns = 2;
    for (uint32_t I = 0; I != 3; ++I)
      P.Signatures.Places.push_back(
          {0, I, 1000ull * I, 1000, 1000ull * I, 1000ull * I + 1000});
    P.Signatures.Places.push_back({2, 0, 0, 1000, 3000, 4000});
  }

  void add(SignatureKind Kind, uint32_t Thread, uint32_t Interval, Counts C) {
    SignatureVector V{Kind, Thread, Interval};
    setCounts(V, packCounts(C));
    P.Signatures.Vectors.push_back(std::move(V));
  }
  PhaseInput input() {
    PhaseInput In;
    In.Runs = {&P, 1};
    for (size_t I = 0; I != P.Signatures.Places.size(); ++I) {
      const IntervalPlace &Place = P.Signatures.Places[I];
      In.Spans.push_back({0, Place.Thread, I, I + 1});
      IntervalFacts F;
      F.Thread = Place.Thread, F.Interval = Place.Interval;
      F.Instructions = 1000;
      F.Levels[1].Misses = 10 * (I + 1);
      In.Table.Intervals.push_back(F);
    }
    In.Table.Runs = 1, In.Table.Levels = 2;
    return In;
  }

  Profile P;
};

/// Points on a line.
PhaseStudy study(std::vector<float> Places, std::vector<uint32_t> Labels) {
  PhaseStudy S;
  S.Points = PointSet(1);
  for (float X : Places)
    S.Points.add({&X, 1}, 1);
  S.Chosen.Best.Clusters = 1 + *std::ranges::max_element(Labels);
  S.Chosen.Best.Labels = std::move(Labels);
  return S;
}

class IntervalViews : public testing::Test, protected Recorded {};

TEST_F(IntervalViews, ThreadsAndIntervalsAreThoseThatThereAre) {
  PhaseInput In = input();
  EXPECT_EQ(selectedThread(In, {}, {}).error().Message,
            "there are the threads 0, 2; say which with --thread 0");
  EXPECT_EQ(selectedThread(In, {}, 1).error().Message,
            "there is no thread 1; there are 0, 2");
  EXPECT_EQ(selectedThread(In, 1, {}).error().Message,
            "there is no run 2; runs are 1 to 1");
  EXPECT_EQ(selectedThread(In, {}, 2)->Thread, 2u);
  EXPECT_EQ(*selectedInterval(In, {0, {}, 2}), 3u);
  EXPECT_EQ(*selectedInterval(In, {2, 0, 0}), 2u);
  EXPECT_EQ(selectedInterval(In, {3, 0, 0}).error().Message,
            "thread 0 has no interval 3; its last one is 2");
  // Taken together, an interval has the numbers of all.
  In.Spans = {{0, 0, 0, 2}, {0, 0, 2, 3}};
  EXPECT_EQ(*selectedInterval(In, {1, {}, {}}), 0u);
  EXPECT_EQ(*selectedInterval(In, {2, {}, {}}), 1u);
}

TEST_F(IntervalViews, SitesAreThoseOfTheIntervalWithTheirStructures) {
  P.Sites.resize(3);
  P.Structures.resize(2);
  P.BySite = {{0, StructureId(0), {9, 7}},
              {1, StructureId(0), {9, 1}},
              {1, StructureId(1), {9, 3}}};
  P.Signatures.MissSites = {{0, 0, 0, 99}, {0, 1, 1, 6},
                            {0, 1, 0, 4},  {0, 1, MissSite::Others, 3},
                            {0, 2, 0, 5},  {2, 0, 1, 50}};
  PhaseInput In = input();
  auto V = good(intervalView(In, study({0, 0, 0, 0}, {0, 0, 0, 0}), 1, 5));
  ASSERT_EQ(V.Sites.size(), 2u);
  EXPECT_EQ(V.Sites[0].Site, 1u);
  EXPECT_EQ(V.Sites[0].Misses, 6u);
  EXPECT_EQ(V.OtherMisses, 3u);
  ASSERT_EQ(V.Sites[0].Structures.size(), 2u);
  EXPECT_EQ(V.Sites[0].Structures[0].first, StructureId(1));
  EXPECT_EQ(V.Sites[0].Structures[0].second, 0.75);
  // Two intervals taken together give sums.
  In.Spans[1] = {0, 0, 1, 3};
  V = good(intervalView(In, study({0, 0, 0, 0}, {0, 0, 0, 0}), 1, 5));
  ASSERT_EQ(V.Sites.size(), 2u);
  EXPECT_EQ(V.Sites[0].Site, 0u);
  EXPECT_EQ(V.Sites[0].Misses, 9u);
}

TEST_F(IntervalViews, SimilarOnesAreNearAndSumsAreOfPhaseAndRun) {
  PhaseInput In = input();
  auto V = good(intervalView(In, study({5, 1, 4, -9}, {0, 1, 0, 1}), 2, 2));
  EXPECT_EQ(V.Phase, 0u);
  ASSERT_EQ(V.Similar.size(), 2u);
  EXPECT_EQ(V.Similar[0].Interval, 0u);
  EXPECT_EQ(V.Similar[0].Distance, 1);
  EXPECT_EQ(V.Similar[1].Interval, 1u);
  EXPECT_EQ(V.Similar[1].Distance, 3);
  EXPECT_EQ(V.PhaseSums.Intervals, 2u);
  EXPECT_EQ(V.PhaseSums.Facts.Levels[1].Misses, 10u + 30);
  EXPECT_EQ(V.RunSums.Facts.Levels[1].Misses, 100u);
}

TEST_F(IntervalViews, StridesAndCodeAreTheIntervalsOwn) {
  for (uint32_t I = 0; I != 3; ++I)
    add(SignatureKind::LocalStride, 0, I, {{0, 1}, {8, 10 + I}, {15, 2}});
  P.Vectors.Source = BlockSource::Recorded;
  P.Vectors.Blocks = {{1, 0, "f", "a.c", 3, 5}, {4, 0, "g", "a.c", 9, 2}};
  P.Vectors.Intervals = {{0, 1, 1000, packCounts(Counts{{0, 20}, {1, 150}})},
                         {0, 2, 1000, packCounts(Counts{{0, 200}})}};
  PhaseInput In = input();
  auto V = good(intervalView(In, study({0, 0, 0, 0}, {0, 0, 0, 0}), 1, 5));
  ASSERT_EQ(V.Strides.size(), 3u);
  EXPECT_EQ(V.Strides[1].Bytes, 8u);
  EXPECT_EQ(V.Strides[1].Count, 11u);
  ASSERT_EQ(V.Code.size(), 2u);
  EXPECT_EQ(V.Code[0].Block, 1u);
  EXPECT_EQ(V.Code[0].Share, 0.75);
}

TEST_F(IntervalViews, StrideBucketsArePowersOfTwo) {
  std::vector<IntervalStride> B =
      strideBuckets({{0, 1}, {1, 2}, {2, 4}, {3, 8}, {64, 16}, {127, 32}});
  EXPECT_EQ(each(B, &IntervalStride::Bytes),
            (std::vector<uint64_t>{0, 1, 2, 64}));
  EXPECT_EQ(each(B, &IntervalStride::Count),
            (std::vector<uint64_t>{1, 2, 12, 48}));
}

class AccessBandsTest : public testing::Test, protected Recorded {};

TEST_F(AccessBandsTest, LoadsAloneAreOneBand) {
  // Column times 4 rows plus row.
  add(SignatureKind::Image, 0, 0, {{0, 3}, {7, 1}});
  add(SignatureKind::Image, 0, 1, {{4, 2}});
  add(SignatureKind::Image, 0, 2, {});
  PhaseInput In = input();
  auto P = good(accessPicture(In, 0, 0, 0, 100, 100));
  EXPECT_EQ(P.Rows, 4u);
  EXPECT_EQ(P.Columns, 6u);
  ASSERT_EQ(P.Bands.size(), 1u);
  EXPECT_EQ(P.Bands[0].Name, "loads");
  EXPECT_EQ(P.Bands[0].Dots, (std::vector<double>{3, 0, 0, 2, 0, 0, //
                                                  0, 0, 0, 0, 0, 0, //
                                                  0, 0, 0, 0, 0, 0, //
                                                  0, 1, 0, 0, 0, 0}));
  EXPECT_EQ(P.Bands[0].Most, 3);
  ASSERT_EQ(P.Slices.size(), 3u);
  EXPECT_EQ(P.Slices[1].Begin, 2);
  EXPECT_EQ(P.Slices[1].End, 4);
  // Smaller: neighbours are added up.
  P = good(accessPicture(In, 0, 0, 0, 2, 3));
  EXPECT_EQ(P.Bands[0].Dots, (std::vector<double>{3, 2, 0, 1, 0, 0}));
  EXPECT_EQ(P.Slices[1].Begin, 1);
  EXPECT_EQ(accessPicture(In, 0, 2, 0, 2, 3)->Columns, 2u);
}

TEST_F(AccessBandsTest, HitsAreLoadsThatDidNotMiss) {
  add(SignatureKind::Image, 0, 0, {{0, 9}, {1, 4}, {2, 1}});
  add(SignatureKind::MissImage, 0, 0, {{0, 2}, {2, 3}});
  add(SignatureKind::FirstMissImage, 0, 0, {{0, 5}, {2, 3}});
  PhaseInput In = input();
  auto P = good(accessPicture(In, 0, 0, 0, 100, 1));
  ASSERT_EQ(P.Bands.size(), 3u);
  EXPECT_EQ(P.Bands[0].Name, "hits");
  EXPECT_EQ(P.Bands[1].Name, "L1 misses, not L2 misses");
  EXPECT_EQ(P.Bands[2].Name, "L2 misses");
  // The misses of row 2 are of stores.
  EXPECT_EQ(P.Bands[0].Dots, (std::vector<double>{4, 4, 0, 0}));
  EXPECT_EQ(P.Bands[1].Dots, (std::vector<double>{3, 0, 0, 0}));
  EXPECT_EQ(P.Bands[2].Dots, (std::vector<double>{2, 0, 3, 0}));
}

TEST_F(AccessBandsTest, APictureOfMissesMayBeOfTheFirstLevel) {
  P.Signatures.Shape.MissLevel = 0;
  add(SignatureKind::Image, 0, 0, {{0, 9}, {1, 4}});
  add(SignatureKind::MissImage, 0, 0, {{0, 2}});
  PhaseInput In = input();
  auto P = good(accessPicture(In, 0, 0, 0, 100, 1));
  ASSERT_EQ(P.Bands.size(), 2u);
  EXPECT_EQ(P.Bands[0].Dots, (std::vector<double>{7, 4, 0, 0}));
  EXPECT_EQ(P.Bands[1].Name, "L1 misses");
  EXPECT_EQ(P.Bands[1].Dots, (std::vector<double>{2, 0, 0, 0}));
}

TEST_F(AccessBandsTest, NeedAPicture) {
  EXPECT_TRUE(has(errorOf(accessPicture(input(), 0, 0, 0, 9, 9)),
                  "record it with --phases=image,first-miss-image,miss-image"));
}

TEST(WaveletSweep, EachCellIsAClusteringOfItsOwn) {
  Recorded R;
  R.P.Signatures.Shape.Modulo = 4096;
  R.P.Signatures.Shape.Rows = 8;
  // Two by two alike; those with most misses are not neighbours.
  for (uint32_t I = 0; I != 3; ++I)
    R.add(SignatureKind::Image, 0, I, {{I % 2 ? 1u : 6u, 500}});
  R.add(SignatureKind::Image, 2, 0, {{1, 500}});
  PhaseInput In = R.input();
  PhaseOptions Options;
  Options.Choose.ClusterCounts = {2};
  auto S = good(sweepWavelets(In, Options, 1));
  EXPECT_EQ(S.Modulos, (std::vector<uint64_t>{1024, 2048, 4096}));
  EXPECT_EQ(S.Sizes, (std::vector<size_t>{4, 8, 16, 32, 64}));
  EXPECT_EQ(S.Instructions, 4000u);
  EXPECT_EQ(S.RowsNeeded, 8u);
  // Misses are 10, 20, 30, 40.
  EXPECT_DOUBLE_EQ(S.Sigma, std::sqrt(125.0));
  for (size_t M = 0; M != 3; ++M)
    for (size_t I = 0; I != 5; ++I) {
      ASSERT_TRUE(S.at(M, I)) << M << I;
      EXPECT_EQ(S.at(M, I)->Phases, 2u);
      EXPECT_DOUBLE_EQ(S.at(M, I)->Sigma, 10) << M << I;
    }
}

TEST(WaveletSweep, ModulosThatRowsDoNotHaveAreLeftOut) {
  Recorded R;
  R.P.Signatures.Shape.Modulo = 4096;
  R.P.Signatures.Shape.Rows = 6;
  for (uint32_t I = 0; I != 3; ++I)
    R.add(SignatureKind::Image, 0, I, {{I, 500}});
  R.add(SignatureKind::Image, 2, 0, {{1, 500}});
  auto S = good(sweepWavelets(R.input(), {}, 1));
  EXPECT_FALSE(S.at(0, 0));
  EXPECT_TRUE(S.at(1, 0));
  EXPECT_TRUE(S.at(2, 0));
  EXPECT_EQ(S.RowsNeeded, 12u);
}

} // namespace
