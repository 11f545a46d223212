//===- BirthTable.h - when live objects were born -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_OWNERS_OBJECTS_BIRTHTABLE_H
#define MEMFACET_OWNERS_OBJECTS_BIRTHTABLE_H

#include "analysis/support/Hash.h"
#include "analysis/support/LazyMemory.h"
#include "memfacet/Check.h"
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace memfacet::owners {

/// Births by address. If there are too many, only those of a part of all
/// addresses are kept, half as many each time. The table also has all objects
/// that are not claimed (UnclaimedObjects.h).
///
/// A removed entry keeps its place until there is no room: allocators use an
/// address again and again.
class BirthTable {
public:
  struct Entry {
    uint64_t Address = 0; ///< 0: free
    uint64_t Time = 0;    ///< NoTime: not known
    uint32_t Structure = 0;
    uint32_t Unclaimed = 0; ///< bytes of the object; 0: it is claimed
  };
  static constexpr uint64_t NoTime = ~uint64_t(0);
  static constexpr size_t MaxEntries = size_t(1) << 16;

  /// Keeps at most \p Limit births.
  explicit BirthTable(size_t Limit = MaxEntries) : Limit(Limit) { clear(64); }

  /// Says that \p Address will be added or taken soon.
  void expect(uint64_t Address) const {
    const Entry *Home = &Entries[homeOf(Address) & (Entries.size() - 1)];
    __builtin_prefetch(Home, 1);
  }
  /// Adds \p E, or replaces the entry of its address. The entry of a claimed
  /// object may be dropped.
  void add(const Entry &E);
  /// Returns null if there is no entry, or if it was not kept.
  Entry *find(uint64_t Address) {
    Entry &E = Entries[placeOf(Address)];
    return isPresent(E) ? &E : nullptr;
  }
  /// Removes \p E, which must be in the table.
  void remove(Entry &E) {
    MEMFACET_CHECK(&E >= Entries.data() &&
                       &E < Entries.data() + Entries.size() && isPresent(E),
                   "it is in the table");
    --EntryCount;
    Births -= isBirth(E);
    E.Time = NoTime;
    E.Unclaimed = 0;
  }
  /// Returns whether \p E has a birth that is kept.
  bool isBirth(const Entry &E) const {
    return E.Time != NoTime && isKept(E.Address);
  }
  /// Notes the object of \p E, which is in the table, as claimed.
  void claim(Entry &E);
  /// Notes all objects as claimed. Calls \p Visit(entry), which must not change
  /// the table, for those that were not.
  template <typename Visitor> void claimAll(Visitor Visit) {
    const size_t OldCount = EntryCount;
    for (Entry &E : Entries)
      if (E.Unclaimed != 0) {
        Visit(E);
        E.Unclaimed = 0;
      }
    MEMFACET_CHECK(EntryCount == OldCount,
                   "visitors must not change the table");
    rebuild(Entries.size());
  }
  /// Returns N: one of N births is kept.
  uint64_t scale() const { return SkipMask + 1; }
  /// Calls \p Visit(entry) for all births that are kept.
  template <typename Visitor> void forEachBirth(Visitor Visit) const {
    for (const Entry &E : Entries)
      if (isPresent(E) && isBirth(E))
        Visit(E);
  }
  size_t places() const { return Entries.size(); }

private:
  static uint64_t hash(uint64_t Address) { return spreadBits(Address); }
  /// Uses upper bits, as the lower ones find the place.
  bool isKept(uint64_t Address) const {
    return (hash(Address) >> 40 & SkipMask) == 0;
  }
  /// Returns where to look for an entry first: addresses that are allocated or
  /// freed in a row are near each other.
  static size_t homeOf(uint64_t Address) {
    return hash(Address >> 7) << 3 | (Address >> 4 & 7);
  }
  bool belongs(const Entry &E) const { return E.Unclaimed != 0 || isBirth(E); }
  /// Returns whether \p E, a place, has an entry.
  bool isPresent(const Entry &E) const { return E.Address != 0 && belongs(E); }
  /// Returns the place of an address, or the free one for it.
  size_t placeOf(uint64_t Address) {
    if (Entries[Last].Address != Address)
      Last = search(Address);
    return Last;
  }
  size_t search(uint64_t Address) const;
  void clear(size_t Capacity);
  void makeRoom();
  void rebuild(size_t Capacity);

  size_t Limit;
  size_t Used = 0;                   ///< places that have an address
  size_t EntryCount = 0, Births = 0; ///< entries, and those that are births
  size_t Last = 0;                   ///< the last place that was looked for
  uint64_t SkipMask = 0;             ///< bits of a hash that are 0: kept
  std::optional<LazyMemory> Memory;
  std::span<Entry> Entries; ///< in Memory, a power of two, at most half in use
};

} // namespace memfacet::owners

#endif
