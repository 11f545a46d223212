//===- KnownObjects.cpp - objects that sites access again -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/attribute/KnownObjects.h"
#include <algorithm>
#include <utility>

namespace memfacet::owners {

/// Returns the first object that ends above \p Address.
std::vector<KnownObjects::Object>::iterator
KnownObjects::firstAbove(uint64_t Address) {
  return std::ranges::upper_bound(Objects, Address, {}, &Object::High);
}

void KnownObjects::forgetAll() {
  for (const Object &O : Objects)
    for (decode::SiteRanges::Place Place : O.Places)
      BySite.clear(Place);
  Objects.clear();
}

void KnownObjects::forget(uint64_t Low, uint64_t High) {
  auto First = firstAbove(Low), Last = First;
  for (; Last != Objects.end() && Last->Low < High; ++Last)
    for (decode::SiteRanges::Place Place : Last->Places)
      BySite.clear(Place);
  Objects.erase(First, Last);
}

void KnownObjects::followAll(const caches::OwnerChanges &Changes) {
  uint64_t OldCount = std::exchange(ChangesSeen, Changes.count());
  if (!Changes.reachesBackTo(OldCount))
    return forgetAll();
  for (const caches::OwnerChanges::Range &R : Changes.since(OldCount))
    forget(R.Low, R.High);
}

/// Removes \p Place from its object.
void KnownObjects::leave(decode::SiteRanges::Place Place) {
  auto O = firstAbove(BySite.lowOf(Place));
  BySite.clear(Place);
  if (O == Objects.end())
    return;
  std::erase(O->Places, Place);
  if (O->Places.empty())
    Objects.erase(O);
}

uint16_t KnownObjects::learn(decode::SiteRanges::Place Place, Bytes Object) {
  uint32_t Site = Place.Site;
  BySite.makeRoom(Site + size_t(1));
  if (Site >= Waits.size())
    Waits.resize(Site + size_t(1), FirstWait);
  Waits[Site] = std::min<uint16_t>(2 * Waits[Site], LongestWait);
  settle(Place, Object);
  return Waits[Site];
}

void KnownObjects::settle(decode::SiteRanges::Place Place, Bytes Object) {
  auto [Low, High] = Object;
  if (!BySite.isEmpty(Place))
    leave(Place);
  if (Low >= High)
    return;
  auto O = firstAbove(Low);
  if (O == Objects.end() || O->Low >= High)
    O = Objects.insert(O, {Low, High, {}});
  else if (O->Low != Low || O->High != High)
    return; // the end of the earlier object was missed
  O->Places.push_back(Place);
  BySite.set(Place, Low, High);
}

} // namespace memfacet::owners
