//===- PairTally.cpp - counts sampled pairs -------------------------------===//

#include "analysis/communication/PairTally.h"
#include <algorithm>

namespace memfacet {

uint32_t PairTally::vertexOf(const PairAccess &A) {
  uint32_t V = Vertices[{A.Site.Value, A.Structure.Value, A.Thread, A.Before}];
  if (V == AtVertices.size())
    AtVertices.emplace_back();
  return V;
}

uint32_t PairTally::begin(const PairAccess &A) {
  uint32_t V = vertexOf(A);
  ++AtVertices[V].Firsts;
  AtVertices[V].Bytes |= A.bytesOfLines();
  return V;
}

void PairTally::first(uint64_t Number, const PairAccess &A) {
  if (Number != 0 && !Watches.find(Number))
    Watches.add(Number, {A, begin(A), false});
}

const PairAccess *PairTally::second(uint64_t Number, const PairAccess &A) {
  Watch *W = Number != 0 ? Watches.find(Number) : nullptr;
  if (!W)
    return nullptr;
  PairAccess Known = A;
  Known.Before = W->Last.Thread;
  if (W->Again) {
    addPair(*W, Known);
    Watches.remove(Number);
    return nullptr;
  }
  addPair(*W, A);
  Choice = W->Last;
  *W = {Known, begin(Known), true};
  return &Choice;
}

void PairTally::addPair(const Watch &First, const PairAccess &Second) {
  uint32_t V = vertexOf(Second);
  AtVertices[V].Bytes |= Second.bytesOfLines();
  // Clocks of several threads are only roughly the same.
  uint64_t Distance =
      Second.AllUnits - std::min(Second.AllUnits, First.Last.AllUnits);
  Pairs.add(First.Vertex, V, distanceOctave(Distance),
            First.Last.overlaps(Second));
}

void PairTally::cut() {
  Watches.forEach(
      [&](uint64_t, const Watch &W) { ++AtVertices[W.Vertex].Cut; });
  Watches.clear();
}

void PairTally::forget() { *this = {}; }

std::map<uint64_t, PairAccess> PairTally::dangling() const {
  std::map<uint64_t, PairAccess> Result;
  Watches.forEach([&](uint64_t Number, const Watch &W) {
    if (!W.Again)
      Result.emplace(Number, W.Last);
  });
  return Result;
}

void PairTally::fill(PairSample &To,
                     const std::function<PairSite(SiteId)> &Describe) const {
  To.Sites.clear(), To.Vertices.clear();
  std::vector<uint32_t> Places(Vertices.size());
  uint32_t Before = 0;
  for (uint32_t V : Vertices.sorted()) {
    auto [Site, Structure, Thread, Earlier] = Vertices.key(V);
    const Seen &Its = AtVertices[V];
    if (To.Sites.empty() || Site != Before)
      To.Sites.push_back(Describe(SiteId(Site)));
    Before = Site;
    Places[V] = uint32_t(To.Vertices.size());
    To.Vertices.push_back({uint32_t(To.Sites.size() - 1),
                           StructureId(Structure), Thread, Its.Firsts, Its.Cut,
                           Earlier, Its.Bytes});
  }
  Watches.forEach([&](uint64_t, const Watch &W) {
    ++To.Vertices[Places[W.Vertex]].Dangling;
  });
  To.Pairs = Pairs.counts(Places);
}

} // namespace memfacet
