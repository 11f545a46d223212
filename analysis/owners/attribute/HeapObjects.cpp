//===- HeapObjects.cpp - allocation events become objects -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/attribute/HeapObjects.h"
#include <algorithm>

namespace memfacet::owners {

/// A new structure has a higher number than those of earlier accesses.
StructureId HeapObjects::structureOf(uint64_t Site,
                                     std::span<const uint64_t> Contexts) {
  StructureId Known = Names.recent(Site, Contexts);
  if (Known.valid()) [[likely]]
    return Known;
  announceChange();
  return Names.structureOf(Site, Contexts);
}

/// Returns whether a reallocation by \p Thread has released an object at \p
/// Address.
bool HeapObjects::hasReleased(ThreadId Thread, uint64_t Address) const {
  auto It = InRealloc.find(Thread.Value);
  return It != InRealloc.end() && It->second.Object.Address == Address;
}

void HeapObjects::allocated(const decode::Event &E) {
  if (E.Payload.size() < 4)
    return;
  uint64_t Site = E.Payload[2], Previous = E.Payload[3];
  if (decode::keepsBlock(E) && !hasReleased(E.Thread, Previous))
    return;
  size_t Contexts = std::min<size_t>(E.Payload.size() - 4, MaxContexts);
  // An empty allocation has an address of its own: it counts one byte.
  LiveObject O{E.Payload[0], std::max<uint64_t>(E.Payload[1], 1),
               structureOf(Site, E.Payload.subspan(4, Contexts))};
  bool NewObject = true;
  ObjectTimes::PausedLife Life;
  uint64_t Added = O.Size;
  if (Previous != 0) {
    auto It = InRealloc.find(E.Thread.Value);
    if (It != InRealloc.end()) {
      LiveObject Old = It->second.Object;
      Life = It->second.Life;
      InRealloc.erase(It);
      if (Old.Address == Previous) {
        if (decode::keepsBlock(E))
          O.Size = Old.Size;
        if (O.Size <= Old.Size || O.Structure == StructureRegistry::Library)
          O.Structure = Old.Structure;
        NewObject = O.Structure != Old.Structure;
        if (!NewObject)
          Added = O.Size - std::min(O.Size, Old.Size);
      }
    }
  }
  // A library's memory: the code of the allocation shows which one.
  if (O.Structure == StructureRegistry::Library)
    O.Structure = Objects.libraryOf(Site);
  if (meetsWatched(O))
    announceChange();
  bool Waits = wait(O);
  if (!Waits && !claim(O)) {
    ++Oddities.OutsideSpace;
    Times.end(Life);
    return;
  }
  Structures.grow(O.Structure, O.Size, NewObject);
  Structures.addToSum(O.Structure, Added);
  if (!NewObject)
    return Times.resume(O, Life, Waits);
  Times.end(Life);
  Times.began(O, Waits);
}

/// Takes the bytes of \p O out of the mapping or array around it, which the
/// program's own malloc hands out.
void HeapObjects::handOut(const LiveObject &O) {
  if (!Memory.isMapped(O.Address))
    return;
  std::optional<StructureId> Around = Memory.mappingAt(O.Address);
  if (Around && (kindOf(*Around) == result::StructureKind::Mapping ||
                 kindOf(*Around) == result::StructureKind::Global))
    Structures.handOut(*Around, Pieces.add(O.Address, O.end()));
}

void HeapObjects::unmapped(const LiveObject &Gone) {
  uint64_t InBlocks = Pieces.remove(Gone.Address, Gone.end());
  Structures.shrink(Gone.Structure, Gone.Size - InBlocks);
}

/// Returns whether \p Old is a variable that the program's own malloc hands
/// out, as \p O: what is left of it belongs to it, like a mapping.
bool HeapObjects::isArena(const LiveObject &Old, const LiveObject &O) const {
  return Old.Address <= O.Address && O.end() <= Old.end() &&
         kindOf(Old.Structure) == result::StructureKind::Global;
}

/// Claims \p O. Returns false if it is outside the address space.
bool HeapObjects::claim(const LiveObject &O) {
  announceChange();
  if (Unclaimed.overlaps(O))
    claimAll();
  Ownership::ClaimedRange Claimed = Memory.claim(O);
  for (const LiveObject &Old : Claimed.Evicted) {
    if (isArena(Old, O)) {
      claimAll(); // none may wait in a mapping
      for (const LiveObject &Gone :
           Memory.setMapping(Old.Address, Old.end(), Old.Structure))
        unmapped(Gone);
      continue;
    }
    Structures.shrink(Old.Structure, Old.Size);
    Times.ended(Old);
    ++Oddities.Evictions;
  }
  if (Claimed.Accepted)
    handOut(O);
  return Claimed.Accepted;
}

/// Makes \p O wait. Returns false if it must be claimed at once.
bool HeapObjects::wait(const LiveObject &O) {
  if (!Unclaimed.fits(O))
    return false;
  // In a mapping, an object must be claimed: owners that were found by the
  // mapping would become wrong. The end of an object in the table at this
  // address was missed, as was that of an object that overlaps.
  return !Memory.isMapped(O.Address) && !Memory.marked(O) &&
         !Times.births().find(O.Address) && Unclaimed.add(O);
}

void HeapObjects::claimAll() {
  if (Unclaimed.empty())
    return;
  for (const LiveObject &O : Unclaimed.takeAll())
    claim(O);
}

void HeapObjects::prepare(const LiveObject &Mark) {
  if (Mark.Address > caches::AddressMask || Mark.Size > ObjectMap::LargeBytes)
    return prepareAll();
  if (meetsWatched(Mark))
    announceChange();
  uint64_t End = std::min(Mark.end(), caches::AddressMask);
  for (uint64_t Line = shadowLineBelow(Mark.Address);
       hasWaiting() && Line < End; Line += ShadowLineBytes) {
    if (Unclaimed.findInLine(Line))
      announceChange(); // no access may find the objects under way
    claimAround(Line);
  }
}

/// Returns whether the object at \p Address, which waits if it has a \p Birth,
/// has bytes in lines that are watched.
bool HeapObjects::endsWatched(uint64_t Address,
                              const BirthTable::Entry *Birth) const {
  if (!BeforeChange)
    return false;
  std::optional<LiveObject> O =
      Birth ? UnclaimedObjects::objectOf(*Birth) : Memory.blockAt(Address);
  return O && meetsWatched(*O);
}

void HeapObjects::released(const decode::Event &E) {
  if (E.Payload.empty())
    return;
  uint64_t Address = E.Payload[0];
  std::optional<LiveObject> O;
  BirthTable::Entry *Birth = Unclaimed.find(Address);
  if (endsWatched(Address, Birth)) {
    announceChange(); // the object may be claimed now
    Birth = Unclaimed.find(Address);
  }
  if (Birth) {
    Unclaimed.leave(*Birth);
    O = UnclaimedObjects::objectOf(*Birth);
  } else {
    O = Memory.release(Address);
    Birth = O ? Times.births().find(Address) : nullptr;
  }
  if (!O) {
    // A malloc of the program's own puts new memory into its lists by free.
    Oddities.UnknownReleases += !Memory.isMapped(Address);
    return;
  }
  Structures.shrink(O->Structure, O->Size);
  ObjectTimes::PausedLife Life = Times.pause(*O, Birth);
  bool ByRealloc = E.Argument == 1;
  if (ByRealloc)
    InRealloc[E.Thread.Value] = {*O, Life};
  else
    Times.end(Life);
}

/// Larger than the code of any library.
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

/// In all layouts that linkers make, code is before the last data.
StructureId LoadedObjects::libraryOf(uint64_t Code) const {
  auto Above = ByLow.upper_bound(Code);
  if (Code == 0 || Above == ByLow.end() ||
      Above->first - Code > LargestCodeBytes)
    return StructureRegistry::Library;
  return Above->second;
}

} // namespace memfacet::owners
