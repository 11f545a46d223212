//===- CacheStatesTest.cpp - the model's equations ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/CacheStates.h"
#include "test/support/Test.h"
#include "test/unit/threads/communication/MadeGraph.h"
#include <Eigen/SparseLU>

namespace {

/// Cache 0 writes, then cache 1 reads eight times. With shares of what leaves a
/// vertex, as the paper prints it, the reader would be in cache 0 with
/// "probability" 8.
TEST(CacheStates, AreProbabilitiesWhereAReaderReadsOften) {
  ReuseGraph G =
      madeGraph({{0, true}, {1, false}}, {{0, 1, 1}, {1, 1, 7}, {1, 0, 1}});
  LineStates Of0 = solveStates(G, 0);
  EXPECT_DOUBLE_EQ(Of0.Present[1], 1); // it wrote the line, others only read it
  EXPECT_DOUBLE_EQ(Of0.Present[0], 1);
  LineStates Of1 = solveStates(G, 1);
  EXPECT_DOUBLE_EQ(Of1.Present[1], 7.0 / 8);
  EXPECT_DOUBLE_EQ(Of1.Lost[1], 1.0 / 8);
  EXPECT_DOUBLE_EQ(Of1.Present[0], 1);
}

/// Two foreign readers that no other leads to: any number would satisfy
/// their equations, and 0 is true.
TEST(CacheStates, OfAClosedClassThatNobodyEntersAreNought) {
  ReuseGraph G = madeGraph({{1, false}, {2, false}, {0, true}},
                           {{0, 1, 3}, {1, 0, 3}, {0, 2, 1}});
  LineStates S = solveStates(G, 0);
  EXPECT_EQ(S.Present, (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(S.Lost, (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(S.EverPresent, (std::vector<double>{0, 0, 0}));
}

TEST(CacheStates, OfVerticesThatNothingEntersAreNought) {
  ReuseGraph G = madeGraph({{0, false}, {1, true}}, {{0, 1, 5}});
  LineStates S = solveStates(G, 0);
  EXPECT_EQ(S.Present, (std::vector<double>{0, 1}));
  EXPECT_EQ(S.Lost, (std::vector<double>{0, 0}));
}

/// A vertex that others lead to, and that leads only to itself.
TEST(CacheStates, EliminateSelfLoops) {
  ReuseGraph G = madeGraph({{0, false}, {1, false}}, {{0, 1, 1e-6}, {1, 1, 1}});
  EXPECT_NEAR(solveStates(G, 0).Present[1], 1, 1e-9);
}

/// Three caches: a writer (0), and two readers that read one after the
/// other. Cache 2 finds its copy gone each time, cache 0 never.
TEST(CacheStates, OfThreeCaches) {
  ReuseGraph G = madeGraph({{0, true}, {1, false}, {2, false}},
                           {{0, 1, 10}, {1, 2, 10}, {2, 0, 9}});
  LineStates Of0 = solveStates(G, 0), Of1 = solveStates(G, 1),
             Of2 = solveStates(G, 2);
  EXPECT_EQ(Of0.Present, (std::vector<double>{1, 1, 1}));
  EXPECT_EQ(Of1.Present, (std::vector<double>{1, 0, 1}));
  EXPECT_EQ(Of1.Lost, (std::vector<double>{0, 1, 0}));
  EXPECT_EQ(Of2.Present, (std::vector<double>{1, 0, 0}));
  EXPECT_EQ(Of2.Lost, (std::vector<double>{0, 1, 1}));
}

ReuseGraph randomGraph(std::mt19937_64 &Random, uint32_t Vertices,
                       uint32_t Caches) {
  std::vector<std::pair<uint32_t, bool>> Accesses;
  for (uint32_t I = 0; I != Vertices; ++I)
    Accesses.emplace_back(uint32_t(Random() % Caches), Random() % 3 == 0);
  std::vector<MadeEdge> Edges;
  for (uint32_t Target = 0; Target != Vertices; ++Target) {
    std::vector<bool> Used(Vertices);
    for (uint32_t I = 0, End = uint32_t(Random() % 5); I != End; ++I) {
      auto Source = uint32_t(Random() % Vertices);
      if (!Used[Source])
        Edges.push_back({Source, Target, double(1 + Random() % 1000)});
      Used[Source] = true;
    }
  }
  return madeGraph(Accesses, Edges);
}

/// The equations as they stand, without leaving any out, of a direct solver;
/// what leads nowhere else is made to leak a little, so that it can solve them.
std::vector<double> directly(const ReuseGraph &G, uint32_t Cache,
                             bool ReadsOnly) {
  auto Size = Eigen::Index(G.Vertices.size());
  std::vector<Eigen::Triplet<double>> Terms;
  Eigen::VectorXd Source = Eigen::VectorXd::Zero(Size);
  for (uint32_t V = 0; V != Size; ++V) {
    double Sum = sumOf(G.incoming(V), &ReuseEdge::Weight);
    Terms.emplace_back(V, V, 1 + 1e-13);
    for (const ReuseEdge &E : G.incoming(V))
      if (G.Vertices[E.Source].Cache == Cache)
        Source[V] += E.Weight / Sum;
      else if (!ReadsOnly || !G.Vertices[E.Source].Writes)
        Terms.emplace_back(V, E.Source, -E.Weight / Sum);
  }
  Eigen::SparseMatrix<double> A(Size, Size);
  A.setFromTriplets(Terms.begin(), Terms.end());
  Eigen::SparseLU<Eigen::SparseMatrix<double>> Solver(A);
  Eigen::VectorXd X = Solver.solve(Source);
  return {X.begin(), X.end()};
}

TEST(CacheStates, AreThoseOfADirectSolver) {
  std::mt19937_64 Random(7);
  for (int Round = 0; Round != 60; ++Round) {
    ReuseGraph G = randomGraph(Random, 2 + uint32_t(Random() % 60), 3);
    for (uint32_t Cache = 0; Cache != G.Caches; ++Cache) {
      LineStates S = solveStates(G, Cache);
      std::vector<double> Present = directly(G, Cache, true);
      std::vector<double> EverPresent = directly(G, Cache, false);
      for (size_t V = 0; V != Present.size(); ++V) {
        EXPECT_NEAR(S.Present[V], Present[V], 1e-6) << Round << " " << V;
        EXPECT_NEAR(S.EverPresent[V], EverPresent[V], 1e-6)
            << Round << " " << V;
        EXPECT_NEAR(S.Present[V] + S.Lost[V], S.EverPresent[V], 1e-6);
      }
    }
  }
}

/// What happens to a line, followed from a vertex backwards, along edges by
/// their shares, until it is known.
struct Fate {
  double InCache = 0, Lost = 0;
};
Fate walkBackwards(const ReuseGraph &G, uint32_t Vertex, uint32_t Cache,
                   std::mt19937_64 &Random) {
  constexpr int Walks = 20000, Longest = 2000;
  Fate Result;
  for (int Walk = 0; Walk != Walks; ++Walk) {
    uint32_t V = Vertex;
    bool Written = false;
    for (int Step = 0; Step != Longest; ++Step) {
      double Sum = sumOf(G.incoming(V), &ReuseEdge::Weight);
      if (Sum == 0)
        break;
      double Left = std::uniform_real_distribution(0.0, Sum)(Random);
      for (const ReuseEdge &E : G.incoming(V))
        if (V = E.Source, (Left -= E.Weight) < 0)
          break;
      if (G.Vertices[V].Cache == Cache) {
        (Written ? Result.Lost : Result.InCache) += 1.0 / Walks;
        break;
      }
      Written |= G.Vertices[V].Writes;
    }
  }
  return Result;
}

TEST(CacheStates, AreThoseOfRandomWalks) {
  std::mt19937_64 Random(11);
  for (int Round = 0; Round != 4; ++Round) {
    ReuseGraph G = randomGraph(Random, 12, 3);
    LineStates S = solveStates(G, 1);
    for (uint32_t V = 0; V != G.Vertices.size(); ++V) {
      Fate F = walkBackwards(G, V, 1, Random);
      // Five standard deviations of 20,000 walks.
      EXPECT_NEAR(S.Present[V], F.InCache, 0.018);
      EXPECT_NEAR(S.Lost[V], F.Lost, 0.018);
    }
  }
}

/// Self-loops close to 1, where iterations creep.
TEST(CacheStates, OfLongStays) {
  ReuseGraph G = madeGraph(
      {{0, false}, {1, false}, {2, false}, {2, true}},
      {{0, 1, 1}, {1, 1, 1e7}, {1, 2, 1}, {2, 2, 1e7}, {3, 2, 1}, {2, 3, 1}});
  LineStates S = solveStates(G, 0);
  EXPECT_NEAR(S.Present[2], 0.5, 1e-6);
  EXPECT_NEAR(S.Present[1], 1, 1e-6);
}

/// Cache 0 writes in one of two places, then reads what it wrote; cache 1 reads
/// it after that, three times.
TEST(CacheStates, LastForeignWritesAreBehindReads) {
  ReuseGraph G =
      madeGraph({{0, true}, {0, true}, {0, false}, {1, false}},
                {{0, 2, 3}, {1, 2, 1}, {2, 3, 4}, {3, 3, 8}, {3, 0, 4}});
  std::vector<double> Last =
      lastForeignWrites(G, std::vector<WeightedVertex>{{3, 1}});
  // Two of three times, its own read was before.
  EXPECT_NEAR(Last[0], 0.75 / 3, 1e-12);
  EXPECT_NEAR(Last[1], 0.25 / 3, 1e-12);
  EXPECT_EQ(Last[2], 0);
  EXPECT_EQ(Last[3], 0);
  // Several vertices of a cache count by weight: here, both are
  // one.
  std::vector<double> Sum =
      lastForeignWrites(G, std::vector<WeightedVertex>{{3, 2}, {3, 1}});
  EXPECT_NEAR(Sum[0], 3 * Last[0], 1e-12);
}

TEST(CacheStates, LoseWhatHasNoRoom) {
  ReuseGraph G =
      madeGraph({{0, false}, {1, false}}, {{0, 0, 6}, {1, 0, 2}, {0, 1, 2}});
  // Edges are sorted by To: 0>0, 1>0, 0>1.
  std::vector<double> Survival = {0.5, 1, 0.25};
  LineStates S = solveStates(G, 0, Survival);
  EXPECT_DOUBLE_EQ(S.Present[1], 0.25);
  EXPECT_DOUBLE_EQ(S.Present[0], 0.75 * 0.5 + 0.25 * 0.25);
  EXPECT_DOUBLE_EQ(S.EverPresent[0], 1);
  EXPECT_DOUBLE_EQ(S.Lost[0], 0);
}

} // namespace
