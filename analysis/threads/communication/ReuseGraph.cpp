//===- ReuseGraph.cpp - a graph of reuse pairs ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/ReuseGraph.h"
#include "analysis/threads/communication/ChoicePairs.h"
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace memfacet::threads {

void ReuseGraph::index() {
  std::ranges::sort(Edges, {}, [](const ReuseEdge &E) {
    return std::pair(E.Target, E.Source);
  });
  EdgesInto.assign(Vertices.size() + 1, 0);
  for (const ReuseEdge &E : Edges)
    ++EdgesInto[E.Target + 1];
  for (size_t I = 1; I < EdgesInto.size(); ++I)
    EdgesInto[I] += EdgesInto[I - 1];
}

namespace {

/// Site, structure, cache.
using Group = std::tuple<uint32_t, uint32_t, uint32_t>;

class GraphMaker {
public:
  GraphMaker(const result::PairSample &S, const GraphOptions &Options)
      : S(S), Options(Options) {}

  ReuseGraph make() {
    numberCaches();
    numberSites();
    chooseRefined();
    addEdges();
    G.HasChains = HasPrevious;
    if (HasPrevious)
      addChoices();
    findDisjoint();
    G.index();
    return std::move(G);
  }

private:
  uint32_t cacheOf(uint32_t Thread) const {
    if (Thread == result::UnknownThread)
      return Thread;
    return Caches.at(Options.Map.cacheOf(Thread));
  }

  void numberCaches() {
    std::map<uint32_t, double> Units;
    auto AddThread = [&](uint32_t Thread) {
      uint32_t Cache = Options.Map.cacheOf(Thread);
      auto [Entry, IsNew] = Caches.try_emplace(Cache, uint32_t(Caches.size()));
      if (IsNew)
        Members.emplace_back();
      Members[Entry->second].insert(Thread);
    };
    double All = 0;
    for (const result::PairThread &T : S.Threads)
      AddThread(T.Thread), All += double(T.Units);
    for (const result::PairVertex &V : S.Vertices) {
      AddThread(V.Thread);
      if (V.PreviousThread != result::UnknownThread)
        AddThread(V.PreviousThread), HasPrevious = true;
    }
    G.Caches = uint32_t(Caches.size());
    for (const std::set<uint32_t> &CacheThreads : Members)
      G.Threads.emplace_back(CacheThreads.begin(), CacheThreads.end());
    G.CacheShares.assign(G.Caches, All ? 0 : 1.0 / std::max(1u, G.Caches));
    for (const result::PairThread &T : S.Threads)
      if (All)
        G.CacheShares[cacheOf(T.Thread)] += double(T.Units) / All;
  }

  /// Joins the sites of one place: inlined and copied code has several.
  void numberSites() {
    using Place =
        std::tuple<std::string, uint32_t, uint32_t, std::string, AccessKind>;
    std::map<Place, uint32_t> First;
    for (uint32_t I = 0; I != S.Sites.size(); ++I) {
      const result::PairSite &P = S.Sites[I];
      Sites.push_back(
          First.try_emplace({P.File, P.Line, P.Column, P.Function, P.Kind}, I)
              .first->second);
    }
  }

  Group groupOf(const result::PairVertex &V) const {
    return {Sites[V.Site], V.Structure.Value, cacheOf(V.Thread)};
  }
  static Group groupOf(const ReuseVertex &V) {
    return {V.Site, V.Structure.Value, V.Cache};
  }

  /// Returns whether first ends at \p V are used: those whose previous access
  /// is known; if there are none, all.
  bool isUsed(const result::PairVertex &V) const {
    return (V.PreviousThread != result::UnknownThread) == HasPrevious;
  }

  /// Chooses the groups whose vertices are distinguished by the previous cache.
  /// A group is refined as a whole or not at all.
  void chooseRefined() {
    struct GroupCounts {
      double Choices = 0;
      std::map<uint32_t, int> PreviousCaches;
    };
    std::map<Group, GroupCounts> Groups;
    for (const result::PairVertex &V : S.Vertices) {
      if (!isUsed(V))
        continue;
      GroupCounts &Counts = Groups[groupOf(V)];
      Counts.Choices += double(V.Firsts);
      Counts.PreviousCaches[cacheOf(V.PreviousThread)] = 1;
    }
    for (const auto &[Key, Counts] : Groups)
      IsRefined[Key] =
          HasPrevious && Options.LeastRefined > 0 &&
          Counts.Choices >=
              Options.LeastRefined * double(Counts.PreviousCaches.size());
  }

  uint32_t vertexAt(const Group &Key, uint32_t PreviousCache) {
    auto [Entry, IsNew] =
        Places.try_emplace({Key, PreviousCache}, uint32_t(G.Vertices.size()));
    auto [Site, Structure, Cache] = Key;
    if (IsNew)
      G.Vertices.push_back({Site, StructureId(Structure), Cache, PreviousCache,
                            S.Sites[Site].Kind != AccessKind::Load, 0, 0});
    return Entry->second;
  }
  uint32_t vertexAfter(const Group &Key, uint32_t PreviousThread) {
    return vertexAt(Key, IsRefined[Key] ? cacheOf(PreviousThread)
                                        : result::UnknownThread);
  }

  ReuseEdge &edge(uint32_t Source, uint32_t Target) {
    auto [Entry, IsNew] =
        EdgeNumbers.try_emplace({Source, Target}, uint32_t(G.Edges.size()));
    if (IsNew)
      G.Edges.push_back({Source, Target, 0, 0, 0, false, {}});
    return G.Edges[Entry->second];
  }

  void addEdges() {
    for (const result::PairVertex &V : S.Vertices) {
      Numbers.push_back(isUsed(V) ? vertexAfter(groupOf(V), V.PreviousThread)
                                  : 0);
      if (isUsed(V)) {
        ReuseVertex &Vertex = G.Vertices[Numbers.back()];
        Vertex.Dangling += double(V.Dangling);
        Vertex.ChainedDangling += HasPrevious ? double(V.Dangling) : 0;
      }
    }
    for (const result::PairCount &C : S.Pairs)
      if (isUsed(S.Vertices[C.First]))
        addPairs(edge(Numbers[C.First], Numbers[C.Second]), endCounts(C), 1,
                 HasPrevious);
  }

  static ChoicePairs::EndCounts endCounts(const result::PairCount &C) {
    return {double(C.Pairs),
            double(C.Overlapping),
            {C.Distances.begin(), C.Distances.end()}};
  }
  static void addPairs(ReuseEdge &E, const ChoicePairs::EndCounts &L,
                       double Share, bool Chained) {
    E.Weight += L.Pairs * Share;
    E.Chained += Chained ? L.Pairs * Share : 0;
    E.Overlapping += L.Overlapping * Share; // findDisjoint() makes it a share
    if (E.Distances.size() < L.Distances.size())
      E.Distances.resize(L.Distances.size());
    for (size_t O = 0; O != L.Distances.size(); ++O)
      E.Distances[O] += L.Distances[O] * Share;
  }

  /// Adds the pairs whose first end is a choice.
  void addChoices() {
    std::map<Group, ChoicePairs> Choices;
    for (const result::PairVertex &V : S.Vertices)
      if (!isUsed(V) && V.Dangling != 0)
        Choices[groupOf(V)].Ends[ChoicePairs::Nowhere].Pairs +=
            double(V.Dangling);
    for (const result::PairCount &C : S.Pairs) {
      const result::PairVertex &First = S.Vertices[C.First];
      if (isUsed(First))
        continue;
      uint32_t End = vertexAfter(groupOf(S.Vertices[C.Second]), First.Thread);
      Choices[groupOf(First)].Ends[End].add(endCounts(C));
    }
    std::map<Group, std::vector<uint32_t>> Members = addChained(Choices);
    std::map<uint32_t, std::vector<ChoicePairs *>> Structures;
    for (auto &[Key, Pairs] : Choices)
      Structures[std::get<1>(Key)].push_back(&Pairs);
    for (const auto &[Id, List] : Structures)
      findFirstTouches(List);
    for (const auto &[Key, Pairs] : Choices)
      spread(Key, Pairs, Members[Key]);
  }

  /// Returns the vertices of groups, and adds to \p Choices the pairs in chain
  /// that begin there.
  std::map<Group, std::vector<uint32_t>>
  addChained(std::map<Group, ChoicePairs> &Choices) {
    std::map<Group, std::vector<uint32_t>> Members;
    std::vector<std::pair<ChoicePairs *, size_t>> Places;
    for (uint32_t V = 0; V != G.Vertices.size(); ++V) {
      Group Key = groupOf(G.Vertices[V]);
      Places.push_back({&Choices[Key], Members[Key].size()});
      Members[Key].push_back(V);
      Choices[Key].VertexCounts.push_back(0);
    }
    auto Add = [&](uint32_t Source, uint32_t End, double Pairs) {
      auto [Choice, Place] = Places[Source];
      std::vector<double> &Counts = Choice->ChainedEnds[End];
      Counts.resize(Choice->VertexCounts.size());
      Counts[Place] += Pairs;
      Choice->VertexCounts[Place] += Pairs;
    };
    for (const ReuseEdge &E : G.Edges)
      Add(E.Source, E.Target, E.Chained);
    for (uint32_t V = 0; V != G.Vertices.size(); ++V)
      Add(V, ChoicePairs::Nowhere, G.Vertices[V].ChainedDangling);
    return Members;
  }

  void spread(const Group &Key, const ChoicePairs &Pairs,
              const std::vector<uint32_t> &Vertices) {
    std::vector<uint32_t> Sources = {~uint32_t(0)};
    Sources.insert(Sources.end(), Vertices.begin(), Vertices.end());
    if (Pairs.FirstTouches > 0 || Vertices.empty())
      Sources[0] = vertexAt(Key, NoPreviousCache);
    for (const auto &[End, Shares] : Pairs.shares())
      for (size_t I = 0; I != Shares.size(); ++I) {
        const ChoicePairs::EndCounts &Counts = Pairs.Ends.at(End);
        if (Shares[I] <= 0)
          continue;
        if (End == ChoicePairs::Nowhere)
          G.Vertices[Sources[I]].Dangling += Shares[I] * Counts.Pairs;
        else
          addPairs(edge(Sources[I], End), Counts, Shares[I], false);
      }
  }

  void findDisjoint() {
    // By structure and cache.
    std::map<std::pair<uint32_t, uint32_t>, uint64_t> Written, Touched;
    for (const result::PairVertex &V : S.Vertices) {
      std::pair Key(V.Structure.Value, cacheOf(V.Thread));
      Touched[Key] |= V.Bytes;
      if (S.Sites[V.Site].Kind != AccessKind::Load)
        Written[Key] |= V.Bytes;
    }
    for (ReuseEdge &E : G.Edges) {
      const ReuseVertex &Source = G.Vertices[E.Source],
                        &Target = G.Vertices[E.Target];
      E.IsDisjoint = Source.Writes &&
                     (Written[{Source.Structure.Value, Source.Cache}] &
                      Touched[{Target.Structure.Value, Target.Cache}]) == 0;
      E.Overlapping /= std::max(E.Weight, 1.0);
    }
  }

  const result::PairSample &S;
  const GraphOptions &Options;
  ReuseGraph G;
  bool HasPrevious = false; ///< the previous access is known, for some vertices
  std::map<uint32_t, uint32_t> Caches; ///< number, by number in ThreadMap
  std::vector<std::set<uint32_t>> Members;
  std::vector<uint32_t> Sites; ///< by site: the first one with the same place
  std::map<Group, bool> IsRefined;
  std::map<std::pair<Group, uint32_t>, uint32_t> Places;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> EdgeNumbers; ///< by ends
  std::vector<uint32_t> Numbers; ///< of the sample's vertices
};

} // namespace

ReuseGraph makeReuseGraph(const result::PairSample &S,
                          const GraphOptions &Options) {
  return GraphMaker(S, Options).make();
}

} // namespace memfacet::threads
