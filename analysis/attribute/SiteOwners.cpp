//===- attribute/SiteOwners.cpp - accesses by site and structure ----------===//

#include "analysis/attribute/SiteOwners.h"
#include <algorithm>

namespace memfacet {

void SiteOwners::clear() {
  for (Other &O : Second)
    O.Accesses = 0;
  std::ranges::fill(Rest, 0);
  std::ranges::fill(Executions, 0);
}

void SiteOwners::grow(size_t Sites) {
  Sites = std::max(Sites, 2 * Firsts.size());
  Firsts.resize(Sites);
  Second.resize(Sites);
  Executions.resize(Sites);
}

uint64_t &SiteOwners::restOf(uint32_t Site, uint32_t Structure) {
  uint32_t Number = RestNumbers[keyOf(Site, Structure)];
  if (Number == Rest.size())
    Rest.push_back(0);
  return Rest[Number];
}

/// An access that is not of the site's first structure. It will be counted
/// there, as all are.
void SiteOwners::addOther(uint32_t Site, uint32_t Structure, bool Write,
                          Counters &To) {
  uint64_t Operation = AccessCounters::operation(Write);
  To[Structure].Operations += Operation;
  To[Firsts[Site].Structure].Operations -= Operation;
  if (!Counting)
    return;
  Other &O = Second[Site];
  if (O.Structure == None)
    O.Structure = Structure;
  if (O.Structure == Structure)
    ++O.Accesses;
  else
    ++restOf(Site, Structure);
}

/// Those that are inside of what their sites are known to access.
void SiteOwners::tellInside(const BatchPart &B, uint32_t *Owners) const {
  for (size_t I = B.Begin; I != B.End; ++I) {
    uint32_t Site = B.Of.Info[I].site();
    Owners[I] = Site < Firsts.size() ? Firsts[Site].Structure : None;
  }
}

void SiteOwners::add(const BatchPart &B, Attributor &Memory, Counters &To,
                     uint32_t *Owners) {
  if (B.Begin == 0)
    Next = 0;
  if (Owners) [[unlikely]]
    tellInside(B, Owners);
  for (; Next != B.Of.OutsideCount && B.Of.Outside[Next] < B.End; ++Next) {
    if (Next + Ahead < B.Of.OutsideCount)
      Memory.fetch(B.Of.Address[B.Of.Outside[Next + Ahead]]);
    if (Next + WordsAhead < B.Of.OutsideCount)
      Memory.fetchWords(B.Of.Address[B.Of.Outside[Next + WordsAhead]]);
    AccessInfo Info = B.Of.Info[B.Of.Outside[Next]];
    uint64_t Address = B.Of.Address[B.Of.Outside[Next]];
    uint32_t Site = Info.site();
    makeRoom(Site + size_t(1));
    uint32_t Structure = Memory.owner(Address);
    if (Owners) [[unlikely]]
      Owners[B.Of.Outside[Next]] = Structure;
    First &Its = Firsts[Site];
    if (Its.Structure == None)
      Its = {Structure, Info.write()};
    if (Its.Structure != Structure)
      addOther(Site, Structure, Info.write(), To);
    else if (Objects.wants(Site)) [[unlikely]]
      Objects.learn(Site, Memory.objectAround(Address));
  }
}

void SiteOwners::executed(std::span<const SiteExecutions> Sites, Counters &To) {
  for (const SiteExecutions &E : Sites) {
    makeRoom(E.First + size_t(E.Sites));
    for (uint32_t Site = E.First; Site != E.First + E.Sites; ++Site) {
      const First &Its = Firsts[Site];
      if (Counting)
        Executions[Site] += E.Executions;
      // Blind spots have none; nor has what was corrected to nothing.
      if (Its.Structure != None)
        To[Its.Structure].Operations +=
            E.Executions * AccessCounters::operation(Its.Write);
    }
  }
}

std::vector<SiteOwners::Row> SiteOwners::of(uint32_t Site) const {
  std::vector<Row> Rows;
  if (Site >= Firsts.size() || Firsts[Site].Structure == None)
    return Rows;
  uint64_t Others = 0, Executed = Executions[Site];
  auto Add = [&](uint32_t Structure, uint64_t Accesses) {
    Others += Accesses;
    if (Accesses != 0)
      Rows.push_back({StructureId(Structure), Accesses});
  };
  Add(Second[Site].Structure, Second[Site].Accesses);
  if (RestOrder.size() != Rest.size())
    RestOrder = RestNumbers.sorted();
  auto KeyAt = [&](uint32_t Number) { return RestNumbers.key(Number); };
  for (auto It = std::ranges::lower_bound(RestOrder, keyOf(Site, 0), {}, KeyAt);
       It != RestOrder.end() && KeyAt(*It) >> 32 == Site; ++It)
    Add(uint32_t(KeyAt(*It)), Rest[*It]);
  Add(Firsts[Site].Structure, Executed - std::min(Executed, Others));
  std::ranges::sort(Rows, {}, &Row::Structure);
  return Rows;
}

} // namespace memfacet
