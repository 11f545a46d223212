//===- communication/PairTally.cpp - counts sampled pairs -----------------===//

#include "analysis/communication/PairTally.h"
#include <algorithm>

namespace memfacet {

void PairTally::begin(const PairAccess &A) {
  Seen &Its = Vertices[vertexOf(A)];
  ++Its.Firsts;
  Its.Bytes |= A.bytesOfLines();
}

void PairTally::first(uint64_t Number, const PairAccess &A) {
  if (Open.emplace(Number, A).second)
    begin(A);
}

const PairAccess *PairTally::second(uint64_t Number, const PairAccess &A) {
  if (auto It = Open.find(Number); It != Open.end()) {
    Last = It->second;
    Open.erase(It);
    addPair(Last, A);
    PairAccess &Middle = Again[Number] = A;
    Middle.Before = Last.Thread;
    begin(Middle);
    return &Last;
  }
  if (auto It = Again.find(Number); It != Again.end()) {
    PairAccess Known = A;
    Known.Before = It->second.Thread;
    addPair(It->second, Known);
    Again.erase(It);
  }
  return nullptr;
}

void PairTally::addPair(const PairAccess &First, const PairAccess &Second) {
  Vertices[vertexOf(Second)].Bytes |= Second.bytesOfLines();
  Count &C = Pairs[{vertexOf(First), vertexOf(Second)}];
  ++C.Pairs;
  C.Overlapping += First.overlaps(Second);
  // Clocks of several threads are only roughly the same.
  uint64_t Distance =
      Second.AllUnits - std::min(Second.AllUnits, First.AllUnits);
  unsigned Octave = distanceOctave(Distance);
  if (C.Distances.size() <= Octave)
    C.Distances.resize(Octave + 1);
  ++C.Distances[Octave];
}

void PairTally::cut() {
  for (auto *Left : {&Open, &Again}) {
    for (const auto &[Number, A] : *Left)
      ++Vertices[vertexOf(A)].Cut;
    Left->clear();
  }
}

void PairTally::forget() {
  Open.clear();
  Again.clear();
  Vertices.clear();
  Pairs.clear();
}

void PairTally::fill(PairSample &To,
                     const std::function<PairSite(SiteId)> &Describe) const {
  To.Sites.clear(), To.Vertices.clear(), To.Pairs.clear();
  std::map<Vertex, uint32_t> Numbers;
  uint32_t Before = 0;
  for (const auto &[V, Its] : Vertices) {
    auto [Site, Structure, Thread, Earlier] = V;
    if (To.Sites.empty() || Site != Before)
      To.Sites.push_back(Describe(SiteId(Site)));
    Before = Site;
    Numbers[V] = uint32_t(To.Vertices.size());
    To.Vertices.push_back({uint32_t(To.Sites.size() - 1),
                           StructureId(Structure), Thread, Its.Firsts, Its.Cut,
                           Earlier, Its.Bytes});
  }
  for (const auto *Left : {&Open, &Again})
    for (const auto &[Number, A] : *Left)
      ++To.Vertices[Numbers[vertexOf(A)]].Dangling;
  for (const auto &[Ends, C] : Pairs)
    To.Pairs.push_back({Numbers[Ends.first], Numbers[Ends.second], C.Pairs,
                        C.Overlapping, C.Distances});
}

} // namespace memfacet
