//===- SiteOwners.cpp - accesses by site and structure --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/attribute/SiteOwners.h"
#include "memfacet/Check.h"
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

/// Counts an access that is neither to the first nor to the second structure
/// that its site accessed. It will be counted for the first one, as all
/// executions are.
[[gnu::noinline]] void SiteOwners::countRest(decode::AccessInfo Info,
                                             uint32_t Structure,
                                             Counters &Totals) {
  uint64_t Operation = caches::AccessCounters::operation(Info.write());
  Totals[Structure].Operations += Operation;
  Totals[Tallies[Info.site()].First].Operations -= Operation;
  if (Counting)
    ++restOf(Info.site(), Structure);
}

/// Counts \p Info, an access of the site of \p SiteTally. Returns whether it is
/// to the structure that the site accessed first.
inline bool SiteOwners::count(Tally &SiteTally, decode::AccessInfo Info,
                              uint32_t Structure, Counters &Totals) {
  if (SiteTally.First == Structure)
    return true;
  if (SiteTally.Second == Structure) {
    ++SiteTally.Pending;
    return false;
  }
  if (SiteTally.First == None) {
    SiteTally.First = Structure;
    SiteTally.Write = Info.write();
    return true;
  }
  if (SiteTally.Second == None) {
    SiteTally.Second = Structure;
    ++SiteTally.Pending;
    return false;
  }
  countRest(Info, Structure, Totals);
  return false;
}

/// Sets the owners of accesses inside of the objects that their sites are known
/// to access.
void SiteOwners::fillKnownOwners(const decode::BatchPart &B,
                                 uint32_t *Owners) const {
  for (size_t I = B.Begin; I != B.End; ++I) {
    uint32_t Site = B.Batch.Info[I].site();
    Owners[I] = Site < Tallies.size() ? Tallies[Site].First : None;
  }
}

void SiteOwners::add(const decode::BatchPart &B, Attributor &Memory,
                     Counters &Totals, uint32_t *Owners) {
  if (B.Begin == 0)
    Next = 0;
  MEMFACET_CHECK(Next == B.Batch.OutsideCount ||
                     B.Batch.OutsideAccesses[Next] >= B.Begin,
                 "parts come in order");
  if (Owners) [[unlikely]]
    fillKnownOwners(B, Owners);
  const decode::AccessBatch &Batch = B.Batch;
  Shadow::Entry Entries[GroupSize];
  while (Next != Batch.OutsideCount && Batch.OutsideAccesses[Next] < B.End) {
    size_t End = std::min(Batch.OutsideCount, Next + GroupSize), Count = 0;
    for (; Next != End && Batch.OutsideAccesses[Next] < B.End; ++Next)
      Entries[Count++] =
          Memory.entry(Batch.Address[Batch.OutsideAccesses[Next]]);
    for (size_t I = 0; I != Count; ++I) {
      uint32_t Number = Batch.OutsideAccesses[Next - Count + I];
      decode::AccessInfo Info = Batch.Info[Number];
      uint32_t Structure = Memory.accessOwner(
          SiteId(Info.site()), Batch.Address[Number], Entries[I]);
      if (Owners) [[unlikely]]
        Owners[Number] = Structure;
      makeRoom(Info.site() + size_t(1));
      Tally &SiteTally = Tallies[Info.site()];
      if (count(SiteTally, Info, Structure, Totals) &&
          --SiteTally.UntilLearning == 0) [[unlikely]]
        SiteTally.UntilLearning = Objects.learn(
            {Info.site(), decode::SiteRanges::viewOf(Batch.Thread)},
            Memory.objectAround(Batch.Address[Number]));
    }
  }
}

/// Moves the pending accesses from the first structure to the second.
void SiteOwners::countPending(Tally &SiteTally, Counters &Totals) {
  uint64_t Operations =
      SiteTally.Pending * caches::AccessCounters::operation(SiteTally.Write);
  Totals[SiteTally.Second].Operations += Operations;
  Totals[SiteTally.First].Operations -= Operations;
  if (Counting)
    SiteTally.InSecond += SiteTally.Pending;
  SiteTally.Pending = 0;
}

void SiteOwners::executed(std::span<const decode::SiteExecutions> Sites,
                          Counters &Totals) {
  for (const decode::SiteExecutions &E : Sites) {
    makeRoom(E.First + size_t(E.Sites));
    for (uint32_t Site = E.First; Site != E.First + E.Sites; ++Site) {
      Tally &SiteTally = Tallies[Site];
      if (Counting)
        SiteTally.Executions += E.Executions;
      // Blind sites have no structure, and neither do sites whose executions
      // were corrected to 0.
      if (SiteTally.First != None)
        Totals[SiteTally.First].Operations +=
            E.Executions * caches::AccessCounters::operation(SiteTally.Write);
      if (SiteTally.Pending != 0)
        countPending(SiteTally, Totals);
    }
  }
}

std::vector<SiteOwners::Row> SiteOwners::accessesOf(uint32_t Site) const {
  std::vector<Row> Rows;
  if (Site >= Tallies.size() || Tallies[Site].First == None)
    return Rows;
  const Tally &SiteTally = Tallies[Site];
  uint64_t OtherAccesses = 0, Executed = SiteTally.Executions;
  auto Add = [&](uint32_t Structure, uint64_t Accesses) {
    OtherAccesses += Accesses;
    if (Accesses != 0)
      Rows.push_back({StructureId(Structure), Accesses});
  };
  Add(SiteTally.Second, SiteTally.InSecond);
  if (RestOrder.size() != Rest.size())
    RestOrder = RestNumbers.sorted();
  auto KeyAt = [&](uint32_t Number) { return RestNumbers.key(Number); };
  for (auto It = std::ranges::lower_bound(RestOrder, keyOf(Site, 0), {}, KeyAt);
       It != RestOrder.end() && KeyAt(*It) >> 32 == Site; ++It)
    Add(uint32_t(KeyAt(*It)), Rest[*It]);
  Add(SiteTally.First, Executed - std::min(Executed, OtherAccesses));
  std::ranges::sort(Rows, {}, &Row::Structure);
  return Rows;
}

} // namespace memfacet::owners
