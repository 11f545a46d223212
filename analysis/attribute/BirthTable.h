//===- BirthTable.h - when objects that live were born --------------------===//

#ifndef MEMFACET_ATTRIBUTE_BIRTHTABLE_H
#define MEMFACET_ATTRIBUTE_BIRTHTABLE_H

#include "analysis/support/Hash.h"
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace memfacet {

/// By address. Where there are too many, only those of a part of all addresses
/// are kept, half as many each time.
class BirthTable {
public:
  struct Entry {
    uint64_t Address = 0; ///< 0: free
    uint64_t Time = 0;
    uint32_t Structure = 0;
  };
  static constexpr size_t MaxEntries = size_t(1) << 16;

  /// \p Limit: so many are kept at most.
  explicit BirthTable(size_t Limit = MaxEntries) : Limit(Limit), Entries(64) {}

  /// \p Address will be added or taken soon.
  void expect(uint64_t Address) const {
    __builtin_prefetch(&Entries[homeOf(Address) & (Entries.size() - 1)], 1);
  }
  /// Replaces what is there.
  void add(const Entry &E);
  std::optional<Entry> take(uint64_t Address);
  /// Null: none, or not kept.
  Entry *find(uint64_t Address);
  /// One of so many objects is kept.
  uint64_t scale() const { return Skipped + 1; }
  template <typename Visitor> void forEach(Visitor Visit) const {
    for (const Entry &E : Entries)
      if (E.Address != 0)
        Visit(E);
  }

private:
  static uint64_t hash(uint64_t Address) { return spreadBits(Address); }
  /// The upper bits decide, as the lower ones find the place.
  bool isKept(uint64_t Address) const {
    return (hash(Address) >> 40 & Skipped) == 0;
  }
  /// Where an entry is looked for first: what one allocates in a row, or frees,
  /// is near each other.
  static size_t homeOf(uint64_t Address) {
    return hash(Address >> 7) << 3 | (Address >> 4 & 7);
  }
  size_t placeOf(uint64_t Address) const;
  void rebuild(size_t Capacity);

  size_t Limit;
  size_t Used = 0;
  uint64_t Skipped = 0;       ///< a mask
  std::vector<Entry> Entries; ///< a power of two, at most half in use
};

} // namespace memfacet

#endif
