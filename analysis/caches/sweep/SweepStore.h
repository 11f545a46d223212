//===- SweepStore.h - the contents of caches that differ in ways ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_SWEEP_SWEEPSTORE_H
#define MEMFACET_CACHES_SWEEP_SWEEPSTORE_H

#include "analysis/caches/cache/CacheWord.h"
#include "analysis/support/Ids.h"
#include "memfacet/Check.h"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace memfacet::caches {

/// Counts of one structure in one cache.
struct SweepCounts {
  uint64_t Misses = 0;
  uint64_t Writebacks = 0; ///< of lines that the structure wrote last
};

/// Counts for caches that are numbered from the smallest. Where one misses, the
/// smaller ones miss, too: a touch is one addition, for any number of caches.
class DepthCounts {
public:
  explicit DepthCounts(size_t Caches) : Caches(Caches) {}

  /// Makes room for structures below \p Structures. To be called before one of
  /// them is counted.
  void resize(size_t Structures) {
    if (Touches.size() < Structures * (Caches + 1)) {
      Touches.resize(Structures * (Caches + 1));
      Writebacks.resize(Structures * Caches);
    }
  }
  /// Counts a touch that the first \p Missing caches miss.
  void touch(StructureId S, size_t Missing) {
    MEMFACET_CHECK(Missing <= Caches, "no other cache can miss");
    MEMFACET_CHECK(S.Value * (Caches + 1) < Touches.size(),
                   "resize makes room first");
    ++Touches[S.Value * (Caches + 1) + Missing];
  }
  void writeback(StructureId Writer, size_t Cache) {
    MEMFACET_CHECK(Writer.Value * Caches + Cache < Writebacks.size(),
                   "resize makes room first");
    ++Writebacks[Writer.Value * Caches + Cache];
  }
  /// Returns the counts of \p Cache by structure.
  std::vector<SweepCounts> countsOf(size_t Cache) const {
    std::vector<SweepCounts> Result(Writebacks.size() / Caches);
    for (size_t S = 0; S != Result.size(); ++S) {
      for (size_t Missing = Cache + 1; Missing <= Caches; ++Missing)
        Result[S].Misses += Touches[S * (Caches + 1) + Missing];
      Result[S].Writebacks = Writebacks[S * Caches + Cache];
    }
    return Result;
  }
  void clear() {
    Touches.clear();
    Writebacks.clear();
  }

private:
  size_t Caches;
  std::vector<uint64_t> Touches;    ///< by structure, caches that miss
  std::vector<uint64_t> Writebacks; ///< by structure, cache
};

/// A list whose memory is kept, and not zeroed, from one use to the next.
struct MissList {
  std::vector<Miss> Items; ///< of which the first Count are in use
  size_t Count = 0;

  /// Empties the list and makes room for \p Most misses.
  void begin(size_t Most) {
    Count = 0;
    if (Items.size() < Most)
      Items.resize(Most);
  }
  void add(const Miss &M) {
    MEMFACET_CHECK(Count < Items.size(), "begin makes room");
    Items[Count++] = M;
  }
  std::span<const Miss> all() const { return {Items.data(), Count}; }
};

/// Caches of one thread or of all, with the same sets and different ways,
/// numbered by their ways from the smallest. Not synchronised.
class SweepStore {
public:
  /// Misses by number of the cache.
  using Lists = std::vector<MissList>;

  virtual ~SweepStore() = default;

  /// Simulates \p In in order: writes a dirty victim to where its line is, with
  /// its writer, then touches the wanted line. Counts in \p Counts unless that
  /// is null. Replaces the lists in \p Out of the caches that are Listed by the
  /// misses of each cache with their victims, and by {EmptyWord, word} where
  /// there was no copy. Where \p Effective is not null, appends to it
  /// each item of \p In that changed something: others change nothing in caches
  /// of a multiple of the sets either.
  virtual void filter(std::span<const Miss> In, DepthCounts *Counts, Lists &Out,
                      std::vector<Miss> *Effective) = 0;
  /// Makes the line of \p W dirty. Calls \p Absent with the number of each
  /// cache that does not have the line.
  virtual void makeDirty(CacheWord W,
                         const std::function<void(size_t)> &Absent) = 0;
  virtual void forEachDirty(size_t Cache,
                            const std::function<void(CacheWord)> &Visit) = 0;
  virtual void clear() = 0;
};

/// The caches that are simulated.
struct SweepShape {
  uint64_t Sets;
  std::vector<uint32_t> Ways; ///< ascending
  std::vector<bool> Listed;   ///< whether Out is needed, by number of the cache
};

/// Makes a store. A single cache is simulated as by `simulate`.
std::unique_ptr<SweepStore> makeSweepStore(const SweepShape &Shape,
                                           uint32_t LineBytes,
                                           bool NeedsEffective);

} // namespace memfacet::caches

#endif
