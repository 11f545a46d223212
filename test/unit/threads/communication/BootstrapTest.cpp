//===- BootstrapTest.cpp - samples that are drawn again -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/HotSpots.h"
#include "test/support/Test.h"
#include "test/unit/threads/communication/MadeGraph.h"

namespace {

/// Cache 0 writes lines (vertex 0), cache 1 reads them twice (vertex 1).
ReuseGraph handedOver() {
  return madeGraph({{0, true}, {1, false}},
                   {{0, 1, 100}, {1, 1, 100}, {1, 0, 99}});
}

/// Pairs in chain, too: of both vertices more ended than went on.
ReuseGraph inChains() {
  ReuseGraph G = madeGraph({{0, true}, {1, false}},
                           {{0, 1, 130, 30}, {1, 1, 120, 20}, {1, 0, 109, 10}});
  G.HasChains = true;
  for (ReuseVertex &V : G.Vertices)
    V.Dangling = 60, V.ChainedDangling = 50;
  return G;
}

/// What the bootstrap says of each vertex.
struct Drawn {
  std::vector<ExpectedRange> Invalidated, Sent;
  ExpectedRange All;

  Drawn(const ReuseGraph &G, double Period, unsigned Replicas) {
    std::vector<uint32_t> Groups(G.Vertices.size());
    for (uint32_t I = 0; I != Groups.size(); ++I)
      Groups[I] = I;
    BootstrapPlan Plan = {Replicas, 1, {Period, 0}};
    All = bootstrap(G, Plan, Groups, Groups.size(), Invalidated, Sent);
  }
  double width() const { return All.High - All.Low; }
};

TEST(Bootstrap, OfAllPairsIsTheEstimateItself) {
  for (const ReuseGraph &G : {handedOver(), inChains()}) {
    CommunicationModel M = expectCommunication(G, {1, 0});
    Drawn D(G, 1, 5);
    for (size_t V = 0; V != G.Vertices.size(); ++V) {
      EXPECT_NEAR(D.Invalidated[V].Low, M.Vertices[V].Invalidated, 1e-6);
      EXPECT_NEAR(D.Invalidated[V].High, M.Vertices[V].Invalidated, 1e-6);
      EXPECT_NEAR(D.Sent[V].Low, M.Vertices[V].Sent, 1e-6);
      EXPECT_NEAR(D.Sent[V].High, M.Vertices[V].Sent, 1e-6);
    }
    EXPECT_GT(D.All.High, 50);
  }
}

/// By sqrt(1 - 1/2); the drawn numbers are the same.
TEST(Bootstrap, OfEverySecondPairIsNarrower) {
  double Wide = Drawn(handedOver(), 1e9, 200).width() / 1e9;
  double Narrow = Drawn(handedOver(), 2, 200).width() / 2;
  EXPECT_NEAR(Narrow / Wide, std::sqrt(0.5), 0.05);
}

TEST(Bootstrap, NothingInChainBehindAVertexIsNoDivisionByNought) {
  ReuseGraph G = inChains();
  G.Vertices[1].ChainedDangling = 0;
  for (ReuseEdge &E : G.Edges)
    if (E.Source == 1)
      E.Chained = 0;
  Drawn D(G, 100, 20);
  for (const ExpectedRange &R : D.Invalidated)
    EXPECT_TRUE(std::isfinite(R.Low) && std::isfinite(R.High));
  EXPECT_LT(D.All.Low, D.All.High);
}

TEST(Bootstrap, OfTwoReplicasLiesBetweenThem) {
  EXPECT_GT(Drawn(handedOver(), 1000, 2).width(), 0);
  EXPECT_EQ(Drawn(handedOver(), 1000, 1).width(), 0);
}

/// Every second access of the reader finds the line; the writer always
/// does.
TEST(CommunicationModel, SaysHowOftenACacheMisses) {
  ReuseGraph G =
      madeGraph({{0, true}, {1, false}}, {{0, 1, 5}, {1, 1, 5}, {1, 0, 5}});
  CommunicationModel M = expectCommunication(G, {1000, 0});
  ASSERT_EQ(M.MissRatios.size(), 2u);
  EXPECT_NEAR(M.MissRatios[0], 0, 1e-9);
  EXPECT_NEAR(M.MissRatios[1], 0.5, 1e-9);
}

/// First touches are known by clearly more choices than came after a choice:
/// 4 to none, 12 to 4 and 24 to 12 are just two standard deviations.
TEST(CommunicationModel, FirstTouchesMustBeClear) {
  for (auto [Chosen, Second] :
       {std::pair(4.0, 0.0), std::pair(12.0, 4.0), std::pair(24.0, 12.0)})
    for (double More : {0.0, 0.1}) {
      ReuseGraph G = madeGraph({{0, false}, {1, false}}, {{1, 0, Second}});
      G.Vertices[0].Dangling = Chosen + More;
      CommunicationModel M = expectCommunication(G, {1, 0});
      const ExpectedCounts &C = M.Vertices[0];
      EXPECT_DOUBLE_EQ(C.Accesses, Chosen + More);
      double Mean = (Chosen + Second) / 2;
      EXPECT_DOUBLE_EQ(C.Cold, More == 0 ? Mean : Chosen + More) << Chosen;
    }
}

/// Small numbers are drawn one by one, others are normal: 40 is such a one.
TEST(Bootstrap, DrawsNormalNumbersFromFortyOn) {
  // The mean and the variance of what is drawn of many equal edges.
  for (double Count : {39.0, 40.0, 41.0}) {
    ReuseGraph G =
        madeGraph({{0, true}, {1, false}}, {{0, 1, Count}, {1, 0, Count}});
    Drawn D(G, 1e9, 1);
    double Misses = D.Invalidated[1].Low / 1e9;
    bool Whole = std::abs(2 * Misses - std::round(2 * Misses)) < 1e-6;
    EXPECT_EQ(Whole, Count < 40) << Count << " " << Misses;
  }
}

} // namespace
