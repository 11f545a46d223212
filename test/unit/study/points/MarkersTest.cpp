//===- MarkersTest.cpp - places by block and count, and their files -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/study/points/Markers.h"
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
  // The 18th execution is the seventh after the eleventh.
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

/// The marker is the first execution at or after the instruction.
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
      uint64_t Count = 0;
      for (size_t Index = 0;; ++Index)
        if (Sequence.at(Index) == M.Block && ++Count == M.Count)
          return Index;
    };
    for (size_t I = 0; I != 7; ++I) {
      auto R = good(markRegion(All, I, any));
      for (auto [M, Begin] :
           {std::pair(R.Start, I * 50), std::pair(R.End, I * 50 + 50)}) {
        size_t Index = PlaceOf(M);
        EXPECT_GE(Index, Begin);
        EXPECT_EQ(std::find(Sequence.begin() + ptrdiff_t(Begin),
                            Sequence.begin() + ptrdiff_t(Index), M.Block),
                  Sequence.begin() + ptrdiff_t(Index));
      }
    }
  }
}

TEST(MarkerFile, OneRegionAndItsWarmup) {
  SimulationRegion R;
  R.Cluster = 1;
  R.Interval = 5459;
  R.Range = {{0x4029a5, "my prog,v2", 0x29a5, 478047360},
             {0x401e47, "libm.so", 0x1e47, 2406261603},
             1516288,
             30000005};
  R.Weight = 0.044614;
  R.Multiplier = 463;
  R.Warmup = PlaceRange{{0x4049ab, "p", 0x49ab, 21}, R.Range.Start, 7, 1600};
  SimulationRegion Other;
  Other.Thread = 3;
  Other.Range = {{0x10, "p", 0, 1}, {0x20, "p", 0x10, 2}, 2, 9};
  Other.Weight = 1;
  EXPECT_EQ(
      markerFile(std::vector{Other, R}, {"memfacet", 1000, 10}),
      "# Regions based on: memfacet\n"
      "# comment,thread-id,region-id,start-pc, start-image-name, "
      "start-image-offset, start-pc-count,end-pc, end-image-name, "
      "end-image-offset, end-pc-count,end-pc-relative-count, region-length, "
      "region-weight, region-multiplier, region-type\n"
      "cluster 0 from slice 0,3,1,0x10,p,0x0,1,0x20,p,0x10,2,2,9,1.00000,"
      "0.000,simulation\n"
      "cluster 1 from slice 5459,global,2,0x4029a5,my_prog_v2,0x29a5,478047360,"
      "0x401e47,libm.so,0x1e47,2406261603,1516288,30000005,0.04461,463.000,"
      "simulation\n"
      "Warmup for regionid 2,global,4,0x4049ab,p,0x49ab,21,0x4029a5,my_prog_v2,"
      "0x29a5,478047360,7,1600,0.00000,0.000,warmup:2\n"
      "# Total instructions in 2 regions = 30000014\n"
      "# Total instructions in workload = 1000\n"
      "# Total slices in workload = 10\n");
}

std::vector<std::string> split(const std::string &Text, char Separator) {
  std::vector<std::string> Parts;
  std::istringstream In(Text);
  for (std::string Part; std::getline(In, Part, Separator);)
    Parts.push_back(Part);
  return Parts;
}

/// gem5 takes lines apart at blanks first, then the word that has the commas.
TEST(MarkerFile, ReadersFindTheirFields) {
  SimulationRegion R;
  R.Range.Start = {0xabc, "a b\tc", 1, 17};
  R.Range.End = {0xdef, "d,e", 2, 23};
  R.Range.RelativeEnd = 6;
  R.Multiplier = 2.5;
  R.Warmup = R.Range;
  std::vector<std::string> Lines = split(markerFile(std::vector{R}, {}), '\n');
  std::vector<std::string> Words = split(Lines.at(2), ' ');
  ASSERT_EQ(Words.size(), 5u);
  EXPECT_EQ(Words[0], "cluster");
  std::vector<std::string> Fields = split(Words[4], ',');
  ASSERT_EQ(Fields.size(), 16u);
  EXPECT_EQ(Fields[2], "1");
  EXPECT_EQ(Fields[3], "0xabc");
  EXPECT_EQ(Fields[6], "17");
  EXPECT_EQ(Fields[7], "0xdef");
  EXPECT_EQ(Fields[10], "23");
  EXPECT_EQ(Fields[11], "6");
  EXPECT_EQ(Fields[14], "2.500");
  Words = split(Lines.at(3), ' ');
  ASSERT_EQ(Words.size(), 4u);
  EXPECT_EQ(Words[0], "Warmup");
  Fields = split(Words[3], ',');
  EXPECT_EQ(Fields[0], "1");
  EXPECT_EQ(Fields[3], "0xabc");
  EXPECT_EQ(Fields[10], "23");
}

} // namespace
