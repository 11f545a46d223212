//===- Coherence.h - copies of a line in several caches -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The protocol is MESI, with a directory that knows at least all slots that may
// have a copy. Most touches do not need it: the copy in the first level says
// whether a read or a write can matter to anybody (HeldLine::QuietReads).
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_MEMORY_COHERENCE_H
#define MEMFACET_CACHES_MEMORY_COHERENCE_H

#include "analysis/caches/memory/CachePaths.h"
#include <unordered_map>

namespace memfacet::caches {

/// Among the levels that are not shared by all.
class Coherence {
public:
  Coherence(const CacheModel &Model, CachePaths &Paths, MemoryTally &Tally);

  /// Whether there may be copies of others at all.
  bool active() const { return Wanted && Paths.all().size() > 1; }
  static bool isQuiet(const MemoryTouch &T, const LookUps &L) {
    return L.End == 0 && L.Hit &&
           (T.Write ? L.Hit->QuietWrites : L.Hit->QuietReads);
  }

  struct Effect {
    bool Served = false; ///< from another slot's cache
    uint32_t ToMemory = 0;
  };
  /// After the look-ups of a touch that is not quiet, before any level takes
  /// the line.
  Effect touched(const MemoryTouch &T, const LookUps &L);
  /// A read of no bytes: a prefetch.
  Effect fetched(const MemoryTouch &T);
  /// After that, when all levels have taken it.
  void finished(const MemoryTouch &T);

  /// The private caches of \p Path are empty.
  void released(const CachePath &Path);
  /// No miss waits any more to be of true sharing.
  void settle();

private:
  static constexpr uint32_t None = ~uint32_t(0);
  /// Of a cache that lost the line to another thread's write.
  struct Loss {
    LevelCache *Cache;
    /// Bytes that were written since, by thread.
    std::vector<std::pair<uint32_t, uint64_t>> Written;
    uint32_t Waiting =
        None;               ///< thread, whose miss waits to be told what it was
    uint32_t Structure = 0; ///< that missed

    void write(uint32_t Thread, uint64_t Bytes);
    /// What others than \p Thread wrote.
    uint64_t foreignBytes(uint32_t Thread) const;
  };
  struct Entry {
    /// Slots modulo 64 that may have copies. Slot 0 had the first ones alone.
    uint64_t Users = 1;
    uint32_t Exclusive = None; ///< the only slot with copies
    std::vector<Loss> Losses;
  };

  template <typename Visitor>
  void forOthers(const Entry &E, const CachePath &Path, Visitor Visit);
  void settleLoss(Loss &L, MissClass Class);
  void rememberMiss(Entry &E, const MemoryTouch &T, const LookUps &L);
  Effect read(Entry &E, const MemoryTouch &T);
  Effect write(Entry &E, const MemoryTouch &T, bool HadCopy);
  void lose(Entry &E, const MemoryTouch &T,
            const std::vector<LevelCache *> &Caches);
  static Loss *lossOf(Entry &E, const LevelCache *Cache);
  Loss *addLoss(Entry &E, uint64_t Line, LevelCache *Cache);
  static void forget(Entry &E, Loss *L);

  CachePaths &Paths;
  MemoryTally &Tally;
  bool Wanted;
  bool OwnFirstLevel; ///< no two threads share one
  LineMap<Entry> Lines;
  std::unordered_map<LevelCache *, std::vector<uint64_t>> LinesLost;
};

} // namespace memfacet::caches

#endif
