//===- attribute/SiteOwners.cpp - accesses by site and structure ----------===//

#include "analysis/attribute/SiteOwners.h"
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

void SiteOwners::makeRoom(const AccessBatch &B) {
  uint32_t Last = 0;
  for (size_t I = 0; I != B.Count; ++I)
    Last = std::max(Last, B.Info[I].site());
  if (Last < First.size())
    return;
  First.resize(std::max<size_t>(Last + 1, 2 * First.size()), None);
  Second.resize(First.size());
}

void SiteOwners::add(const AccessBatch &B, Attributor &Memory) {
  makeRoom(B);
  const uint32_t *const Expected = First.data();
  for (size_t I = 0, Count = B.Count; I != Count; ++I) {
    uint32_t Structure = Memory.owner(B.Address[I]);
    uint32_t Site = B.Info[I].site();
    if (Expected[Site] != Structure) [[unlikely]]
      addOther(Site, Structure);
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
