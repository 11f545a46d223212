//===- CommunicationModel.cpp - misses that others cause ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/CommunicationModel.h"
#include <algorithm>
#include <cmath>

namespace memfacet::threads {

ExpectedCounts &ExpectedCounts::operator+=(const ExpectedCounts &O) {
  Accesses += O.Accesses;
  Invalidated += O.Invalidated;
  Unshared += O.Unshared;
  Told += O.Told;
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
  bool InChains = false;
  uint32_t Before = result::UnknownBefore;

  /// Touches of lines that were touched before, over the period: the mean of
  /// the samples. Lines' first touches are only chosen, and second ones are no
  /// third ones: where there are clearly some, that sample does not count.
  double again() const {
    if (InChains)
      return isFirst() ? 0 : (Chosen + Second + Third) / 3;
    return clearlyMore(Chosen, Second) ? Second : (Chosen + Second) / 2;
  }
  double firsts() const {
    if (InChains)
      return isFirst() ? Chosen : 0;
    return clearlyMore(Chosen, Second) ? Chosen - Second : 0;
  }
  bool isFirst() const { return Before == NobodyBefore; }
  double in() const { return Second + Third; }

private:
  static bool clearlyMore(double Some, double Others) {
    return Some - Others > 2 * std::sqrt(Some + Others);
  }
};

std::vector<Flow> flowsOf(const ReuseGraph &G) {
  std::vector<Flow> Flows(G.Vertices.size());
  for (size_t V = 0; V != Flows.size(); ++V) {
    Flows[V].Chosen = G.Vertices[V].Dangling - G.Vertices[V].ChainedDangling;
    Flows[V].InChains = G.InChains;
    Flows[V].Before = G.Vertices[V].Before;
  }
  for (const ReuseEdge &E : G.Edges) {
    Flows[E.From].Chosen += E.Weight - E.Chained;
    Flows[E.To].Second += E.Weight - E.Chained;
    Flows[E.To].Third += E.Chained;
  }
  return Flows;
}

/// With random replacement in \p Lines, \p Rate of a cache's accesses missing
/// and \p Share of all accesses being its: what is left of a line at the other
/// end, (1 - 1/L)^misses (E. Berg and E. Hagersten, "StatCache", ISPASS 2004).
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
      double Again = Options.Period * Flows[V].again();
      ExpectedCounts &C = M.Vertices[V];
      if (G.Vertices[V].Cache == Cache)
        addMisses(C, V, Again, S);
      else if (G.Vertices[V].Writes)
        C.Sent += Again * S.Here[V];
    }
    M.States[Cache] = std::move(S);
  }

  void addMisses(ExpectedCounts &C, size_t V, double Again,
                 const LineStates &S) {
    C.Invalidated = Again * S.Lost[V];
    C.Evicted = Again * std::max(0.0, S.Ever[V] - S.Here[V] - S.Lost[V]);
    C.Cold = Options.Period * Flows[V].firsts() + Again * (1 - S.Ever[V]);
    if (Flows[V].in() <= 0)
      return;
    for (size_t I = G.EdgesInto[V]; I != G.EdgesInto[V + 1]; ++I) {
      const ReuseEdge &E = G.Edges[I];
      const ReuseVertex &From = G.Vertices[E.From];
      if (!From.Writes || From.Cache == G.Vertices[V].Cache)
        continue;
      double WasHere = std::min(1.0, S.Here[E.From] + S.Lost[E.From]);
      double Misses = Again * E.Weight / Flows[V].in() * WasHere;
      C.Told += E.Apart ? Misses : Misses * E.Overlapping;
      C.Unshared += E.Apart ? Misses : 0;
    }
  }

  double missRatio(uint32_t Cache, const LineStates &S) const {
    double Accesses = 0, Hits = 0;
    for (size_t V = 0; V != Flows.size(); ++V)
      if (G.Vertices[V].Cache == Cache) {
        Accesses += Flows[V].Chosen;
        Hits += std::min(Flows[V].Chosen, Flows[V].again()) * S.Here[V];
      }
    return Accesses > 0 ? 1 - Hits / Accesses : 0;
  }

  /// A cache without room misses more often, and so loses more: until both
  /// agree.
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
