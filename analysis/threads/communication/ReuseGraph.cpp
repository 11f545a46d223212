//===- ReuseGraph.cpp - who touches lines after whom ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/ReuseGraph.h"
#include "analysis/threads/communication/ChoicePairs.h"
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace memfacet::threads {

void ReuseGraph::index() {
  std::ranges::sort(Edges, {},
                    [](const ReuseEdge &E) { return std::pair(E.To, E.From); });
  EdgesInto.assign(Vertices.size() + 1, 0);
  for (const ReuseEdge &E : Edges)
    ++EdgesInto[E.To + 1];
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
    G.InChains = Known;
    if (Known)
      addChoices();
    tellApart();
    G.index();
    return std::move(G);
  }

private:
  uint32_t cacheOf(uint32_t Thread) const {
    if (Thread == result::UnknownBefore)
      return Thread;
    return Caches.at(Options.Map.cacheOf(Thread));
  }

  void numberCaches() {
    std::map<uint32_t, double> Units;
    auto See = [&](uint32_t Thread) {
      uint32_t Cache = Options.Map.cacheOf(Thread);
      auto [It, New] = Caches.try_emplace(Cache, uint32_t(Caches.size()));
      if (New)
        Members.emplace_back();
      Members[It->second].insert(Thread);
    };
    double All = 0;
    for (const result::PairThread &T : S.Threads)
      See(T.Thread), All += double(T.Units);
    for (const result::PairVertex &V : S.Vertices) {
      See(V.Thread);
      if (V.Before != result::UnknownBefore)
        See(V.Before), Known = true;
    }
    G.Caches = uint32_t(Caches.size());
    for (const std::set<uint32_t> &Its : Members)
      G.Threads.emplace_back(Its.begin(), Its.end());
    G.CacheShares.assign(G.Caches, All ? 0 : 1.0 / std::max(1u, G.Caches));
    for (const result::PairThread &T : S.Threads)
      if (All)
        G.CacheShares[cacheOf(T.Thread)] += double(T.Units) / All;
  }

  /// Inlined and copied code has several sites at one place.
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

  /// First ends of which it is known whose access came before them, if there
  /// are any.
  bool isUsed(const result::PairVertex &V) const {
    return (V.Before != result::UnknownBefore) == Known;
  }

  /// A group is told apart by what was before as a whole or not at all.
  void chooseRefined() {
    struct Seen {
      double Choices = 0;
      std::map<uint32_t, int> Before;
    };
    std::map<Group, Seen> Groups;
    for (const result::PairVertex &V : S.Vertices) {
      if (!isUsed(V))
        continue;
      Seen &Its = Groups[groupOf(V)];
      Its.Choices += double(V.Firsts);
      Its.Before[cacheOf(V.Before)] = 1;
    }
    for (const auto &[Key, Its] : Groups)
      Refined[Key] =
          Known && Options.LeastRefined > 0 &&
          Its.Choices >= Options.LeastRefined * double(Its.Before.size());
  }

  uint32_t vertexAt(const Group &Key, uint32_t Before) {
    auto [It, New] =
        Places.try_emplace({Key, Before}, uint32_t(G.Vertices.size()));
    auto [Site, Structure, Cache] = Key;
    if (New)
      G.Vertices.push_back({Site, StructureId(Structure), Cache, Before,
                            S.Sites[Site].Kind != AccessKind::Load, 0, 0});
    return It->second;
  }
  uint32_t vertexAfter(const Group &Key, uint32_t ThreadBefore) {
    return vertexAt(Key, Refined[Key] ? cacheOf(ThreadBefore)
                                      : result::UnknownBefore);
  }

  ReuseEdge &edge(uint32_t From, uint32_t To) {
    auto [It, New] =
        EdgeNumbers.try_emplace({From, To}, uint32_t(G.Edges.size()));
    if (New)
      G.Edges.push_back({From, To, 0, 0, 0, false, {}});
    return G.Edges[It->second];
  }

  void addEdges() {
    for (const result::PairVertex &V : S.Vertices) {
      Numbers.push_back(isUsed(V) ? vertexAfter(groupOf(V), V.Before) : 0);
      if (isUsed(V)) {
        ReuseVertex &To = G.Vertices[Numbers.back()];
        To.Dangling += double(V.Dangling);
        To.ChainedDangling += Known ? double(V.Dangling) : 0;
      }
    }
    for (const result::PairCount &C : S.Pairs)
      if (isUsed(S.Vertices[C.First]))
        addPairs(edge(Numbers[C.First], Numbers[C.Second]), leaving(C), 1,
                 Known);
  }

  static ChoicePairs::Leaving leaving(const result::PairCount &C) {
    return {double(C.Pairs),
            double(C.Overlapping),
            {C.Distances.begin(), C.Distances.end()}};
  }
  static void addPairs(ReuseEdge &E, const ChoicePairs::Leaving &L,
                       double Share, bool Chained) {
    E.Weight += L.Pairs * Share;
    E.Chained += Chained ? L.Pairs * Share : 0;
    E.Overlapping += L.Overlapping * Share; // a share only in the end
    if (E.Distances.size() < L.Distances.size())
      E.Distances.resize(L.Distances.size());
    for (size_t O = 0; O != L.Distances.size(); ++O)
      E.Distances[O] += L.Distances[O] * Share;
  }

  /// Pairs whose first end is a choice.
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
      uint32_t To = vertexAfter(groupOf(S.Vertices[C.Second]), First.Thread);
      Choices[groupOf(First)].Ends[To].add(leaving(C));
    }
    std::map<Group, std::vector<uint32_t>> Members = addChained(Choices);
    std::map<uint32_t, std::vector<ChoicePairs *>> Structures;
    for (auto &[Key, Its] : Choices)
      Structures[std::get<1>(Key)].push_back(&Its);
    for (const auto &[Id, Its] : Structures)
      findFirstTouches(Its);
    for (const auto &[Key, Its] : Choices)
      spread(Key, Its, Members[Key]);
  }

  /// The vertices of groups, and what left them in chain.
  std::map<Group, std::vector<uint32_t>>
  addChained(std::map<Group, ChoicePairs> &To) {
    std::map<Group, std::vector<uint32_t>> Members;
    std::vector<std::pair<ChoicePairs *, size_t>> Places;
    for (uint32_t V = 0; V != G.Vertices.size(); ++V) {
      Group Key = groupOf(G.Vertices[V]);
      Places.push_back({&To[Key], Members[Key].size()});
      Members[Key].push_back(V);
      To[Key].Seen.push_back(0);
    }
    auto Add = [&](uint32_t From, uint32_t End, double Pairs) {
      auto [Of, Place] = Places[From];
      std::vector<double> &Its = Of->Chained[End];
      Its.resize(Of->Seen.size());
      Its[Place] += Pairs;
      Of->Seen[Place] += Pairs;
    };
    for (const ReuseEdge &E : G.Edges)
      Add(E.From, E.To, E.Chained);
    for (uint32_t V = 0; V != G.Vertices.size(); ++V)
      Add(V, ChoicePairs::Nowhere, G.Vertices[V].ChainedDangling);
    return Members;
  }

  void spread(const Group &Key, const ChoicePairs &Its,
              const std::vector<uint32_t> &Vertices) {
    std::vector<uint32_t> From = {~uint32_t(0)};
    From.insert(From.end(), Vertices.begin(), Vertices.end());
    if (Its.FirstTouches > 0 || Vertices.empty())
      From[0] = vertexAt(Key, NobodyBefore);
    for (const auto &[End, Shares] : Its.shares())
      for (size_t I = 0; I != Shares.size(); ++I) {
        const ChoicePairs::Leaving &Left = Its.Ends.at(End);
        if (Shares[I] <= 0)
          continue;
        if (End == ChoicePairs::Nowhere)
          G.Vertices[From[I]].Dangling += Shares[I] * Left.Pairs;
        else
          addPairs(edge(From[I], End), Left, Shares[I], false);
      }
  }

  void tellApart() {
    // By structure and cache.
    std::map<std::pair<uint32_t, uint32_t>, uint64_t> Written, Touched;
    for (const result::PairVertex &V : S.Vertices) {
      std::pair Key(V.Structure.Value, cacheOf(V.Thread));
      Touched[Key] |= V.Bytes;
      if (S.Sites[V.Site].Kind != AccessKind::Load)
        Written[Key] |= V.Bytes;
    }
    for (ReuseEdge &E : G.Edges) {
      const ReuseVertex &From = G.Vertices[E.From], &To = G.Vertices[E.To];
      E.Apart = From.Writes && (Written[{From.Structure.Value, From.Cache}] &
                                Touched[{To.Structure.Value, To.Cache}]) == 0;
      E.Overlapping /= std::max(E.Weight, 1.0);
    }
  }

  const result::PairSample &S;
  const GraphOptions &Options;
  ReuseGraph G;
  bool Known = false; ///< of some vertices, whose access came before
  std::map<uint32_t, uint32_t> Caches; ///< number, by that of ThreadMap
  std::vector<std::set<uint32_t>> Members;
  std::vector<uint32_t> Sites; ///< the first one with the same place
  std::map<Group, bool> Refined;
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
