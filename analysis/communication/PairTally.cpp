//===- communication/PairTally.cpp - counts sampled pairs -----------------===//

#include "analysis/communication/PairTally.h"
#include <algorithm>

namespace memfacet {

void PairTally::first(uint64_t Number, const PairAccess &A) {
  if (!Open.emplace(Number, A).second)
    return;
  Seen &Its = Vertices[vertexOf(A)];
  ++Its.Firsts;
  Its.Bytes |= A.bytesOfLines();
}

const PairAccess *PairTally::second(uint64_t Number, PairAccess A) {
  auto It = Open.find(Number);
  if (It == Open.end())
    return nullptr;
  Last = It->second;
  Open.erase(It);
  // Where firsts do not know who was before, seconds are no better.
  A.Before = Last.Before == UnknownBefore ? UnknownBefore : Last.Thread;
  Vertices[vertexOf(A)].Bytes |= A.bytesOfLines();
  Count &C = Pairs[{vertexOf(Last), vertexOf(A)}];
  ++C.Pairs;
  C.Overlapping += Last.overlaps(A);
  // Clocks of several threads are only roughly the same.
  uint64_t Distance = A.AllUnits - std::min(A.AllUnits, Last.AllUnits);
  unsigned Octave = distanceOctave(Distance);
  if (C.Distances.size() <= Octave)
    C.Distances.resize(Octave + 1);
  ++C.Distances[Octave];
  return &Last;
}

void PairTally::forget() {
  Open.clear();
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
                           StructureId(Structure), Thread, Its.Firsts, 0,
                           Earlier, Its.Bytes});
  }
  for (const auto &[Number, A] : Open)
    ++To.Vertices[Numbers[vertexOf(A)]].Dangling;
  for (const auto &[Ends, C] : Pairs)
    To.Pairs.push_back({Numbers[Ends.first], Numbers[Ends.second], C.Pairs,
                        C.Overlapping, C.Distances});
}

} // namespace memfacet
