//===- MruChange.h - changes of MRU lines ---------------------------------===//
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

/// A line becomes the MRU line of its set in a first level, because it was
/// touched last. It may be the MRU line already.
struct MruChange {
  CacheWord Wanted; ///< as in Miss
  uint32_t Site;    ///< SiteId of the access that wants the line
  /// writerBits of the structure that wrote the old MRU line last, before this
  /// change.
  uint32_t Written; ///< 0: it was not written
};

/// A growing list whose items are written in place: its memory is not zeroed.
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

  /// Returns the end of the list, where \p More items can be written; see
  /// endAt.
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

/// Touches by a program that selects. No MRU lines filter them: the program has
/// left out nearly all touches that would change nothing.
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
  /// Touches are written in whole vectors of this many lanes.
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

  /// The end of the list, where touches can be written; see endAt.
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

/// The thread, the intervals and the choice of lines of a FilteredBatch.
struct FilteredPlace {
  ThreadId Thread;
  IntervalId Interval;
  IntervalId Process;
  size_t Structures = 0; ///< all numbers in the batch are less
  /// The program selects: all changes are of chosen lines, one in 2^Bits, and
  /// each stands for 2^Bits.
  bool Selected = false;
  uint8_t Bits = 0;
  /// The thread visits other lines in turn. In the first level, changes then
  /// stand for themselves, and visited lines for all others.
  bool Visits = false;
};

/// Changes and touches of one thread in one interval, of the thread and of the
/// process, after the filter by MRU lines.
struct FilteredBatch : FilteredPlace {
  MruChanges Changes; ///< in order
  /// Touches of chosen lines, in order, after all of Changes.
  SelectedTouches Touches;
  /// First-level misses of visited lines, in order (VisitedSets.h). Each stands
  /// for VisitedWeight misses.
  std::vector<Miss> Visited;
  /// Misses of them that are taken for false (StaleMisses.h).
  std::vector<Miss> Uncounted;
  uint32_t VisitedWeight = 0;
  /// The residues that were visited; 0: none.
  ResidueSet VisitedResidues = 0;
  /// Accesses by structure. Only in the last batch of a thread's interval; else
  /// empty.
  std::vector<std::pair<StructureId, AccessCounters>> Accesses;
  /// Whether the thread ended after this batch, or paused if it had ended
  /// already.
  bool Ended = false;

  void clear() {
    Changes.clear();
    Touches.clear();
    Visited.clear();
    Uncounted.clear();
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
