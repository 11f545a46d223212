//===- ReferenceThreads.h - the state of each thread, slowly -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slots, translation buffers and the strides of sites as in
// docs/internals/memory-system.md, for ReferenceMemory.h.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_SUPPORT_REFERENCETHREADS_H
#define MEMFACET_TEST_SUPPORT_REFERENCETHREADS_H

#include "test/support/ReferenceSets.h"
#include <algorithm>
#include <set>

namespace memfacet::test {

/// The slots of running threads.
class ReferenceSlots {
public:
  /// Returns the slot of a thread. A thread without a slot gets the lowest free
  /// one.
  uint32_t slotOf(uint32_t Thread) {
    if (!Slots.contains(Thread)) {
      std::set<uint32_t> UsedSlots;
      for (auto [Other, Slot] : Slots)
        UsedSlots.insert(Slot);
      uint32_t Free = 0;
      while (UsedSlots.contains(Free))
        ++Free;
      Slots[Thread] = Free;
    }
    return Slots[Thread];
  }
  bool has(uint32_t Thread) const { return Slots.contains(Thread); }
  void leave(uint32_t Thread) { Slots.erase(Thread); }

private:
  std::map<uint32_t, uint32_t> Slots;
};

/// The translation buffers of one thread.
class ReferenceTlb {
public:
  explicit ReferenceTlb(const CacheModel &Model) {
    for (const TlbLevel &T : Model.Tlbs)
      Levels.emplace_back(T.Entries / T.Ways, T.Ways, Replacement::Lru);
  }

  /// Returns how many levels missed.
  size_t touch(uint64_t Page) {
    size_t Missed = 0;
    while (Missed != Levels.size() && !Levels[Missed].find(Page))
      ++Missed;
    if (Missed != Levels.size())
      Levels[Missed].use(Page);
    for (size_t L = 0; L != Missed; ++L)
      Levels[L].take({Page}, Levels[L].all());
    return Missed;
  }

private:
  std::vector<ReferenceSets> Levels;
};

/// What a level that prefetches strides stores for one site of one thread.
struct SiteStride {
  std::vector<uint64_t> Addresses; ///< the last three, or fewer

  /// Adds an address. Returns the stride, or 0 if there is none.
  int64_t next(uint64_t Address) {
    Addresses.push_back(Address);
    if (Addresses.size() > 3)
      Addresses.erase(Addresses.begin());
    if (Addresses.size() < 3)
      return 0;
    auto Difference = [&](size_t I) {
      return int64_t(Addresses[I + 1] - Addresses[I]);
    };
    return Difference(0) == Difference(1) ? Difference(1) : 0;
  }
};

} // namespace memfacet::test

#endif
