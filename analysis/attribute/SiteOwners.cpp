//===- attribute/SiteOwners.cpp - accesses by site and structure ----------===//

#include "analysis/attribute/SiteOwners.h"
#include "analysis/cache/CacheWord.h"
#include <algorithm>

namespace memfacet {

void SiteOwners::clear() {
  for (Other &O : Second)
    O.Accesses = 0;
  Rest.clear();
}

void SiteOwners::addOther(uint32_t Site, uint32_t Structure) {
  if (First[Site] == None) {
    First[Site] = Structure;
    return;
  }
  Other &O = Second[Site];
  if (O.Structure == None)
    O.Structure = Structure;
  if (!Counting)
    return;
  if (O.Structure == Structure)
    ++O.Accesses;
  else
    ++Rest[{Site, Structure}];
}

void SiteOwners::makeRoom(size_t Sites) {
  if (Sites <= First.size())
    return;
  First.resize(Sites, None);
  Second.resize(Sites);
  Around.resize(Sites);
  Tries.resize(Sites);
}

/// Nothing is forgotten one by one: what is of an earlier epoch does not count.
void SiteOwners::followChanges(const OwnerChanges &Changes) {
  if (Epoch != 0 && ChangesSeen == Changes.count())
    return;
  ChangesSeen = Changes.count();
  if (++Epoch == 0) {
    std::ranges::fill(Around, Near());
    Epoch = 1;
  }
}

/// \p Address is not around what \p Site has accessed in this epoch.
[[gnu::noinline]] void SiteOwners::addUnknown(uint32_t Site, uint64_t Address,
                                              Attributor &Memory) {
  uint32_t Structure = Memory.owner(Address);
  if (First[Site] != Structure)
    addOther(Site, Structure);
  Near &Here = Around[Site];
  if (Here.Epoch != Epoch) {
    Here = {0, 0, Epoch};
    Tries[Site] = 0;
    return; // it is looked for if the site comes again
  }
  if (First[Site] != Structure || Tries[Site] == MaxTries)
    return;
  ++Tries[Site];
  auto [Low, High] = Memory.sameAround(Address);
  uint64_t Bytes = std::min<uint64_t>(High - Low, UINT32_MAX);
  if (Address - Low < Bytes)
    Here = {Low, uint32_t(Bytes), Epoch};
}

void SiteOwners::add(const AccessBatch &B, Attributor &Memory, size_t Sites) {
  makeRoom(std::max<size_t>(Sites, 1)); // without tables, all are of site 0
  followChanges(Memory.changes());
  const Near *const Known = Around.data();
  const uint32_t Now = Epoch;
  for (size_t I = 0, Count = B.Count; I != Count; ++I) {
    uint64_t Address = B.Address[I] & AddressMask;
    uint32_t Site = B.Info[I].site();
    const Near &Here = Known[Site];
    bool Inside = Address - Here.Low < Here.Bytes && Here.Epoch == Now;
    if (!Inside) [[unlikely]]
      addUnknown(Site, Address, Memory);
  }
}

std::vector<SiteOwners::Row> SiteOwners::of(uint32_t Site,
                                            uint64_t Executed) const {
  std::vector<Row> Rows;
  if (Site >= First.size() || First[Site] == None)
    return Rows;
  uint64_t Others = 0;
  auto Add = [&](uint32_t Structure, uint64_t Accesses) {
    Others += Accesses;
    if (Accesses != 0)
      Rows.push_back({StructureId(Structure), Accesses});
  };
  Add(Second[Site].Structure, Second[Site].Accesses);
  for (auto It = Rest.lower_bound({Site, 0});
       It != Rest.end() && It->first.first == Site; ++It)
    Add(It->first.second, It->second);
  Add(First[Site], Executed - std::min(Executed, Others));
  std::ranges::sort(Rows, {}, &Row::Structure);
  return Rows;
}

} // namespace memfacet
