//===- LineHistory.h - the look-ups of one cache --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_MEMORY_LINEHISTORY_H
#define MEMFACET_CACHES_MEMORY_LINEHISTORY_H

#include "analysis/caches/cache/LineMap.h"
#include "analysis/caches/memory/CacheArray.h"
#include "analysis/caches/memory/MemoryCounters.h"
#include "analysis/support/Hash.h"
#include "memfacet/Select.h"

namespace memfacet::caches {

/// Some of all lines: those of some residues, and of these a part by hash.
class LineSubset {
public:
  LineSubset() = default;
  /// One line in 2^\p ResidueBits is of a chosen residue, and one of these in
  /// 2^\p HashBits is in the subset.
  LineSubset(unsigned ResidueBits, unsigned HashBits)
      : Residues(chosenLines(ResidueBits)), ResidueBits(ResidueBits),
        HashBits(HashBits), Limit(~uint64_t(0) >> HashBits) {}

  bool has(uint64_t Line) const {
    return Line * Multiplier <= Limit && hasResidue(Residues, Line);
  }
  bool hasResidueOf(uint64_t Line) const { return hasResidue(Residues, Line); }
  /// One line in 2^bits() is in the subset.
  unsigned bits() const { return ResidueBits + HashBits; }
  unsigned residueBits() const { return ResidueBits; }
  unsigned hashBits() const { return HashBits; }

private:
  /// 2^64 times the fraction of the square root of 2, odd. Multiples of another
  /// number find places in a LineMap, which would be full in one part if this
  /// one chose the same lines.
  static constexpr uint64_t Multiplier = 0x6a09e667f3bcc909;

  ResidueSet Residues = AllResidues;
  unsigned ResidueBits = 0, HashBits = 0;
  uint64_t Limit = ~uint64_t(0);
};

/// Follows all look-ups of one cache, to find the class of each miss and who
/// evicted the line. docs/internals/memory-system.md defines the classes.
class LineHistory {
public:
  static constexpr uint32_t NoEvictor = ~uint32_t(0);
  static constexpr uint32_t NoHolder = ~uint32_t(0);
  enum class LookUp {
    Takes,  ///< a missing line is brought here
    Passes, ///< a write passes: a missing line stays away
    Gives,  ///< the line leaves: an exclusive level
  };
  struct Answer {
    /// The class of a miss. TrueSharing stands for both kinds of sharing.
    MissClass Class;
    uint32_t Evictor; ///< StructureId, or NoEvictor
  };

  /// \p Coherent: lines may be dropped, because another thread writes them.
  LineHistory(const CacheLevel &Level, uint32_t LineBytes, bool Coherent);

  /// Returns the number of the record of \p Line. Lines in the cache keep it
  /// (HeldLine::Record), so that only misses search.
  uint32_t recordOf(uint64_t Line) {
    uint32_t &Number = Numbers[Line];
    if (Number == 0) [[unlikely]] {
      Records.push_back({Line});
      Number = uint32_t(Records.size());
    }
    return Number - 1;
  }
  /// Says that recordOf will be called for \p Line.
  void prefetch(uint64_t Line) const { Numbers.prefetch(Line); }
  uint32_t records() const { return uint32_t(Records.size()); }
  /// The structure that brought the line of \p Record to the cache, or
  /// NoHolder: the line is not there. For the caller: nothing here changes it.
  uint32_t &holderOf(uint32_t Record) { return Records[Record].Holder; }
  /// Returns the line of \p Record.
  uint64_t lineOf(uint32_t Record) const { return Records[Record].Line; }
  /// Returns whether as many lines are listed as the cache has.
  bool isFull() const { return Listed == Capacity; }
  /// Takes a look-up, and returns what it is if it is a miss. \p Missed: the
  /// cache did not have the line. To be called for each look-up.
  Answer ask(uint32_t Record, LookUp Kind, bool Missed);
  /// Says that an exclusive level took the line of \p Record.
  void took(uint32_t Record);
  /// Says that the line of \p Record was prefetched.
  void fetched(uint32_t Record) {
    Records[Record].Evictor = NoEvictor;
    Records[Record].Dropped = false;
  }
  void evicted(uint32_t Record, uint32_t Evictor) {
    Records[Record].Evictor = Evictor;
    Records[Record].Dropped = false;
  }
  /// Says that the line of \p Record, which is in the cache, was used when no
  /// look-up was seen, after all look-ups so far.
  void used(uint32_t Record) { makeNewest(Record); }
  /// Sets that the look-ups that follow are of \p Lines, no more than before.
  /// What they compare with is as much smaller (C. Waldspurger et al., "Cache
  /// modeling and optimization using miniature simulations", USENIX ATC 2017).
  void choose(const LineSubset &Lines);
  /// Says that the line was dropped, because another thread writes it.
  void dropped(uint32_t Record) {
    Records[Record].Dropped = true;
    Records[Record].Evictor = NoEvictor;
  }

private:
  static constexpr uint32_t None = ~uint32_t(0);
  struct LineRecord {
    uint64_t Line;
    uint64_t UsedAt = 0; ///< its place in Order, if that is not before Oldest
    uint32_t Evictor = NoEvictor;
    uint32_t Holder = NoHolder;
    bool WasAskedFor = false;
    bool Dropped = false; ///< by a write, and not here since
  };

  bool isListed(const LineRecord &R) const { return R.UsedAt >= Oldest; }
  bool askAssociative(uint32_t Record, LookUp Kind);
  bool askUndropped(uint64_t Line, LookUp Kind);
  uint32_t &recordAt(uint64_t Place) {
    return Order[Place & (Order.size() - 1)];
  }
  void makeNewest(uint32_t Record);
  void remove(LineRecord &R);
  void removeOldest();
  void closeGaps();

  LineMap<uint32_t> Numbers; ///< of records, from 1
  std::vector<LineRecord> Records;
  size_t WholeCapacity; ///< lines
  size_t Capacity;      ///< those among the lines that are looked up
  size_t Listed = 0;    ///< recent lines, at most Capacity
  /// The records of recent lines by last use: a ring, whose size is a power of
  /// two. None: a gap, as the line was used again or left.
  std::vector<uint32_t> Order;
  uint64_t Oldest = 1, End = 1;          ///< places in Order that are in use
  std::unique_ptr<CacheArray> Undropped; ///< null: nothing is dropped
};

} // namespace memfacet::caches

#endif
