//===- communication/ReuseGraph.cpp - who touches lines after whom --------===//

#include "analysis/communication/ReuseGraph.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace memfacet {

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
  GraphMaker(const PairSample &S, const GraphOptions &Options)
      : S(S), Options(Options) {}

  ReuseGraph make() {
    numberCaches();
    numberSites();
    chooseRefined();
    for (const PairVertex &V : S.Vertices)
      addVertex(V);
    addEdges();
    if (Known)
      addFirstTouches();
    tellApart();
    G.index();
    return std::move(G);
  }

private:
  uint32_t cacheOf(uint32_t Thread) const {
    if (Thread == UnknownBefore)
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
    for (const PairThread &T : S.Threads)
      See(T.Thread), All += double(T.Units);
    for (const PairVertex &V : S.Vertices) {
      See(V.Thread);
      if (V.Before != UnknownBefore)
        See(V.Before), Known = true;
    }
    G.Caches = uint32_t(Caches.size());
    for (const std::set<uint32_t> &Its : Members)
      G.Threads.emplace_back(Its.begin(), Its.end());
    G.CacheShares.assign(G.Caches, All ? 0 : 1.0 / std::max(1u, G.Caches));
    for (const PairThread &T : S.Threads)
      if (All)
        G.CacheShares[cacheOf(T.Thread)] += double(T.Units) / All;
  }

  /// Inlined and copied code has several sites at one place.
  void numberSites() {
    using Place =
        std::tuple<std::string, uint32_t, uint32_t, std::string, AccessKind>;
    std::map<Place, uint32_t> First;
    for (uint32_t I = 0; I != S.Sites.size(); ++I) {
      const PairSite &P = S.Sites[I];
      Sites.push_back(
          First.try_emplace({P.File, P.Line, P.Column, P.Function, P.Kind}, I)
              .first->second);
    }
  }

  Group groupOf(const PairVertex &V) const {
    return {Sites[V.Site], V.Structure.Value, cacheOf(V.Thread)};
  }

  /// Pairs of which it is known whose access came before them, if there are
  /// any.
  bool isUsed(const PairVertex &V) const {
    return (V.Before != UnknownBefore) == Known;
  }

  /// A group is told apart by what was before as a whole or not at all.
  void chooseRefined() {
    struct Seen {
      double Choices = 0;
      std::map<uint32_t, int> Before;
    };
    std::map<Group, Seen> Groups;
    for (const PairVertex &V : S.Vertices) {
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

  void addVertex(const PairVertex &V) {
    if (!isUsed(V)) {
      Numbers.push_back(0);
      return;
    }
    Group Key = groupOf(V);
    auto [Site, Structure, Cache] = Key;
    uint32_t Before = Refined[Key] ? cacheOf(V.Before) : UnknownBefore;
    auto [It, New] =
        Places.try_emplace({Key, Before}, uint32_t(G.Vertices.size()));
    if (New)
      G.Vertices.push_back({Site, V.Structure, Cache, Before,
                            S.Sites[Site].Kind != AccessKind::Load, 0, 0, 0});
    G.Vertices[It->second].Bytes |= V.Bytes;
    G.Vertices[It->second].Dangling += double(V.Dangling);
    Numbers.push_back(It->second);
  }

  void addEdges() {
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> Known;
    for (const PairCount &C : S.Pairs) {
      if (!isUsed(S.Vertices[C.First]))
        continue;
      std::pair Ends(Numbers[C.First], Numbers[C.Second]);
      auto [It, New] = Known.try_emplace(Ends, uint32_t(G.Edges.size()));
      if (New)
        G.Edges.push_back({Ends.first, Ends.second, 0, 0, false, {}});
      ReuseEdge &E = G.Edges[It->second];
      // A share only in the end.
      E.Overlapping += double(C.Overlapping);
      E.Weight += double(C.Pairs);
      if (E.Distances.size() < C.Distances.size())
        E.Distances.resize(C.Distances.size());
      for (size_t O = 0; O != C.Distances.size(); ++O)
        E.Distances[O] += C.Distances[O];
    }
    for (ReuseEdge &E : G.Edges)
      E.Overlapping /= std::max(E.Weight, 1.0);
  }

  /// Of the choices of a group, those that no pair of another choice ends at.
  void addFirstTouches() {
    std::map<Group, std::pair<double, double>> Ends; // choices, second ends
    for (const PairVertex &V : S.Vertices)
      if (!isUsed(V))
        Ends[groupOf(V)].first += double(V.Firsts);
    for (const PairCount &C : S.Pairs)
      if (!isUsed(S.Vertices[C.First]))
        Ends[groupOf(S.Vertices[C.Second])].second += double(C.Pairs);
    for (ReuseVertex &V : G.Vertices) {
      auto [Chosen, Second] =
          std::exchange(Ends[{V.Site, V.Structure.Value, V.Cache}], {});
      if (Chosen - Second > 2 * std::sqrt(Chosen + Second))
        V.FirstTouches = Chosen - Second;
    }
  }

  void tellApart() {
    // By structure and cache.
    std::map<std::pair<uint32_t, uint32_t>, uint64_t> Written, Touched;
    for (const ReuseVertex &V : G.Vertices) {
      std::pair Key(V.Structure.Value, V.Cache);
      Touched[Key] |= V.Bytes;
      if (V.Writes)
        Written[Key] |= V.Bytes;
    }
    for (ReuseEdge &E : G.Edges) {
      const ReuseVertex &From = G.Vertices[E.From], &To = G.Vertices[E.To];
      E.Apart = From.Writes && (Written[{From.Structure.Value, From.Cache}] &
                                Touched[{To.Structure.Value, To.Cache}]) == 0;
    }
  }

  const PairSample &S;
  const GraphOptions &Options;
  ReuseGraph G;
  bool Known = false; ///< of some vertices, whose access came before
  std::map<uint32_t, uint32_t> Caches; ///< number, by that of ThreadMap
  std::vector<std::set<uint32_t>> Members;
  std::vector<uint32_t> Sites; ///< the first one with the same place
  std::map<Group, bool> Refined;
  std::map<std::pair<Group, uint32_t>, uint32_t> Places;
  std::vector<uint32_t> Numbers; ///< of the sample's vertices
};

} // namespace

ReuseGraph makeReuseGraph(const PairSample &S, const GraphOptions &Options) {
  return GraphMaker(S, Options).make();
}

} // namespace memfacet
