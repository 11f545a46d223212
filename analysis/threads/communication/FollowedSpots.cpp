//===- FollowedSpots.cpp - hot-spots of followed lines --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/threads/communication/FollowedSpots.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace memfacet::threads {

namespace {

/// A place of the code, which several sites may have, and a structure.
using SpotPlace = std::tuple<std::string, uint32_t, uint32_t, std::string,
                             AccessKind, uint32_t>;

SpotPlace placeOf(const result::SharingTable &S,
                  const result::SharingVertex &V) {
  const result::PairSite &Site = S.Sites[V.Site];
  return {Site.File,     Site.Line, Site.Column,
          Site.Function, Site.Kind, V.Structure.Value};
}

void addThread(std::vector<uint32_t> &Threads, uint32_t Thread) {
  auto Position = std::ranges::lower_bound(Threads, Thread);
  if (Position == Threads.end() || *Position != Thread)
    Threads.insert(Position, Thread);
}

/// By structure: the 95 % interval, divided by the estimate.
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
  /// Returns the 95 % interval of \p Misses of a structure, of which \p Certain
  /// were recorded.
  std::pair<double, double> limits(uint32_t Structure, double Misses,
                                   double Certain) const {
    auto Entry = ByStructure.find(Structure);
    auto [Low, High] =
        Entry == ByStructure.end() ? std::pair(1.0, 1.0) : Entry->second;
    return {std::max(Low * Misses, Certain), High * Misses};
  }

private:
  std::map<uint32_t, std::pair<double, double>> ByStructure;
};

/// Hot-spots by place, with their causes.
class SpotTable {
public:
  explicit SpotTable(const result::SharingTable &S) : Table(S) {
    for (const result::SharingVertex &V : S.Vertices)
      addVertex(V);
    for (const result::SharingEdge &E : S.Edges)
      addEdge(E);
  }
  std::vector<HotSpot> Spots;
  std::vector<double> Certain; ///< of each spot

private:
  size_t numberOf(const result::SharingVertex &V) {
    auto [Entry, IsNew] = Numbers.try_emplace(placeOf(Table, V), Spots.size());
    if (IsNew) {
      Certain.push_back(0);
      HotSpot &Spot = Spots.emplace_back();
      Spot.Site = V.Site, Spot.Structure = V.Structure;
      Spot.Reliable = true;
    }
    return Entry->second;
  }
  void addVertex(const result::SharingVertex &V) {
    if (V.misses() + V.Cold == 0)
      return;
    size_t Number = numberOf(V);
    HotSpot &Spot = Spots[Number];
    Spot.Expected.Invalidated += double(V.misses());
    Spot.Expected.Unshared += double(V.False);
    Spot.Expected.Classified += double(V.misses());
    Spot.Expected.Cold += double(V.Cold);
    Spot.Choices += double(V.Certain);
    Certain[Number] += double(V.Certain);
    addThread(Spot.Threads, V.Thread);
  }
  void addEdge(const result::SharingEdge &E) {
    if (E.True + E.False == 0)
      return;
    const result::SharingVertex &Writer = Table.Vertices[E.Source];
    HotSpot &Spot = Spots[numberOf(Table.Vertices[E.Target])];
    auto Cause = std::ranges::find_if(Spot.Causes, [&](const HotSpotCause &C) {
      return C.Structure == Writer.Structure &&
             Table.Sites[C.Site] == Table.Sites[Writer.Site];
    });
    if (Cause == Spot.Causes.end())
      Cause = Spot.Causes.insert(Cause, {Writer.Site, Writer.Structure, 0, {}});
    Cause->Misses += double(E.True + E.False);
    addThread(Cause->Threads, Writer.Thread);
  }

  const result::SharingTable &Table;
  std::map<SpotPlace, size_t> Numbers;
};

void addTotal(const result::SharingTable &S, HotSpotStudy &Study) {
  double Cold = 0;
  for (const result::SharingVertex &V : S.Vertices)
    Cold += double(V.Cold);
  for (const HotSpot &Spot : Study.Spots)
    Study.Total += Spot.Expected;
  Study.Total.Cold = Cold; // also at vertices that lost no line
  std::tie(Study.Low, Study.High) = followedInterval(S);
}

} // namespace

std::pair<double, double> followedInterval(const result::SharingTable &S) {
  double All = 0, Certain = 0, LowerSquares = 0, UpperSquares = 0;
  std::map<uint32_t, double> Misses;
  for (const result::SharingVertex &V : S.Vertices) {
    Misses[V.Structure.Value] += double(V.misses());
    All += double(V.misses()), Certain += double(V.Certain);
  }
  for (const result::SharingEstimate &E : S.Estimates) {
    double Value = Misses[E.Structure.Value];
    LowerSquares += std::pow(std::max(Value - double(E.Low), 0.0), 2);
    UpperSquares += std::pow(std::max(double(E.High) - Value, 0.0), 2);
  }
  return {std::max(Certain, All - std::sqrt(LowerSquares)),
          All + std::sqrt(UpperSquares)};
}

HotSpotStudy followedSpots(const result::SharingTable &S, double Accesses,
                           const HotSpotOptions &Options) {
  HotSpotStudy Study;
  SpotTable Table(S);
  Widths EstimateWidths(S);
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
        EstimateWidths.limits(Spot.Structure.Value, Misses, Table.Certain[I]);
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
