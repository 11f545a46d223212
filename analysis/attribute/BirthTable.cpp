//===- BirthTable.cpp - when objects that live were born ------------------===//

#include "analysis/attribute/BirthTable.h"
#include <type_traits>

namespace memfacet {

/// Where it is, or the free place where it would be.
size_t BirthTable::placeOf(uint64_t Address) const {
  size_t Mask = Entries.size() - 1;
  size_t At = homeOf(Address) & Mask;
  while (Entries[At].Address != Address && Entries[At].Address != 0)
    At = (At + 1) & Mask;
  return At;
}

static_assert(std::is_trivially_copyable_v<BirthTable::Entry>);

void BirthTable::clear(size_t Capacity) {
  constexpr size_t HugeBytes = 2 << 20;
  size_t Bytes = Capacity * sizeof(Entry);
  bool IsHuge = Bytes >= HugeBytes;
  Memory.emplace(Bytes,
                 IsHuge ? LazyMemory::Pages::Huge : LazyMemory::Pages::Small);
  Entries = {static_cast<Entry *>(Memory->data()), Capacity};
  Used = Births = 0;
}

void BirthTable::rebuild(size_t Capacity) {
  std::optional<LazyMemory> Before = std::move(Memory);
  std::span<const Entry> Old = Entries;
  clear(Capacity);
  for (const Entry &E : Old)
    if (E.Address != 0 && belongs(E)) {
      Entries[placeOf(E.Address)] = E;
      ++Used;
      Births += isBirth(E);
    }
}

void BirthTable::add(const Entry &E) {
  if (E.Address == 0 || !belongs(E))
    return;
  if (Births == Limit && isBirth(E)) {
    Skipped = Skipped * 2 + 1;
    rebuild(Entries.size());
    return add(E);
  }
  if (2 * (Used + 1) > Entries.size())
    rebuild(2 * Entries.size());
  Entry &To = Entries[placeOf(E.Address)];
  if (To.Address == 0)
    ++Used;
  else
    Births -= isBirth(To);
  Births += isBirth(E);
  To = E;
}

BirthTable::Entry *BirthTable::find(uint64_t Address) {
  if (Address == 0)
    return nullptr;
  Entry &E = Entries[placeOf(Address)];
  return E.Address == 0 ? nullptr : &E;
}

void BirthTable::remove(Entry &E) {
  --Used;
  Births -= isBirth(E);
  // What came behind because this place was taken moves up.
  size_t Mask = Entries.size() - 1, Free = size_t(&E - Entries.data());
  for (size_t At = (Free + 1) & Mask; Entries[At].Address != 0;
       At = (At + 1) & Mask) {
    size_t Wanted = homeOf(Entries[At].Address) & Mask;
    if (((At - Wanted) & Mask) < ((At - Free) & Mask))
      continue;
    Entries[Free] = Entries[At];
    Free = At;
  }
  Entries[Free] = {};
}

void BirthTable::claim(Entry &E) {
  E.Unclaimed = 0;
  if (!isBirth(E))
    remove(E);
}

} // namespace memfacet
