//===- HeapObjects.cpp - allocation events become objects -----------------===//

#include "analysis/attribute/HeapObjects.h"
#include <algorithm>

namespace memfacet {

void HeapObjects::allocated(const Event &E) {
  if (E.Payload.size() < 4)
    return;
  Times.expect(E.Payload[0]);
  uint64_t Site = E.Payload[2], Previous = E.Payload[3];
  size_t Contexts = std::min<size_t>(E.Payload.size() - 4, MaxContexts);
  // An empty allocation has an address of its own: it counts one byte.
  LiveObject O{E.Payload[0], std::max<uint64_t>(E.Payload[1], 1),
               Names.structureOf(Site, E.Payload.subspan(4, Contexts))};
  bool NewObject = true;
  ObjectTimes::Paused Life;
  uint64_t Added = O.Size;
  if (Previous != 0) {
    auto It = InRealloc.find(E.Thread.Value);
    if (It != InRealloc.end()) {
      LiveObject Old = It->second.Object;
      Life = It->second.Life;
      InRealloc.erase(It);
      if (Old.Address == Previous) {
        if (O.Size <= Old.Size || O.Structure == StructureRegistry::Library)
          O.Structure = Old.Structure;
        NewObject = O.Structure != Old.Structure;
        if (!NewObject)
          Added = O.Size - std::min(O.Size, Old.Size);
      }
    }
  }
  // A library's own: the code that asked says which.
  if (O.Structure == StructureRegistry::Library)
    O.Structure = Objects.around(Site);
  Ownership::Claimed Claimed = Memory.claim(O);
  if (!Claimed.Accepted) {
    ++Oddities.OutsideSpace;
    Times.end(Life);
    return;
  }
  for (const LiveObject &Old : Claimed.Evicted) {
    Structures.shrink(Old.Structure, Old.Size);
    Times.ended(Old);
  }
  Oddities.Evictions += Claimed.Evicted.size();
  Structures.grow(O.Structure, O.Size, NewObject);
  Structures.addToSum(O.Structure, Added);
  if (!NewObject)
    return Times.resume(O, Life);
  Times.end(Life);
  Times.began(O);
}

void HeapObjects::released(const Event &E) {
  if (E.Payload.empty())
    return;
  Times.expect(E.Payload[0]);
  std::optional<LiveObject> O = Memory.release(E.Payload[0]);
  if (!O) {
    ++Oddities.UnknownReleases;
    return;
  }
  Structures.shrink(O->Structure, O->Size);
  bool ByRealloc = E.Argument == 1;
  if (ByRealloc)
    InRealloc[E.Thread.Value] = {*O, Times.pause(*O)};
  else
    Times.ended(*O);
}

/// Larger than any library's.
static constexpr uint64_t LargestCodeBytes = uint64_t(256) << 20;

void LoadedObjects::add(uint64_t Low, uint64_t High, StructureId S) {
  remove(Low, High);
  if (Low < High)
    ByLow.insert_or_assign(Low, S);
}

void LoadedObjects::remove(uint64_t Low, uint64_t High) {
  auto It = ByLow.lower_bound(Low);
  while (It != ByLow.end() && It->first < High)
    It = ByLow.erase(It);
}

/// Of all layouts that linkers make, none has code behind the last data.
StructureId LoadedObjects::around(uint64_t Code) const {
  auto Above = ByLow.upper_bound(Code);
  if (Code == 0 || Above == ByLow.end() ||
      Above->first - Code > LargestCodeBytes)
    return StructureRegistry::Library;
  return Above->second;
}

} // namespace memfacet
