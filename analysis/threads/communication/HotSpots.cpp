//===- HotSpots.cpp - places with misses by writes of other threads -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/HotSpots.h"
#include "analysis/support/Hash.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <thread>

namespace memfacet::threads {

namespace {

/// Poisson numbers that are the same on every machine.
class PoissonNumbers {
public:
  explicit PoissonNumbers(uint64_t Seed) : State(mixBits(Seed)) {}

  double next(double Mean) { return Mean < 40 ? small(Mean) : large(Mean); }

private:
  double uniform() { return unitInterval(mixBits(State += GoldenRatio)); }
  double small(double Mean) {
    double Product = uniform(), Limit = std::exp(-Mean);
    double Count = 0;
    for (; Product > Limit; ++Count)
      Product *= uniform();
    return Count;
  }
  /// Approximates by a normal number.
  double large(double Mean) {
    double Radius = std::sqrt(-2 * std::log1p(-uniform()));
    double Normal = Radius * std::cos(2 * std::numbers::pi * uniform());
    return std::max(0.0, Mean + Normal * std::sqrt(Mean));
  }

  uint64_t State;
};

class Redraw {
public:
  Redraw(const ReuseGraph &G, uint64_t Seed, double Period)
      : New(G), Numbers(Seed),
        Narrowing(Period > 1 ? std::sqrt(1 - 1 / Period) : 0) {}

  ReuseGraph make() {
    drawChoices();
    if (New.HasChains)
      drawChained();
    return std::move(New);
  }

private:
  double draw(double Count) {
    return std::max(0.0, Count + Narrowing * (Numbers.next(Count) - Count));
  }

  void drawChoices() {
    ChoiceSums = DrawnChoiceSums = std::vector<double>(New.Vertices.size());
    for (ReuseVertex &V : New.Vertices)
      V.Dangling = draw(V.Dangling - V.ChainedDangling) + V.ChainedDangling;
    for (ReuseEdge &E : New.Edges) {
      double Sampled = E.Weight - E.Chained, Drawn = draw(Sampled);
      ChoiceSums[E.Target] += Sampled, DrawnChoiceSums[E.Target] += Drawn;
      E.Weight = Drawn + E.Chained;
    }
  }

  /// Draws the pairs in chain. A pair in chain begins where another one ended,
  /// so their counts are scaled to the drawn counts of those.
  void drawChained() {
    std::vector<double> Sum(New.Vertices.size()), DrawnSum = Sum;
    std::vector<double> Drawn;
    for (ReuseVertex &V : New.Vertices)
      V.Dangling -= V.ChainedDangling;
    for (size_t V = 0; V != Sum.size(); ++V) {
      double &Dangling = New.Vertices[V].ChainedDangling;
      Sum[V] = Dangling;
      DrawnSum[V] = Dangling = draw(Dangling);
    }
    for (const ReuseEdge &E : New.Edges) {
      Drawn.push_back(draw(E.Chained));
      Sum[E.Source] += E.Chained, DrawnSum[E.Source] += Drawn.back();
    }
    auto Scale = [&](size_t V) {
      return DrawnSum[V] > 0 && ChoiceSums[V] > 0
                 ? Sum[V] / DrawnSum[V] * DrawnChoiceSums[V] / ChoiceSums[V]
                 : 1;
    };
    for (size_t V = 0; V != Sum.size(); ++V) {
      ReuseVertex &Vertex = New.Vertices[V];
      Vertex.Dangling += Vertex.ChainedDangling *= Scale(V);
    }
    for (size_t I = 0; I != Drawn.size(); ++I) {
      ReuseEdge &E = New.Edges[I];
      double Chained = Drawn[I] * Scale(E.Source);
      E.Weight += Chained - E.Chained;
      E.Chained = Chained;
    }
  }

  ReuseGraph New;
  PoissonNumbers Numbers;
  double Narrowing;
  std::vector<double> ChoiceSums,
      DrawnChoiceSums; ///< accesses after choices, by vertex
};

/// Returns the range from the 2.5th to the 97.5th percentile of \p Values.
ExpectedRange middleOf(std::vector<double> &Values) {
  std::ranges::sort(Values);
  auto Quantile = [&](double Part) {
    double Position = Part * double(Values.size() - 1);
    auto Low = size_t(Position);
    size_t High = std::min(Low + 1, Values.size() - 1);
    return Values[Low] +
           (Position - double(Low)) * (Values[High] - Values[Low]);
  };
  return {Quantile(0.025), Quantile(0.975)};
}

struct Replicas {
  std::vector<std::vector<double>> Invalidated, Sent; ///< by group
  std::vector<double> All;
};

Replicas replicate(const ReuseGraph &G, const BootstrapPlan &Plan,
                   std::span<const uint32_t> Groups, size_t Count) {
  Replicas R;
  R.Invalidated.assign(Count, std::vector<double>(Plan.Replicas));
  R.Sent = R.Invalidated;
  R.All.assign(Plan.Replicas, 0);
  std::atomic<unsigned> Next = 0;
  auto Work = [&] {
    for (unsigned I; (I = Next++) < Plan.Replicas;) {
      ReuseGraph New =
          Redraw(G, mixBits(Plan.Seed) + I, Plan.Model.Period).make();
      CommunicationModel M = expectCommunication(New, Plan.Model);
      for (size_t V = 0; V != Groups.size(); ++V) {
        R.Invalidated[Groups[V]][I] += M.Vertices[V].Invalidated;
        R.Sent[Groups[V]][I] += M.Vertices[V].Sent;
        R.All[I] += M.Vertices[V].Invalidated;
      }
    }
  };
  std::vector<std::jthread> Helpers;
  unsigned Most = std::max(1u, std::thread::hardware_concurrency());
  for (unsigned I = 1; I < std::min(Most, Plan.Replicas); ++I)
    Helpers.emplace_back(Work);
  Work();
  Helpers.clear();
  return R;
}

} // namespace

ExpectedRange bootstrap(const ReuseGraph &G, const BootstrapPlan &Plan,
                        std::span<const uint32_t> Groups, size_t Count,
                        std::vector<ExpectedRange> &Invalidated,
                        std::vector<ExpectedRange> &Sent) {
  if (Plan.Replicas == 0)
    return {};
  Replicas R = replicate(G, Plan, Groups, Count);
  for (size_t I = 0; I != Count; ++I) {
    Invalidated.push_back(middleOf(R.Invalidated[I]));
    Sent.push_back(middleOf(R.Sent[I]));
  }
  return middleOf(R.All);
}

namespace {

using SpotKey = std::pair<uint32_t, uint32_t>; ///< site, structure

SpotKey keyOf(const ReuseVertex &V) { return {V.Site, V.Structure.Value}; }

class HotSpotFinder {
public:
  HotSpotFinder(const result::PairSample &S, const HotSpotOptions &Options)
      : Options(Options), G(makeReuseGraph(S, Options.Graph)),
        Plan(Options.Bootstrap) {
    Plan.Model.Period = double(S.Period);
    for (const result::PairThread &T : S.Threads)
      Units += double(T.Units);
  }

  HotSpotStudy find() {
    CommunicationModel M = expectCommunication(G, Plan.Model);
    for (size_t V = 0; V != G.Vertices.size(); ++V)
      add(V, M.Vertices[V]);
    Study.Threads = G.Threads;
    Study.Vertices = uint32_t(G.Vertices.size());
    Study.Edges = uint32_t(G.Edges.size());
    Study.MissRatios = M.MissRatios;
    addIntervals();
    judge();
    addCauses(M);
    sort();
    return std::move(Study);
  }

private:
  void add(size_t Vertex, const ExpectedCounts &C) {
    const ReuseVertex &V = G.Vertices[Vertex];
    auto [Entry, IsNew] = Places.try_emplace(keyOf(V), Study.Spots.size());
    if (IsNew) {
      HotSpot &NewSpot = Study.Spots.emplace_back();
      NewSpot.Site = V.Site, NewSpot.Structure = V.Structure;
    }
    HotSpot &Spot = Study.Spots[Entry->second];
    Spot.Expected += C;
    Study.Total += C;
    Spot.Choices += C.Accesses / Plan.Model.Period;
    if (C.Invalidated > 0)
      MissesIn[Entry->second].insert(V.Cache);
    if (C.Accesses > 0)
      AccessesIn[Entry->second].insert(V.Cache);
    Spots.push_back(uint32_t(Entry->second));
  }

  struct Cause {
    double Misses = 0;
    std::set<uint32_t> Caches;
  };
  /// By spot and place of the write.
  using Causes = std::map<std::pair<uint32_t, SpotKey>, Cause>;

  void addCauses(const CommunicationModel &M) {
    Causes All;
    std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>> Vertices;
    for (uint32_t V = 0; V != G.Vertices.size(); ++V)
      if (Study.Spots[Spots[V]].Hot && M.Vertices[V].Invalidated > 0)
        Vertices[{Spots[V], G.Vertices[V].Cache}].push_back(V);
    for (const auto &[Key, Members] : Vertices)
      addCausesOf(Key.first, Members, M, All);
    for (const auto &[Key, C] : All) {
      auto [Site, Structure] = Key.second;
      Study.Spots[Key.first].Causes.push_back(
          {Site, StructureId(Structure), C.Misses, threadsOf(C.Caches)});
    }
    for (HotSpot &S : Study.Spots)
      std::ranges::stable_sort(S.Causes, std::greater(), &HotSpotCause::Misses);
  }

  /// Divides the misses of \p Vertices, all of one spot and cache, among the
  /// writes that took the lines. A write took the line if the cache had it
  /// before. Summed over the writes, this is Lost of a vertex.
  void addCausesOf(uint32_t Spot, const std::vector<uint32_t> &Vertices,
                   const CommunicationModel &M, Causes &Result) const {
    const LineStates &S = M.States[G.Vertices[Vertices.front()].Cache];
    std::vector<WeightedVertex> Origins;
    double Misses = 0, Sum = 0;
    for (uint32_t V : Vertices) {
      double Invalidated = M.Vertices[V].Invalidated;
      Origins.push_back({V, Invalidated / std::max(S.Lost[V], 1e-9)});
      Misses += Invalidated;
    }
    // The solver's limits are for probabilities.
    double Weights = 0;
    for (const WeightedVertex &V : Origins)
      Weights += V.Weight;
    for (WeightedVertex &V : Origins)
      V.Weight /= Weights;
    std::vector<double> Last = lastForeignWrites(G, Origins);
    for (size_t W = 0; W != Last.size(); ++W)
      Sum += Last[W] *= std::min(1.0, S.Present[W] + S.Lost[W]);
    for (size_t W = 0; W != Last.size(); ++W)
      if (Last[W] > 0) {
        Cause &C = Result[{Spot, keyOf(G.Vertices[W])}];
        C.Misses += Misses * Last[W] / Sum;
        C.Caches.insert(G.Vertices[W].Cache);
      }
  }

  std::vector<uint32_t> threadsOf(const std::set<uint32_t> &Caches) const {
    std::vector<uint32_t> Threads;
    for (uint32_t Cache : Caches)
      Threads.insert(Threads.end(), G.Threads[Cache].begin(),
                     G.Threads[Cache].end());
    std::ranges::sort(Threads);
    return Threads;
  }

  void addIntervals() {
    std::vector<ExpectedRange> Invalidated, Sent;
    ExpectedRange All =
        bootstrap(G, Plan, Spots, Study.Spots.size(), Invalidated, Sent);
    if (Plan.Replicas == 0)
      return;
    All = expectedRange(Study.Total.Invalidated, All, Plan.Model.Period);
    Study.Low = All.Low, Study.High = All.High;
    for (size_t I = 0; I != Invalidated.size(); ++I) {
      HotSpot &S = Study.Spots[I];
      ExpectedRange Misses = expectedRange(S.Expected.Invalidated,
                                           Invalidated[I], Plan.Model.Period);
      S.Low = Misses.Low, S.High = Misses.High;
      ExpectedRange Copies =
          expectedRange(S.Expected.Sent, Sent[I], Plan.Model.Period);
      S.SentLow = Copies.Low, S.SentHigh = Copies.High;
    }
  }

  void judge() {
    Study.Threshold =
        Options.HotCount > 0 ? Options.HotCount : Options.HotShare * Units;
    for (size_t I = 0; I != Study.Spots.size(); ++I) {
      HotSpot &S = Study.Spots[I];
      S.Threads = threadsOf(MissesIn[I]);
      S.Reliable =
          S.Choices >= Options.LeastChoices &&
          S.Choices >= Options.LeastPerVertex * double(AccessesIn[I].size());
      S.Hot = S.Reliable && S.Expected.Invalidated > Study.Threshold;
    }
  }

  void sort() {
    std::erase_if(Study.Spots, [](const HotSpot &S) {
      return S.Expected.Invalidated <= 0 && S.Expected.Sent <= 0;
    });
    std::ranges::stable_sort(Study.Spots, std::greater(), [](const HotSpot &S) {
      return S.Expected.Invalidated;
    });
  }

  const HotSpotOptions &Options;
  ReuseGraph G;
  BootstrapPlan Plan;
  double Units = 0;
  HotSpotStudy Study;
  std::map<SpotKey, size_t> Places;
  /// By spot: caches that access it, and that miss there.
  std::map<size_t, std::set<uint32_t>> AccessesIn, MissesIn;
  std::vector<uint32_t> Spots; ///< by vertex
};

} // namespace

HotSpotStudy findHotSpots(const result::PairSample &S,
                          const HotSpotOptions &Options) {
  MEMFACET_CHECK(!S.empty(), "callers say that there are no pairs");
  return HotSpotFinder(S, Options).find();
}

} // namespace memfacet::threads
