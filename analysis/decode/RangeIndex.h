//===- RangeIndex.h - who has an address, the newest first ----------------===//

#ifndef MEMFACET_DECODE_RANGEINDEX_H
#define MEMFACET_DECODE_RANGEINDEX_H

#include <cstdint>
#include <map>

namespace memfacet {

/// Disjoint half-open ranges of addresses. A new one drives out those that it
/// overlaps: their addresses have been reused.
template <typename T> class RangeIndex {
public:
  struct Entry {
    uint64_t Begin, End;
    T *Owner;
  };

  void insert(uint64_t Begin, uint64_t End, T *Owner) {
    if (Begin >= End)
      return;
    auto It = Entries.lower_bound(Begin);
    if (It != Entries.begin() && std::prev(It)->second.End > Begin)
      --It;
    while (It != Entries.end() && It->first < End)
      It = Entries.erase(It);
    Entries.emplace(Begin, Entry{Begin, End, Owner});
  }

  /// Null: nobody.
  const Entry *find(uint64_t Address) const {
    auto It = Entries.upper_bound(Address);
    if (It == Entries.begin())
      return nullptr;
    --It;
    return Address < It->second.End ? &It->second : nullptr;
  }

private:
  std::map<uint64_t, Entry> Entries;
};

} // namespace memfacet

#endif
