//===- SweepStore.h - the contents of caches that differ in ways ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_SWEEP_SWEEPSTORE_H
#define MEMFACET_CACHES_SWEEP_SWEEPSTORE_H

#include "analysis/caches/cache/CacheWord.h"
#include "analysis/support/Ids.h"
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
  uint64_t Writebacks = 0; ///< by who wrote last
};

/// Of caches that are numbered from the smallest. Where one misses, the smaller
/// ones do, too: a touch is one addition, whatever the number of caches.
class DepthCounts {
public:
  explicit DepthCounts(size_t Caches) : Caches(Caches) {}

  /// Makes room; before a structure is counted.
  void resize(size_t Structures) {
    if (Touches.size() < Structures * (Caches + 1)) {
      Touches.resize(Structures * (Caches + 1));
      Writebacks.resize(Structures * Caches);
    }
  }
  /// The first \p Missing caches miss.
  void touch(StructureId S, size_t Missing) {
    ++Touches[S.Value * (Caches + 1) + Missing];
  }
  void writeback(StructureId Writer, size_t Cache) {
    ++Writebacks[Writer.Value * Caches + Cache];
  }
  /// By structure.
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

  /// Empties it, with room for \p Most.
  void begin(size_t Most) {
    Count = 0;
    if (Items.size() < Most)
      Items.resize(Most);
  }
  void add(const Miss &M) { Items[Count++] = M; }
  std::span<const Miss> all() const { return {Items.data(), Count}; }
};

/// Caches with the same sets and different ways, numbered by their ways from
/// the smallest, of one thread or of all. Not synchronised.
class SweepStore {
public:
  /// By number of the cache.
  using Lists = std::vector<MissList>;

  virtual ~SweepStore() = default;

  /// Simulates, in order: what is dirty is marked so where its line is, with
  /// its writer; then the wanted line is touched. Counts in \p Counts unless
  /// that is null. Replaces \p Out, of the caches that are listed, by what each
  /// lets through: misses with what had to leave, and {EmptyWord, word} where
  /// there was no copy to mark. Where \p Effective is not null, what changed
  /// anything is appended to it: all else changes nothing in caches of a
  /// multiple of the sets either.
  virtual void filter(std::span<const Miss> In, DepthCounts *Counts, Lists &Out,
                      std::vector<Miss> *Effective) = 0;
  /// Marks the line of \p W as dirty; calls \p Absent with the numbers of the
  /// caches that do not have it.
  virtual void mark(CacheWord W, const std::function<void(size_t)> &Absent) = 0;
  virtual void forEachDirty(size_t Cache,
                            const std::function<void(CacheWord)> &Visit) = 0;
  virtual void clear() = 0;
};

/// Which caches are simulated.
struct SweepShape {
  uint64_t Sets;
  std::vector<uint32_t> Ways; ///< ascending
  std::vector<bool> Listed;   ///< whether Out is wanted, by number of the cache
};

/// One cache alone is as in `simulate`.
std::unique_ptr<SweepStore> makeSweepStore(const SweepShape &Shape,
                                           uint32_t LineBytes,
                                           bool NeedsEffective);

} // namespace memfacet::caches

#endif
