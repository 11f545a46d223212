//===- MarkersTest.cpp - places by block and count ------------------------===//

#include "analysis/points/Markers.h"
#include "test/support/Test.h"

namespace {

using Counts = std::vector<BlockExecutions>;

bool any(uint32_t) { return true; }

TEST(ExecutionsBefore, IntervalsThatHaveBegunCountInPart) {
  Counts A = {{1, 10}, {2, 4}}, B = {{1, 7}, {3, 30}};
  std::vector<ExecutedInterval> All = {{0, 0, 100, A}, {1, 50, 150, B}};
  using M = std::map<uint32_t, uint64_t>;
  EXPECT_EQ(executionsBefore(All, 0), M());
  EXPECT_EQ(executionsBefore(All, 50), (M{{1, 5}, {2, 2}}));
  EXPECT_EQ(executionsBefore(All, 100), (M{{1, 14}, {2, 4}, {3, 15}}));
  EXPECT_EQ(executionsBefore(All, 150), (M{{1, 17}, {2, 4}, {3, 30}}));
}

TEST(MarkRegion, ByHand) {
  Counts A = {{1, 10}, {2, 4}}, B = {{1, 3}, {2, 5}, {3, 30}},
         C = {{3, 20}, {4, 50}}, D = {{5, 1}};
  std::vector<ExecutedInterval> All = {
      {0, 0, 100, A}, {0, 100, 200, B}, {0, 200, 300, C}, {0, 300, 400, D}};
  // Block 2 is on both sides of 100, at least 4 times; 3 on both of 200.
  EXPECT_EQ(markRegion(All, 1, any), (MarkedRegion{{2, 5}, {3, 31}, 31}));
  // The first interval has no side before it.
  EXPECT_EQ(markRegion(All, 0, any), (MarkedRegion{{1, 1}, {2, 5}, 5}));
  // Nothing is on both sides of 300.
  EXPECT_EQ(markRegion(All, 2, any), (MarkedRegion{{3, 31}, {5, 1}, 1}));
  // The end of everything is the last execution.
  EXPECT_EQ(markRegion(All, 3, any), (MarkedRegion{{5, 1}, {5, 1}, 0}));
}

TEST(MarkRegion, TheSameBlockAtBothEnds) {
  Counts A = {{1, 10}}, B = {{1, 7}}, C = {{1, 20}};
  std::vector<ExecutedInterval> All = {
      {0, 0, 100, A}, {0, 100, 200, B}, {0, 200, 300, C}};
  // The 18th execution is the seventh behind the eleventh.
  EXPECT_EQ(markRegion(All, 1, any), (MarkedRegion{{1, 11}, {1, 18}, 7}));
}

TEST(MarkRegion, OnlyGoodBlocks) {
  Counts A = {{1, 10}, {2, 1}}, B = {{1, 7}, {2, 1}};
  std::vector<ExecutedInterval> All = {{0, 0, 100, A}, {0, 100, 200, B}};
  auto NotTheFirst = [](uint32_t Block) { return Block != 1; };
  EXPECT_EQ(markRegion(All, 0, NotTheFirst), (MarkedRegion{{2, 1}, {2, 2}, 1}));
  EXPECT_EQ(markRegion(All, 0, [](uint32_t) { return false; }), std::nullopt);
}

TEST(MarkRegion, OtherThreadsExecutionsCount) {
  Counts A = {{1, 10}}, B = {{1, 8}}, C = {{1, 100}};
  std::vector<ExecutedInterval> All = {
      {0, 0, 150, A}, {0, 200, 400, B}, {1, 50, 250, C}};
  // At 200, the other thread is three quarters through.
  EXPECT_EQ(markRegion(All, 1, any)->Start, (BlockMarker{1, 10 + 75 + 1}));
  // A thread's last interval does not end where another thread's begins.
  EXPECT_EQ(markRegion(All, 1, any)->End, (BlockMarker{1, 118}));
}

/// Whether the marker is the first execution at or behind the instruction.
TEST(MarkRegion, FindsThePlaceInARealSequence) {
  std::mt19937 Random(1);
  for (int Try = 0; Try != 30; ++Try) {
    // One instruction each; code changes now and then.
    std::vector<uint32_t> Sequence;
    for (int I = 0; I != 400; ++I)
      Sequence.push_back(uint32_t(I) / 90 * 2 + Random() % 4);
    std::vector<Counts> Vectors;
    std::vector<ExecutedInterval> All;
    for (uint32_t I = 0; I != 8; ++I) {
      Counts C;
      for (uint32_t B = 0; B != 20; ++B)
        if (auto N = std::count(Sequence.begin() + I * 50,
                                Sequence.begin() + I * 50 + 50, B))
          C.push_back({B, uint64_t(N)});
      Vectors.push_back(C);
    }
    for (uint32_t I = 0; I != 8; ++I)
      All.push_back({0, I * 50, I * 50 + 50, Vectors[I]});
    auto PlaceOf = [&](const BlockMarker &M) {
      uint64_t Seen = 0;
      for (size_t At = 0;; ++At)
        if (Sequence.at(At) == M.Block && ++Seen == M.Count)
          return At;
    };
    for (size_t I = 0; I != 7; ++I) {
      std::optional<MarkedRegion> R = markRegion(All, I, any);
      ASSERT_TRUE(R);
      for (auto [M, From] :
           {std::pair(R->Start, I * 50), std::pair(R->End, I * 50 + 50)}) {
        size_t At = PlaceOf(M);
        EXPECT_GE(At, From);
        EXPECT_EQ(std::find(Sequence.begin() + ptrdiff_t(From),
                            Sequence.begin() + ptrdiff_t(At), M.Block),
                  Sequence.begin() + ptrdiff_t(At));
      }
    }
  }
}

} // namespace
