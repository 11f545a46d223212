//===- Coherence.h - copies of a line in several caches -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The protocol is MESI, with a directory of all slots that may have a copy.
// Most touches do not need it: the copy in the first level says whether a read
// or a write may change something for another thread (HeldLine::QuietReads).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_MEMORY_COHERENCE_H
#define MEMFACET_CACHES_MEMORY_COHERENCE_H

#include "analysis/caches/memory/CachePaths.h"
#include <unordered_map>

namespace memfacet::caches {

/// Keeps the levels coherent that not all threads share.
class Coherence {
public:
  Coherence(const CacheModel &Model, CachePaths &Paths, MemoryTally &Tally);

  /// Returns whether other threads may have copies at all.
  bool active() const { return Wanted && Paths.all().size() > 1; }
  static bool isQuiet(const MemoryTouch &T, const LookUps &L) {
    return L.End == 0 && L.Hit &&
           (T.Write ? L.Hit->QuietWrites : L.Hit->QuietReads);
  }

  struct Effect {
    bool Served = false; ///< from another slot's cache
    uint32_t ToMemory = 0;
  };
  /// Takes a touch that is not quiet, after its look-ups and before any level
  /// takes the line.
  Effect touched(const MemoryTouch &T, const LookUps &L);
  /// Takes a prefetch, which is a read of no bytes.
  Effect fetched(const MemoryTouch &T, const LookUps &L);
  /// Takes a line that leaves the exclusive level \p Giver for the level
  /// \p Taker. Cleans it if slots that do not use the thread's cache there have
  /// copies.
  Effect movedIn(const MemoryTouch &T, size_t Giver, size_t Taker,
                 HeldLine &Moved);
  /// Ends the touch, after all levels have taken the line.
  void finished(const MemoryTouch &T);

  /// Forgets the losses of the private caches of \p Path, which are empty.
  void released(const CachePath &Path);
  /// Counts all waiting misses as false sharing.
  void settle();

private:
  static constexpr uint32_t None = ~uint32_t(0);
  /// The loss of a line in a cache by another thread's write.
  struct Loss {
    LevelCache *Cache;
    /// Bytes that were written since then, by thread.
    std::vector<std::pair<uint32_t, uint64_t>> Written;
    uint32_t Waiting = None; ///< thread whose miss is not classified yet
    uint32_t Structure = 0;  ///< structure that missed

    void write(uint32_t Thread, uint64_t Bytes);
    /// Returns the bytes that threads other than \p Thread wrote.
    uint64_t foreignBytes(uint32_t Thread) const;
  };
  struct Entry {
    /// Slots modulo 64 that may have copies. At first, only slot 0 has one.
    uint64_t Users = 1;
    uint32_t Exclusive = None; ///< the only slot with copies
    std::vector<Loss> Losses;
  };

  template <typename Visitor>
  void forOthers(const Entry &E, const CachePath &Path, Visitor Visit);
  LevelCache *groupOf(const CachePath &Other, const CachePath &Path) const;
  void settleLoss(Loss &L, MissClass Class);
  void rememberMiss(Entry &E, const MemoryTouch &T, const LookUps &L);
  Effect read(Entry &E, const MemoryTouch &T, const LookUps &L);
  Effect write(Entry &E, const MemoryTouch &T, bool HadCopy);
  void lose(Entry &E, const MemoryTouch &T,
            const std::vector<LevelCache *> &Caches);
  static Loss *lossOf(Entry &E, const LevelCache *Cache);
  Loss *addLoss(Entry &E, uint64_t Line, LevelCache *Cache);
  static void forget(Entry &E, Loss *L);

  CachePaths &Paths;
  MemoryTally &Tally;
  bool Wanted;
  bool OwnFirstLevel; ///< no two threads share a first level
  LineMap<Entry> Lines;
  std::unordered_map<LevelCache *, std::vector<uint64_t>> LinesLost;
};

} // namespace memfacet::caches

#endif
