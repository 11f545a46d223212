//===- BirthTable.cpp - when objects that live were born ------------------===//

#include "analysis/attribute/BirthTable.h"

namespace memfacet {

/// Where it is, or the free place where it would be.
size_t BirthTable::placeOf(uint64_t Address) const {
  size_t Mask = Entries.size() - 1;
  size_t At = homeOf(Address) & Mask;
  while (Entries[At].Address != Address && Entries[At].Address != 0)
    At = (At + 1) & Mask;
  return At;
}

void BirthTable::rebuild(size_t Capacity) {
  std::vector<Entry> Old(Capacity);
  Old.swap(Entries);
  Used = 0;
  for (const Entry &E : Old)
    if (E.Address != 0 && isKept(E.Address)) {
      Entries[placeOf(E.Address)] = E;
      ++Used;
    }
}

void BirthTable::add(const Entry &E) {
  if (E.Address == 0 || !isKept(E.Address))
    return;
  if (Used == Limit) {
    Skipped = Skipped * 2 + 1;
    rebuild(Entries.size());
    return add(E);
  }
  if (2 * (Used + 1) > Entries.size())
    rebuild(2 * Entries.size());
  Entry &To = Entries[placeOf(E.Address)];
  Used += To.Address == 0;
  To = E;
}

BirthTable::Entry *BirthTable::find(uint64_t Address) {
  if (Address == 0 || !isKept(Address))
    return nullptr;
  Entry &E = Entries[placeOf(Address)];
  return E.Address == 0 ? nullptr : &E;
}

std::optional<BirthTable::Entry> BirthTable::take(uint64_t Address) {
  Entry *Found = find(Address);
  if (!Found)
    return std::nullopt;
  Entry Taken = *Found;
  --Used;
  // What came behind because this place was taken moves up.
  size_t Mask = Entries.size() - 1, Free = size_t(Found - Entries.data());
  for (size_t At = (Free + 1) & Mask; Entries[At].Address != 0;
       At = (At + 1) & Mask) {
    size_t Wanted = homeOf(Entries[At].Address) & Mask;
    if (((At - Wanted) & Mask) < ((At - Free) & Mask))
      continue;
    Entries[Free] = Entries[At];
    Free = At;
  }
  Entries[Free] = {};
  return Taken;
}

} // namespace memfacet
