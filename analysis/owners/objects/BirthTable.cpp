//===- BirthTable.cpp - when live objects were born -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/objects/BirthTable.h"
#include "memfacet/Check.h"
#include <algorithm>
#include <iterator>
#include <type_traits>
#include <vector>

namespace memfacet::owners {

size_t BirthTable::search(uint64_t Address) const {
  size_t Mask = Entries.size() - 1;
  size_t Place = homeOf(Address) & Mask;
  while (Entries[Place].Address != Address && Entries[Place].Address != 0)
    Place = (Place + 1) & Mask;
  return Place;
}

static_assert(std::is_trivially_copyable_v<BirthTable::Entry>);

void BirthTable::clear(size_t Capacity) {
  constexpr size_t HugeBytes = 2 << 20;
  size_t Bytes = Capacity * sizeof(Entry);
  bool IsHuge = Bytes >= HugeBytes;
  Memory.emplace(Bytes,
                 IsHuge ? LazyMemory::Pages::Huge : LazyMemory::Pages::Small);
  Entries = {static_cast<Entry *>(Memory->data()), Capacity};
}

/// Builds the table anew, without removed entries.
void BirthTable::rebuild(size_t Capacity) {
  std::vector<Entry> Left;
  Left.reserve(EntryCount);
  std::ranges::copy_if(Entries, std::back_inserter(Left),
                       [&](const Entry &E) { return isPresent(E); });
  if (Capacity != Entries.size())
    clear(Capacity);
  else
    std::ranges::fill(Entries, Entry());
  Used = EntryCount = Left.size();
  Births = 0;
  Last = 0;
  for (const Entry &E : Left) {
    Entries[search(E.Address)] = E;
    Births += isBirth(E);
  }
}

/// Makes room for one more address.
void BirthTable::makeRoom() {
  if (2 * (Used + 1) <= Entries.size())
    return;
  // After many removals, a table of this size has room for long.
  rebuild(4 * EntryCount <= Entries.size() ? Entries.size()
                                           : 2 * Entries.size());
}

void BirthTable::add(const Entry &E) {
  if (E.Address == 0 || !belongs(E))
    return;
  if (Births == Limit && isBirth(E)) {
    SkipMask = SkipMask * 2 + 1;
    rebuild(Entries.size());
    return add(E);
  }
  makeRoom();
  Entry &Target = Entries[placeOf(E.Address)];
  Used += Target.Address == 0;
  if (isPresent(Target))
    remove(Target);
  ++EntryCount;
  Births += isBirth(E);
  Target = E;
}

void BirthTable::claim(Entry &E) {
  MEMFACET_CHECK(E.Unclaimed != 0, "the object is not claimed");
  if (isBirth(E))
    E.Unclaimed = 0;
  else
    remove(E);
}

} // namespace memfacet::owners
