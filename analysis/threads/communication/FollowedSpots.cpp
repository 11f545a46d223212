//===- FollowedSpots.cpp - hot-spots of lines that were followed ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/FollowedSpots.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace memfacet::threads {

namespace {

/// Sites at one place of the code, and a structure.
using SpotPlace = std::tuple<std::string, uint32_t, uint32_t, std::string,
                             AccessKind, uint32_t>;

SpotPlace placeOf(const result::SharingTable &S,
                  const result::SharingVertex &V) {
  const result::PairSite &Site = S.Sites[V.Site];
  return {Site.File,     Site.Line, Site.Column,
          Site.Function, Site.Kind, V.Structure.Value};
}

void addThread(std::vector<uint32_t> &To, uint32_t Thread) {
  auto At = std::ranges::lower_bound(To, Thread);
  if (At == To.end() || *At != Thread)
    To.insert(At, Thread);
}

/// A structure's interval, in parts of its estimate.
class Widths {
public:
  explicit Widths(const result::SharingTable &S) {
    std::map<uint32_t, double> Misses;
    for (const result::SharingVertex &V : S.Vertices)
      Misses[V.Structure.Value] += double(V.misses());
    for (const result::SharingEstimate &E : S.Estimates)
      if (double All = Misses[E.Structure.Value]; All > 0)
        ByStructure[E.Structure.Value] = {double(E.Low) / All,
                                          double(E.High) / All};
  }
  /// The least and the most of \p Misses of a structure, of which \p Seen
  /// happened for sure.
  std::pair<double, double> of(uint32_t Structure, double Misses,
                               double Seen) const {
    auto It = ByStructure.find(Structure);
    auto [Low, High] =
        It == ByStructure.end() ? std::pair(1.0, 1.0) : It->second;
    return {std::max(Low * Misses, Seen), High * Misses};
  }

private:
  std::map<uint32_t, std::pair<double, double>> ByStructure;
};

/// Spots by their places, and what led to them.
class SpotTable {
public:
  explicit SpotTable(const result::SharingTable &S) : Table(S) {
    for (const result::SharingVertex &V : S.Vertices)
      addVertex(V);
    for (const result::SharingEdge &E : S.Edges)
      addEdge(E);
  }
  std::vector<HotSpot> Spots;
  std::vector<double> Seen; ///< of each

private:
  size_t numberOf(const result::SharingVertex &V) {
    auto [It, New] = Numbers.try_emplace(placeOf(Table, V), Spots.size());
    if (New) {
      Seen.push_back(0);
      HotSpot &Spot = Spots.emplace_back();
      Spot.Site = V.Site, Spot.Structure = V.Structure;
      Spot.Reliable = true;
    }
    return It->second;
  }
  void addVertex(const result::SharingVertex &V) {
    if (V.misses() + V.Cold == 0)
      return;
    size_t Number = numberOf(V);
    HotSpot &Spot = Spots[Number];
    Spot.Expected.Invalidated += double(V.misses());
    Spot.Expected.Unshared += double(V.False);
    Spot.Expected.Told += double(V.misses());
    Spot.Expected.Cold += double(V.Cold);
    Spot.Choices += double(V.Certain);
    Seen[Number] += double(V.Certain);
    addThread(Spot.Threads, V.Thread);
  }
  void addEdge(const result::SharingEdge &E) {
    if (E.True + E.False == 0)
      return;
    const result::SharingVertex &From = Table.Vertices[E.From];
    HotSpot &Spot = Spots[numberOf(Table.Vertices[E.To])];
    auto It = std::ranges::find_if(Spot.Causes, [&](const HotSpotCause &C) {
      return C.Structure == From.Structure &&
             Table.Sites[C.Site] == Table.Sites[From.Site];
    });
    if (It == Spot.Causes.end())
      It = Spot.Causes.insert(It, {From.Site, From.Structure, 0, {}});
    It->Misses += double(E.True + E.False);
    addThread(It->Threads, From.Thread);
  }

  const result::SharingTable &Table;
  std::map<SpotPlace, size_t> Numbers;
};

void addTotal(const result::SharingTable &S, HotSpotStudy &To) {
  double Squares = 0, Seen = 0, Cold = 0;
  for (const result::SharingEstimate &E : S.Estimates)
    Squares += std::pow(double(E.High - E.Low) / 2, 2);
  for (const result::SharingVertex &V : S.Vertices)
    Seen += double(V.Certain), Cold += double(V.Cold);
  for (const HotSpot &Spot : To.Spots)
    To.Total += Spot.Expected;
  To.Total.Cold = Cold; // also where nothing was lost
  double Half = std::sqrt(Squares);
  To.Low = std::max(Seen, To.Total.Invalidated - Half);
  To.High = To.Total.Invalidated + Half;
}

} // namespace

HotSpotStudy followedSpots(const result::SharingTable &S, double Accesses,
                           const HotSpotOptions &Options) {
  HotSpotStudy Study;
  SpotTable Table(S);
  Widths Of(S);
  Study.Threshold =
      Options.HotCount > 0 ? Options.HotCount : Options.HotShare * Accesses;
  std::vector<uint32_t> Threads;
  for (const result::SharingVertex &V : S.Vertices)
    addThread(Threads, V.Thread);
  for (uint32_t Thread : Threads)
    Study.Threads.push_back({Thread});
  for (size_t I = 0; I != Table.Spots.size(); ++I) {
    HotSpot &Spot = Table.Spots[I];
    double Misses = Spot.Expected.Invalidated;
    std::tie(Spot.Low, Spot.High) =
        Of.of(Spot.Structure.Value, Misses, Table.Seen[I]);
    Spot.Hot = Misses > Study.Threshold;
    std::ranges::stable_sort(Spot.Causes, std::greater(),
                             &HotSpotCause::Misses);
    if (Misses > 0)
      Study.Spots.push_back(std::move(Spot));
  }
  std::ranges::stable_sort(
      Study.Spots, std::greater(),
      [](const HotSpot &Spot) { return Spot.Expected.Invalidated; });
  Study.Vertices = uint32_t(S.Vertices.size());
  Study.Edges = uint32_t(S.Edges.size());
  addTotal(S, Study);
  Study.Total.Accesses = Accesses;
  return Study;
}

} // namespace memfacet::threads
