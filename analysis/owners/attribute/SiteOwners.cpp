//===- SiteOwners.cpp - accesses by site and structure --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/attribute/SiteOwners.h"
#include <algorithm>

namespace memfacet::owners {

void SiteOwners::clear() {
  for (Tally &T : Tallies)
    T.InSecond = T.Executions = 0;
  std::ranges::fill(Rest, 0);
}

void SiteOwners::grow(size_t Sites) {
  Tallies.resize(std::max(Sites, 2 * Tallies.size()));
}

uint64_t &SiteOwners::restOf(uint32_t Site, uint32_t Structure) {
  uint32_t Number = RestNumbers[keyOf(Site, Structure)];
  if (Number == Rest.size())
    Rest.push_back(0);
  return Rest[Number];
}

/// An access that is neither of the first nor of the second structure that its
/// site accessed. It will be counted as the first's, as all are.
[[gnu::noinline]] void SiteOwners::countRest(decode::AccessInfo Info,
                                             uint32_t Structure, Counters &To) {
  uint64_t Operation = caches::AccessCounters::operation(Info.write());
  To[Structure].Operations += Operation;
  To[Tallies[Info.site()].First].Operations -= Operation;
  if (Counting)
    ++restOf(Info.site(), Structure);
}

/// Whether \p Info, of the site of \p Its, is of the structure that its site
/// accessed first.
inline bool SiteOwners::count(Tally &Its, decode::AccessInfo Info,
                              uint32_t Structure, Counters &To) {
  if (Its.First == Structure)
    return true;
  if (Its.Second == Structure) {
    ++Its.Pending;
    return false;
  }
  if (Its.First == None) {
    Its.First = Structure;
    Its.Write = Info.write();
    return true;
  }
  if (Its.Second == None) {
    Its.Second = Structure;
    ++Its.Pending;
    return false;
  }
  countRest(Info, Structure, To);
  return false;
}

/// Those that are inside of what their sites are known to access.
void SiteOwners::tellInside(const decode::BatchPart &B,
                            uint32_t *Owners) const {
  for (size_t I = B.Begin; I != B.End; ++I) {
    uint32_t Site = B.Of.Info[I].site();
    Owners[I] = Site < Tallies.size() ? Tallies[Site].First : None;
  }
}

void SiteOwners::add(const decode::BatchPart &B, Attributor &Memory,
                     Counters &To, uint32_t *Owners) {
  if (B.Begin == 0)
    Next = 0;
  if (Owners) [[unlikely]]
    tellInside(B, Owners);
  const decode::AccessBatch &Of = B.Of;
  Shadow::Entry Entries[Together];
  while (Next != Of.OutsideCount && Of.Outside[Next] < B.End) {
    size_t End = std::min(Of.OutsideCount, Next + Together), Count = 0;
    for (; Next != End && Of.Outside[Next] < B.End; ++Next)
      Entries[Count++] = Memory.entry(Of.Address[Of.Outside[Next]]);
    for (size_t I = 0; I != Count; ++I) {
      uint32_t Number = Of.Outside[Next - Count + I];
      decode::AccessInfo Info = Of.Info[Number];
      uint32_t Structure = Memory.owner(Of.Address[Number], Entries[I]);
      if (Owners) [[unlikely]]
        Owners[Number] = Structure;
      makeRoom(Info.site() + size_t(1));
      Tally &Its = Tallies[Info.site()];
      if (count(Its, Info, Structure, To) && --Its.Patience == 0) [[unlikely]]
        Its.Patience =
            Objects.learn({Info.site(), decode::SiteRanges::viewOf(Of.Thread)},
                          Memory.objectAround(Of.Address[Number]));
    }
  }
}

/// Those of the second structure leave the first one's counters.
void SiteOwners::countPending(Tally &Its, Counters &To) {
  uint64_t Operations =
      Its.Pending * caches::AccessCounters::operation(Its.Write);
  To[Its.Second].Operations += Operations;
  To[Its.First].Operations -= Operations;
  if (Counting)
    Its.InSecond += Its.Pending;
  Its.Pending = 0;
}

void SiteOwners::executed(std::span<const decode::SiteExecutions> Sites,
                          Counters &To) {
  for (const decode::SiteExecutions &E : Sites) {
    makeRoom(E.First + size_t(E.Sites));
    for (uint32_t Site = E.First; Site != E.First + E.Sites; ++Site) {
      Tally &Its = Tallies[Site];
      if (Counting)
        Its.Executions += E.Executions;
      // Blind spots have none; nor has what was corrected to nothing.
      if (Its.First != None)
        To[Its.First].Operations +=
            E.Executions * caches::AccessCounters::operation(Its.Write);
      if (Its.Pending != 0)
        countPending(Its, To);
    }
  }
}

std::vector<SiteOwners::Row> SiteOwners::of(uint32_t Site) const {
  std::vector<Row> Rows;
  if (Site >= Tallies.size() || Tallies[Site].First == None)
    return Rows;
  const Tally &Its = Tallies[Site];
  uint64_t Others = 0, Executed = Its.Executions;
  auto Add = [&](uint32_t Structure, uint64_t Accesses) {
    Others += Accesses;
    if (Accesses != 0)
      Rows.push_back({StructureId(Structure), Accesses});
  };
  Add(Its.Second, Its.InSecond);
  if (RestOrder.size() != Rest.size())
    RestOrder = RestNumbers.sorted();
  auto KeyAt = [&](uint32_t Number) { return RestNumbers.key(Number); };
  for (auto It = std::ranges::lower_bound(RestOrder, keyOf(Site, 0), {}, KeyAt);
       It != RestOrder.end() && KeyAt(*It) >> 32 == Site; ++It)
    Add(uint32_t(KeyAt(*It)), Rest[*It]);
  Add(Its.First, Executed - std::min(Executed, Others));
  std::ranges::sort(Rows, {}, &Row::Structure);
  return Rows;
}

} // namespace memfacet::owners
