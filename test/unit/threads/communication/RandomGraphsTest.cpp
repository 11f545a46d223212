//===- RandomGraphsTest.cpp - sums over many graphs and samples -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many random cases, all of whose numbers are added up with weights. See
// PinnedNumbers.h for how to take a change over.
//
//===----------------------------------------------------------------------===//

#include "analysis/gauges/sample/PoissonLimits.h"
#include "analysis/threads/communication/ChoicePairs.h"
#include "analysis/threads/communication/CommunicationModel.h"
#include "analysis/threads/communication/ExpectedRange.h"
#include "test/unit/PinnedNumbers.h"
#include "test/unit/threads/communication/MadeGraph.h"

namespace {

/// Weights, chains, distances, what dangles: anything that may be.
ReuseGraph randomGraph(std::mt19937_64 &Random) {
  uint32_t Count = 2 + uint32_t(Random() % 9), Caches = 2 + Random() % 2;
  bool InChains = Random() % 2;
  std::vector<std::pair<uint32_t, bool>> Vertices;
  for (uint32_t I = 0; I != Count; ++I)
    Vertices.emplace_back(uint32_t(Random() % Caches), Random() % 2);
  std::vector<MadeEdge> Edges;
  for (uint32_t Target = 0; Target != Count; ++Target)
    for (uint32_t Source = 0; Source != Count; ++Source)
      if (Random() % 3 == 0) {
        double Chained = InChains ? double(Random() % 30) : 0;
        double Chosen = Random() % 6 ? double(Random() % 40) : 0;
        Edges.push_back({Source, Target, Chosen + Chained, Chained});
      }
  ReuseGraph G = madeGraph(Vertices, Edges);
  G.Caches = Caches;
  G.HasChains = InChains;
  for (ReuseEdge &E : G.Edges) {
    E.IsDisjoint = G.Vertices[E.Source].Writes && Random() % 3 == 0;
    E.Overlapping = double(Random() % 11) / 10;
    for (size_t I = Random() % 7; I != 0; --I)
      E.Distances.push_back(double(Random() % 9));
  }
  for (ReuseVertex &V : G.Vertices) {
    V.ChainedDangling = InChains ? double(Random() % 5) : 0;
    V.Dangling = V.ChainedDangling + double(Random() % 5);
    if (InChains && Random() % 6 == 0)
      V.PreviousCache = NoPreviousCache;
  }
  double Left = 1;
  for (uint32_t I = 1; I < Caches; ++I) {
    G.CacheShares.push_back(Left / 3);
    Left -= Left / 3;
  }
  G.CacheShares.push_back(Left);
  return G;
}

void addModels(PinnedNumbers &Numbers, std::string_view Name,
               const ModelOptions &Options) {
  std::mt19937_64 Random(5);
  std::map<std::string, NumberSum> Sums;
  for (int Round = 0; Round != 100; ++Round) {
    ReuseGraph G = randomGraph(Random);
    CommunicationModel M = expectCommunication(G, Options);
    for (const ExpectedCounts &C : M.Vertices) {
      Sums["accesses"].add(C.Accesses);
      Sums["invalidated"].add(C.Invalidated);
      Sums["unshared"].add(C.Unshared);
      Sums["told"].add(C.Classified);
      Sums["cold"].add(C.Cold);
      Sums["evicted"].add(C.Evicted);
      Sums["sent"].add(C.Sent);
    }
    for (double Ratio : M.MissRatios)
      Sums["miss ratios"].add(Ratio);
    for (const LineStates &S : M.States)
      for (const std::vector<double> *List :
           {&S.Present, &S.Lost, &S.EverPresent})
        for (double X : *List)
          Sums["states"].add(X);
    std::vector<WeightedVertex> Starts;
    for (uint32_t V = 0; V != G.Vertices.size(); ++V)
      if (G.Vertices[V].Cache == 0)
        Starts.push_back({V, 1.0 / double(1 + V)});
    if (!Starts.empty())
      for (double X : lastForeignWrites(G, Starts))
        Sums["last writes"].add(X);
  }
  for (const auto &[List, Sum] : Sums)
    Numbers.row(fmt::format("{} {}", Name, List), Sum.sum());
}

TEST(RandomGraphs, GiveTheseSums) {
  PinnedNumbers Numbers;
  addModels(Numbers, "large", {10, 0});
  addModels(Numbers, "small", {1, 6});
  expectPinned(Numbers, R"(
large accesses: 91177680
large cold: 110601.068
large evicted: 0
large invalidated: 83115.9144
large last writes: 33.5520254
large miss ratios: 158.5732
large sent: 92789.5182
large states: 3673.75018
large told: 42990.0433
large unshared: 23643.1654
small accesses: 9117768
small cold: 11060.1068
small evicted: 3027.12688
small invalidated: 7373.27462
small last writes: 33.5520254
small miss ratios: 167.303507
small sent: 8111.60286
small states: 3446.28623
small told: 3832.99293
small unshared: 2111.47039
)");
}

PairSample randomSample(std::mt19937_64 &Random) {
  PairSample S;
  S.Period = 1 + Random() % 50;
  for (uint32_t I = 0, End = 2 + uint32_t(Random() % 5); I != End; ++I)
    S.Sites.push_back({"f.c",
                       Random() % 4 ? "f" : "g",
                       uint32_t(Random() % 3),
                       0,
                       AccessKind(Random() % 3),
                       {}});
  bool Known = Random() % 3 != 0;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>, PairVertex> All;
  for (size_t I = 0, End = 4 + Random() % 12; I != End; ++I) {
    PairVertex V;
    V.Site = uint32_t(Random() % S.Sites.size());
    V.Structure = StructureId(uint32_t(Random() % 2));
    V.Thread = uint32_t(Random() % 4);
    if (Known && Random() % 3 != 0)
      V.PreviousThread = uint32_t(Random() % 4);
    V.Firsts = Random() % 60;
    V.Dangling = Random() % 4;
    V.Bytes = ~uint64_t(0);
    for (int Times = 0; Times != 3; ++Times)
      V.Bytes &= Random();
    All[{V.Site, V.Structure.Value, V.Thread, V.PreviousThread}] = V;
  }
  for (const auto &[Key, V] : All)
    S.Vertices.push_back(V);
  for (uint32_t First = 0; First != S.Vertices.size(); ++First)
    for (uint32_t Second = 0; Second != S.Vertices.size(); ++Second) {
      // What follows a choice is seen without the thread before.
      bool Fits = (S.Vertices[First].PreviousThread == UnknownThread) ==
                  (S.Vertices[Second].PreviousThread == UnknownThread);
      if (!Fits || Random() % 3 != 0)
        continue;
      PairCount C{First, Second, 0, 0, {}};
      for (size_t I = 1 + Random() % 5; I != 0; --I) {
        C.Distances.push_back(Random() % 20);
        C.Pairs += C.Distances.back();
      }
      C.Overlapping = Random() % (C.Pairs + 1);
      S.Pairs.push_back(C);
    }
  for (uint32_t Thread = 0; Thread != 4; ++Thread)
    if (Random() % 3 != 0)
      S.Threads.push_back({Thread, Random() % 1000, 0});
  return S;
}

TEST(RandomSamples, GiveTheseGraphs) {
  std::mt19937_64 Random(6);
  std::map<std::string, NumberSum> Sums;
  for (int Round = 0; Round != 200; ++Round) {
    GraphOptions Options;
    Options.LeastRefined = double(Random() % 3) * 4;
    if (Random() % 3 == 0)
      Options.Map = good(ThreadMap::parse("0,2|1"));
    ReuseGraph G = makeReuseGraph(randomSample(Random), Options);
    Sums["caches"].add(G.Caches + 10 * G.HasChains);
    for (double Share : G.CacheShares)
      Sums["shares"].add(Share);
    for (const ReuseVertex &V : G.Vertices) {
      Sums["vertices"].add(V.Site + 5 * V.Structure.Value + 10 * V.Cache +
                           50 * V.Writes + double(V.PreviousCache % 97));
      Sums["dangling"].add(V.Dangling);
      Sums["chained dangling"].add(V.ChainedDangling);
    }
    for (const ReuseEdge &E : G.Edges) {
      Sums["ends"].add(E.Source + 0.01 * E.Target + E.IsDisjoint);
      Sums["weight"].add(E.Weight);
      Sums["chained"].add(E.Chained);
      Sums["overlapping"].add(E.Overlapping);
      for (double X : E.Distances)
        Sums["distances"].add(X);
    }
  }
  PinnedNumbers Numbers;
  for (const auto &[Model, Sum] : Sums)
    Numbers.row(Model, Sum.sum());
  expectPinned(Numbers, R"(
caches: 196292
chained: 27704241
chained dangling: 559889
dangling: 3943.91389
distances: 172210.999
ends: 28503.26
overlapping: 3062.3317
shares: 271.583483
vertices: 59344869
weight: 170835.026
)");
}

TEST(RandomChoices, GiveTheseShares) {
  std::mt19937_64 Random(7);
  NumberSum Shares, First, Excess, Clear;
  for (int Round = 0; Round != 300; ++Round) {
    std::vector<ChoicePairs> All(1 + Random() % 4);
    std::vector<ChoicePairs *> Structure;
    for (ChoicePairs &C : All) {
      size_t Vertices = Random() % 4;
      C.VertexCounts.resize(Vertices);
      for (uint32_t End : {1u, 2u, 3u, ChoicePairs::Nowhere}) {
        if (Random() % 3)
          C.Ends[End].Pairs = double(Random() % 90);
        if (Vertices == 0 || Random() % 3 == 0)
          continue;
        for (size_t V = 0; V != Vertices; ++V) {
          C.ChainedEnds[End].push_back(double(Random() % 20));
          C.VertexCounts[V] += C.ChainedEnds[End].back();
        }
      }
      Structure.push_back(&C);
    }
    findFirstTouches(Structure);
    for (const ChoicePairs &C : All) {
      First.add(C.FirstTouches);
      Excess.add(C.excess());
      Clear.add(C.isClear());
      for (const auto &[End, Row] : C.shares())
        for (double Share : Row)
          Shares.add(Share);
    }
  }
  PinnedNumbers Numbers;
  Numbers.row("sums", Shares.sum(), First.sum(), Excess.sum(), Clear.sum());
  expectPinned(Numbers, R"(
sums: 2995.33754 85703.8281 23693726 221695
)");
}

/// The formula of docs/internals/communication.md, step by step.
TEST(ExpectedRange, IsThatOfItsFormula) {
  for (double Period : {2.0, 30.0, 1000.0})
    for (double Estimate : {0.5, 40.0, 3000.0, 1e6})
      for (double LowPart : {0.0, 0.2, 0.9})
        for (double HighPart : {0.0, 0.3, 4.0}) {
          double Low = Estimate * (1 - LowPart),
                 High = Estimate * (1 + HighPart);
          double Sigma = Estimate * std::max(LowPart, HighPart) / 1.959964;
          double Fraction = 1 - 1 / Period;
          double Variance =
              std::max(Sigma * Sigma, Fraction * Estimate * Period / 3);
          double Pairs = Estimate * Estimate / Variance;
          CountLimits L = poissonLimits(Pairs);
          double Downwards = Estimate - std::min(Low, Estimate * L.Low / Pairs);
          double Upwards = std::max(High, Estimate * L.High / Pairs) - Estimate;
          double Off = ModelInadequacy * Estimate;
          ExpectedRange R = expectedRange(Estimate, {Low, High}, Period);
          double Wanted =
              Estimate - std::sqrt(Downwards * Downwards + Off * Off);
          EXPECT_NEAR(R.Low, std::max(0.0, Wanted), 1e-6 * Estimate);
          EXPECT_NEAR(R.High,
                      Estimate + std::sqrt(Upwards * Upwards + Off * Off),
                      1e-6 * Estimate);
        }
  // Without misses: what no pair may hide, or what the bootstrap says.
  double Hidden = std::sqrt(0.5) * 2 * poissonLimits(0).High;
  EXPECT_DOUBLE_EQ(expectedRange(0, {0, 1}, 2).High, Hidden);
  EXPECT_DOUBLE_EQ(expectedRange(0, {0, 50}, 2).High, 50);
}

/// Wilson and Hilferty's formula, of which tables differ a little.
TEST(PoissonLimits, AreThoseOfTheirFormula) {
  for (double Count : {0.2, 1.0, 3.5, 10.0, 2000.0}) {
    double Root = 1 - 1 / (9 * Count) - 1.959964 / (3 * std::sqrt(Count));
    double More = Count + 1;
    double Upper = 1 - 1 / (9 * More) + 1.959964 / (3 * std::sqrt(More));
    EXPECT_NEAR(poissonLimits(Count).Low,
                Count * std::max(0.0, Root * Root * Root), 1e-5 * Count);
    EXPECT_NEAR(poissonLimits(Count).High, More * Upper * Upper * Upper,
                1e-5 * More);
  }
}

} // namespace
