//===- CommunicationModel.cpp - expected misses by writes of other caches -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/CommunicationModel.h"
#include <algorithm>
#include <cmath>

namespace memfacet::threads {

ExpectedCounts &ExpectedCounts::operator+=(const ExpectedCounts &O) {
  Accesses += O.Accesses;
  Invalidated += O.Invalidated;
  Unshared += O.Unshared;
  Classified += O.Classified;
  Cold += O.Cold;
  Evicted += O.Evicted;
  Sent += O.Sent;
  return *this;
}

namespace {

/// Samples of the accesses at a vertex.
struct Flow {
  double Chosen = 0; ///< choices
  double Second = 0; ///< accesses that came after a choice
  double Third = 0;  ///< and after those, if that was sampled
  bool HasChains = false;
  uint32_t PreviousCache = result::UnknownThread;

  /// Returns the touches of lines that were touched before, divided by the
  /// period: the mean of the samples. First touches of lines are only choices,
  /// and second touches are not third ones. Where choices clearly outnumber the
  /// accesses after a choice, choices do not count.
  double repeatedTouches() const {
    if (HasChains)
      return isFirst() ? 0 : (Chosen + Second + Third) / 3;
    return isClearlyMore(Chosen, Second) ? Second : (Chosen + Second) / 2;
  }
  double firstTouches() const {
    if (HasChains)
      return isFirst() ? Chosen : 0;
    return isClearlyMore(Chosen, Second) ? Chosen - Second : 0;
  }
  bool isFirst() const { return PreviousCache == NoPreviousCache; }
  double incoming() const { return Second + Third; }

private:
  static bool isClearlyMore(double Larger, double Smaller) {
    return Larger - Smaller > 2 * std::sqrt(Larger + Smaller);
  }
};

std::vector<Flow> flowsOf(const ReuseGraph &G) {
  std::vector<Flow> Flows(G.Vertices.size());
  for (size_t V = 0; V != Flows.size(); ++V) {
    Flows[V].Chosen = G.Vertices[V].Dangling - G.Vertices[V].ChainedDangling;
    Flows[V].HasChains = G.HasChains;
    Flows[V].PreviousCache = G.Vertices[V].PreviousCache;
  }
  for (const ReuseEdge &E : G.Edges) {
    Flows[E.Source].Chosen += E.Weight - E.Chained;
    Flows[E.Target].Second += E.Weight - E.Chained;
    Flows[E.Target].Third += E.Chained;
  }
  return Flows;
}

/// Returns the probability that a line is still in the cache at the other end
/// of \p E, (1 - 1/L)^misses, with random replacement in L = \p Lines lines.
/// \p Rate is the cache's miss ratio, \p Share its part of all accesses (E.
/// Berg and E. Hagersten, "StatCache", ISPASS 2004).
double survivalOf(const ReuseEdge &E, double Rate, double Share, double Lines) {
  double Sum = 0, Pairs = 0;
  for (size_t Octave = 0; Octave != E.Distances.size(); ++Octave) {
    double Count = E.Distances[Octave];
    double Middle = Octave == 0 ? 0 : 0.75 * std::exp2(double(Octave));
    Sum += Count * std::exp(Middle * Share * Rate * std::log1p(-1 / Lines));
    Pairs += Count;
  }
  return Pairs ? Sum / Pairs : 1;
}

class ModelMaker {
public:
  ModelMaker(const ReuseGraph &G, const ModelOptions &Options)
      : G(G), Options(Options), Flows(flowsOf(G)) {
    M.Vertices.resize(G.Vertices.size());
    M.MissRatios.resize(G.Caches);
  }

  CommunicationModel make() {
    M.States.resize(G.Caches);
    for (size_t V = 0; V != Flows.size(); ++V)
      M.Vertices[V].Accesses = Options.Period * Flows[V].Chosen;
    for (uint32_t Cache = 0; Cache != G.Caches; ++Cache)
      addCache(Cache);
    return std::move(M);
  }

private:
  void addCache(uint32_t Cache) {
    LineStates S = settle(Cache);
    for (size_t V = 0; V != Flows.size(); ++V) {
      double Repeats = Options.Period * Flows[V].repeatedTouches();
      ExpectedCounts &C = M.Vertices[V];
      if (G.Vertices[V].Cache == Cache)
        addMisses(C, V, Repeats, S);
      else if (G.Vertices[V].Writes)
        C.Sent += Repeats * S.Present[V];
    }
    M.States[Cache] = std::move(S);
  }

  void addMisses(ExpectedCounts &C, size_t V, double Repeats,
                 const LineStates &S) {
    C.Invalidated = Repeats * S.Lost[V];
    C.Evicted =
        Repeats * std::max(0.0, S.EverPresent[V] - S.Present[V] - S.Lost[V]);
    C.Cold = Options.Period * Flows[V].firstTouches() +
             Repeats * (1 - S.EverPresent[V]);
    if (Flows[V].incoming() <= 0)
      return;
    for (size_t I = G.EdgesInto[V]; I != G.EdgesInto[V + 1]; ++I) {
      const ReuseEdge &E = G.Edges[I];
      const ReuseVertex &Source = G.Vertices[E.Source];
      if (!Source.Writes || Source.Cache == G.Vertices[V].Cache)
        continue;
      double WasPresent = std::min(1.0, S.Present[E.Source] + S.Lost[E.Source]);
      double Misses = Repeats * E.Weight / Flows[V].incoming() * WasPresent;
      C.Classified += E.IsDisjoint ? Misses : Misses * E.Overlapping;
      C.Unshared += E.IsDisjoint ? Misses : 0;
    }
  }

  double missRatio(uint32_t Cache, const LineStates &S) const {
    double Accesses = 0, Hits = 0;
    for (size_t V = 0; V != Flows.size(); ++V)
      if (G.Vertices[V].Cache == Cache) {
        Accesses += Flows[V].Chosen;
        Hits += std::min(Flows[V].Chosen, Flows[V].repeatedTouches()) *
                S.Present[V];
      }
    return Accesses > 0 ? 1 - Hits / Accesses : 0;
  }

  /// Computes the states of \p Cache. Misses evict lines, and evicted lines
  /// miss again: repeats until the miss ratio no longer changes.
  LineStates settle(uint32_t Cache) {
    LineStates S = solveStates(G, Cache);
    double Rate = M.MissRatios[Cache] = missRatio(Cache, S);
    if (Options.CacheLines <= 0)
      return S;
    std::vector<double> Survival(G.Edges.size());
    for (int Round = 0; Round != 50; ++Round) {
      for (size_t I = 0; I != Survival.size(); ++I)
        Survival[I] = survivalOf(G.Edges[I], Rate, G.CacheShares[Cache],
                                 std::max(2.0, Options.CacheLines));
      S = solveStates(G, Cache, Survival);
      double New = missRatio(Cache, S);
      double Step = std::abs(New - Rate);
      Rate = (Rate + New) / 2;
      if (Step < 1e-5)
        break;
    }
    M.MissRatios[Cache] = Rate;
    return S;
  }

  const ReuseGraph &G;
  const ModelOptions &Options;
  std::vector<Flow> Flows;
  CommunicationModel M;
};

} // namespace

CommunicationModel expectCommunication(const ReuseGraph &G,
                                       const ModelOptions &Options) {
  return ModelMaker(G, Options).make();
}

} // namespace memfacet::threads
