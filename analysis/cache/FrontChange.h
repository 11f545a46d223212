//===- FrontChange.h - what a first level's sets are told -----------------===//

#ifndef MEMFACET_CACHE_FRONTCHANGE_H
#define MEMFACET_CACHE_FRONTCHANGE_H

#include "analysis/cache/Miss.h"
#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

namespace memfacet {

/// A line becomes the front of its set in a first level: the one that was
/// touched last. It may be the front already.
struct FrontChange {
  CacheWord Wanted; ///< as in Miss
  uint32_t Site;    ///< SiteId of the access that wants the line
  /// Before that, the old front was written: writerBits of who did last.
  uint32_t Written; ///< 0: it was not
};

/// A list whose items are written where they lie: nothing is zeroed first.
class FrontChanges {
public:
  FrontChanges() = default;
  FrontChanges(FrontChanges &&From) noexcept
      : Items(std::move(From.Items)), Count(std::exchange(From.Count, 0)),
        Capacity(std::exchange(From.Capacity, 0)) {}
  FrontChanges &operator=(FrontChanges &&From) noexcept {
    Items = std::move(From.Items);
    Count = std::exchange(From.Count, 0);
    Capacity = std::exchange(From.Capacity, 0);
    return *this;
  }

  size_t size() const { return Count; }
  bool empty() const { return Count == 0; }
  void clear() { Count = 0; }
  std::span<const FrontChange> all() const { return {Items.get(), Count}; }

  /// Where \p More items can be written, behind the last; see endAt.
  FrontChange *room(size_t More) {
    if (Capacity - Count < More) [[unlikely]]
      grow(More);
    return Items.get() + Count;
  }
  void endAt(const FrontChange *End) { Count = size_t(End - Items.get()); }
  void add(const FrontChange &C) {
    *room(1) = C;
    ++Count;
  }

private:
  [[gnu::noinline]] void grow(size_t More) {
    size_t Larger = std::max(2 * Capacity, Count + More);
    auto New = std::make_unique_for_overwrite<FrontChange[]>(Larger);
    std::copy_n(Items.get(), Count, New.get());
    Items = std::move(New);
    Capacity = Larger;
  }

  std::unique_ptr<FrontChange[]> Items;
  size_t Count = 0, Capacity = 0;
};

} // namespace memfacet

#endif
