//===- MruChange.h - what a first level's sets are told -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_CACHE_MRUCHANGE_H
#define MEMFACET_CACHES_CACHE_MRUCHANGE_H

#include "analysis/caches/cache/CacheWord.h"
#include "analysis/caches/cache/CounterTable.h"
#include "memfacet/Select.h"
#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace memfacet::caches {

/// A line becomes the MRU line of its set in a first level: the one that was
/// touched last. It may be the MRU line already.
struct MruChange {
  CacheWord Wanted; ///< as in Miss
  uint32_t Site;    ///< SiteId of the access that wants the line
  /// Before that, the old MRU line was written: writerBits of who did last.
  uint32_t Written; ///< 0: it was not
};

/// A list whose items are written where they lie: nothing is zeroed first.
template <typename Item> class ItemList {
public:
  ItemList() = default;
  ItemList(ItemList &&Other) noexcept
      : Items(std::move(Other.Items)), Count(std::exchange(Other.Count, 0)),
        Capacity(std::exchange(Other.Capacity, 0)) {}
  ItemList &operator=(ItemList &&Other) noexcept {
    Items = std::move(Other.Items);
    Count = std::exchange(Other.Count, 0);
    Capacity = std::exchange(Other.Capacity, 0);
    return *this;
  }

  size_t size() const { return Count; }
  bool empty() const { return Count == 0; }
  void clear() { Count = 0; }
  std::span<const Item> all() const { return {Items.get(), Count}; }

  /// Where \p More items can be written, behind the last; see endAt.
  Item *room(size_t More) {
    if (Capacity - Count < More) [[unlikely]]
      grow(More);
    return Items.get() + Count;
  }
  void endAt(const Item *End) { Count = size_t(End - Items.get()); }
  void add(const Item &C) {
    *room(1) = C;
    ++Count;
  }

private:
  [[gnu::noinline]] void grow(size_t More) {
    size_t Larger = std::max(2 * Capacity, Count + More);
    auto New = std::make_unique_for_overwrite<Item[]>(Larger);
    std::copy_n(Items.get(), Count, New.get());
    Items = std::move(New);
    Capacity = Larger;
  }

  std::unique_ptr<Item[]> Items;
  size_t Count = 0, Capacity = 0;
};

using MruChanges = ItemList<MruChange>;

/// Touches of lines of a selecting program. No MRU lines are in front: the
/// program has left out nearly all that would change nothing.
struct TouchSpan {
  const CacheWord *Words; ///< as Miss::Wanted; dirty, if the access writes
  const uint32_t *Sites;  ///< SiteIds of the accesses
  size_t Count;

  TouchSpan part(size_t Begin, size_t Size) const {
    return {Words + Begin, Sites + Begin, Size};
  }
};

class SelectedTouches {
public:
  /// They are written in whole vectors.
  static constexpr size_t VectorLanes = 8;

  size_t size() const { return Words.size(); }
  bool empty() const { return Words.empty(); }
  void clear() {
    Words.clear();
    Sites.clear();
  }
  TouchSpan all() const {
    return {Words.all().data(), Sites.all().data(), size()};
  }

  /// Behind the last, where \p More can be written: see endAt.
  struct End {
    CacheWord *Words;
    uint32_t *Sites;
    End &operator+=(size_t Count) {
      Words += Count;
      Sites += Count;
      return *this;
    }
  };
  void makeRoom(size_t More) {
    Words.room(More + VectorLanes);
    Sites.room(More + VectorLanes);
  }
  End end() { return {Words.room(0), Sites.room(0)}; }
  void endAt(const End &Last) {
    Words.endAt(Last.Words);
    Sites.endAt(Last.Sites);
  }

private:
  ItemList<CacheWord> Words;
  ItemList<uint32_t> Sites;
};

/// Where a FilteredBatch is of.
struct FilteredPlace {
  ThreadId Thread;
  IntervalId Interval;
  IntervalId Process;
  size_t Structures = 0; ///< all numbers in the batch are less
  /// The program selects its accesses: changes are of chosen lines alone, one
  /// in 2^Bits, and each stands for 2^Bits.
  bool Selected = false;
  uint8_t Bits = 0;
  /// The thread visits other lines in turn: of the first level, changes stand
  /// for themselves, and visited lines for all others.
  bool Visits = false;
};

/// A stretch of one thread's work within one interval, of its own and of the
/// process, behind its MRU lines.
struct FilteredBatch : FilteredPlace {
  MruChanges Changes; ///< in order
  /// Behind those, in order; of chosen lines alone.
  SelectedTouches Touches;
  /// Of visited lines in the first level, in order (VisitedSets.h), and for how
  /// many each stands.
  std::vector<Miss> Visited;
  uint32_t VisitedWeight = 0;
  /// Residues that were visited, if there are any.
  ResidueSet VisitedResidues = 0;
  /// By structure. In the last batch of the stretch; else empty.
  std::vector<std::pair<StructureId, AccessCounters>> Accesses;
  /// After that the thread ended, or paused when it had ended already.
  bool Ended = false;

  void clear() {
    Changes.clear();
    Touches.clear();
    Visited.clear();
    VisitedResidues = 0;
    Accesses.clear();
    Ended = false;
  }
};

/// Takes filtered batches in order, from one thread.
class FilteredSink {
public:
  virtual ~FilteredSink() = default;
  /// May swap \p B for an empty one.
  virtual void filtered(FilteredBatch &B) = 0;
};

} // namespace memfacet::caches

#endif
