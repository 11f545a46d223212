//===- LineMap.h - a hash table by line number ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_CACHE_LINEMAP_H
#define MEMFACET_CACHES_CACHE_LINEMAP_H

#include "analysis/support/Hash.h"
#include "memfacet/Check.h"
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace memfacet::caches {

/// A hash table by line number, or by any other number but ~0. Entries are
/// never removed; references hold until the next new entry.
template <typename Value> class LineMap {
public:
  LineMap() : Slots(FirstSize) {}

  /// Returns the value of \p Key; a new entry has Value().
  Value &operator[](uint64_t Key) {
    MEMFACET_CHECK(Key != NoKey, "the number of a slot without an entry");
    size_t Index = place(Key);
    if (Slots[Index].first != Key) [[unlikely]]
      Index = insert(Key);
    return Slots[Index].second;
  }
  Value *find(uint64_t Key) {
    auto &Slot = Slots[place(Key)];
    return Slot.first == Key ? &Slot.second : nullptr;
  }
  /// Says that \p Key will be looked for.
  void prefetch(uint64_t Key) const {
    __builtin_prefetch(&Slots[Key * GoldenRatio >> Shift]);
  }
  void clear() { *this = LineMap(); }
  size_t size() const { return Used; }
  template <typename Visitor> void forEach(Visitor Visit) const {
    for (const auto &[Key, V] : Slots)
      if (Key != NoKey)
        Visit(Key, V);
  }
  template <typename Visitor> void forEach(Visitor Visit) {
    for (auto &[Key, V] : Slots)
      if (Key != NoKey)
        Visit(Key, V);
  }

private:
  static constexpr uint64_t NoKey = ~uint64_t(0);
  static constexpr size_t FirstSize = 64; ///< a power of two
  struct Slot : std::pair<uint64_t, Value> {
    Slot() : std::pair<uint64_t, Value>(NoKey, Value()) {}
  };

  size_t place(uint64_t Key) const {
    size_t Index = Key * GoldenRatio >> Shift;
    while (Slots[Index].first != Key && Slots[Index].first != NoKey)
      Index = (Index + 1) & (Slots.size() - 1);
    return Index;
  }

  [[gnu::noinline]] size_t insert(uint64_t Key) {
    if (2 * ++Used > Slots.size())
      grow();
    size_t Index = place(Key);
    Slots[Index].first = Key;
    return Index;
  }

  void grow() {
    std::vector<Slot> Old(2 * Slots.size());
    Old.swap(Slots);
    --Shift;
    for (Slot &S : Old)
      if (S.first != NoKey)
        Slots[place(S.first)] = std::move(S);
  }

  std::vector<Slot> Slots;
  unsigned Shift = 64 - 6; ///< 64 less the logarithm of the size
  size_t Used = 0;
};

} // namespace memfacet::caches

#endif
