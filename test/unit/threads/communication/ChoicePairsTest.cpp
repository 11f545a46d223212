//===- ChoicePairsTest.cpp - where choices came from ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/ChoicePairs.h"
#include "test/support/Test.h"

namespace {

constexpr uint32_t Nowhere = ChoicePairs::Nowhere;

/// Two vertices, of which the second one leads to end 7 only.
ChoicePairs twoVertices(double To7, double To8, double Dangling) {
  ChoicePairs C;
  C.Ends[7].Pairs = To7;
  C.Ends[8].Pairs = To8;
  C.Ends[Nowhere].Pairs = Dangling;
  C.ChainedEnds = {{7, {9, 30}}, {8, {20, 0}}};
  C.VertexCounts = {30, 30}; // one of the first one's dangled
  C.ChainedEnds[Nowhere] = {1, 0};
  return C;
}

TEST(ChoicePairs, AreSpreadAsChainsAre) {
  ChoicePairs C = twoVertices(40, 20, 0);
  EXPECT_FALSE(C.isClear());
  auto Shares = C.shares();
  // With one more pair, half of each vertex.
  EXPECT_EQ(Shares.at(7), (std::vector<double>{0, 9.5 / 40, 30.5 / 40}));
  EXPECT_EQ(Shares.at(8), (std::vector<double>{0, 20.5 / 21, 0.5 / 21}));
}

TEST(ChoicePairs, OfOneVertexAreItsOwn) {
  ChoicePairs C;
  C.Ends[3].Pairs = 5;
  C.VertexCounts = {2};
  EXPECT_EQ(C.shares().at(3), (std::vector<double>{0, 1}));
}

TEST(ChoicePairs, ThatNoChainKnowsAreFirstTouches) {
  ChoicePairs C;
  C.Ends[3].Pairs = 2;
  EXPECT_TRUE(C.isClear());
  EXPECT_EQ(C.shares().at(3), std::vector<double>{1});
}

/// A line's first touch is in no chain; there it goes to where more choices
/// lead than chains do.
TEST(ChoicePairs, OfFirstTouchesGoWhereChainsDoNot) {
  ChoicePairs C = twoVertices(39, 120, 1);
  EXPECT_DOUBLE_EQ(C.excess(), 100);
  EXPECT_TRUE(C.isClear());
  C.FirstTouches = 100;
  auto Shares = C.shares();
  EXPECT_DOUBLE_EQ(Shares.at(7)[0], 0);
  EXPECT_DOUBLE_EQ(Shares.at(8)[0], 100.0 / 120);
  for (const auto &[End, Row] : Shares)
    EXPECT_DOUBLE_EQ(std::accumulate(Row.begin(), Row.end(), 0.0), 1) << End;
}

/// Each line has one first touch and one last.
TEST(ChoicePairs, FirstTouchesAreAsManyAsLastOnes) {
  ChoicePairs Writer = twoVertices(39, 120, 1), Reader, Even;
  Reader.Ends[1].Pairs = 104;
  Reader.Ends[Nowhere].Pairs = 6;
  Reader.VertexCounts = {100};
  Even.Ends[1].Pairs = 80;
  Even.Ends[Nowhere].Pairs = 93;
  Even.VertexCounts = {183};
  std::vector<ChoicePairs *> All = {&Writer, &Reader, &Even};
  findFirstTouches(All);
  // 100 last touches: the clear excess is first, 10 may be chance.
  EXPECT_DOUBLE_EQ(Writer.FirstTouches, 100);
  EXPECT_DOUBLE_EQ(Reader.FirstTouches, 0);
  EXPECT_DOUBLE_EQ(Even.FirstTouches, 0);
  Even.Ends[Nowhere].Pairs = 98;
  findFirstTouches(All);
  EXPECT_DOUBLE_EQ(Writer.FirstTouches, 100);
  EXPECT_DOUBLE_EQ(Reader.FirstTouches, 5);
}

/// Among many places, some have an excess that looks clear by chance.
TEST(ChoicePairs, ChanceDoesNotMakeLines) {
  std::vector<ChoicePairs> Places(10);
  std::vector<ChoicePairs *> All;
  for (ChoicePairs &C : Places) {
    C.Ends[1].Pairs = 100;
    C.VertexCounts = {&C == &Places[0] ? 70.0 : 103.0};
    All.push_back(&C);
  }
  EXPECT_TRUE(Places[0].isClear());
  findFirstTouches(All);
  EXPECT_EQ(Places[0].FirstTouches, 0);
}

/// Lines that go on as another structure's are first touched, and never last.
TEST(ChoicePairs, FirstTouchesMayBeMoreThanLastOnes) {
  ChoicePairs C;
  C.Ends[1].Pairs = 1000;
  C.VertexCounts = {500};
  ChoicePairs *All[] = {&C};
  findFirstTouches(All);
  EXPECT_DOUBLE_EQ(C.FirstTouches, 500);
}

/// Two standard deviations exactly are not clear, nor are three of lines.
TEST(ChoicePairs, AreNotClearAtTheLimit) {
  ChoicePairs C;
  C.VertexCounts = {4};
  for (double Chosen : {11.9, 12.0, 12.1}) {
    // An excess of 8: 2 * sqrt(8 + 2 * 4).
    C.Ends[1].Pairs = Chosen;
    EXPECT_EQ(C.isClear(), Chosen > 12) << Chosen;
  }
  for (double Chosen : {8.9, 9.0, 9.1}) {
    ChoicePairs Single;
    Single.VertexCounts = {0};
    Single.Ends[1].Pairs = Chosen;
    ChoicePairs *All[] = {&Single};
    findFirstTouches(All);
    EXPECT_DOUBLE_EQ(Single.FirstTouches, Chosen > 9 ? Chosen : 0);
  }
}

} // namespace
