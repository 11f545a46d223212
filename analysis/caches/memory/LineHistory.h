//===- LineHistory.h - the look-ups of one cache --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_MEMORY_LINEHISTORY_H
#define MEMFACET_CACHES_MEMORY_LINEHISTORY_H

#include "analysis/caches/cache/LineMap.h"
#include "analysis/caches/memory/CacheArray.h"
#include "analysis/caches/memory/MemoryCounters.h"
#include "memfacet/Select.h"

namespace memfacet::caches {

/// Follows all look-ups of one cache, to find the class of each miss and who
/// evicted the line. docs/internals/memory-system.md defines the classes.
class LineHistory {
public:
  static constexpr uint32_t NoEvictor = ~uint32_t(0);
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
  /// Sets that the look-ups that follow are of one line in 2^\p Bits, no more
  /// than before. What they compare with is as much smaller (C. Waldspurger et
  /// al., "Cache modeling and optimization using miniature simulations", USENIX
  /// ATC 2017).
  void choose(unsigned Bits);
  /// Says that the line was dropped, because another thread writes it.
  void dropped(uint32_t Record) {
    Records[Record].Dropped = true;
    Records[Record].Evictor = NoEvictor;
  }

private:
  static constexpr uint32_t None = ~uint32_t(0);
  struct LineRecord {
    uint64_t Line;
    uint32_t Node = None; ///< number in the list of recent lines
    uint32_t Evictor = NoEvictor;
    bool WasAskedFor = false;
    bool Dropped = false; ///< by a write, and not here since
  };
  /// An entry of a list from the most to the least recent line.
  struct Node {
    uint32_t Record, Newer, Older;
  };

  bool askAssociative(uint32_t Record, LookUp Kind);
  bool askUndropped(uint64_t Line, LookUp Kind);
  void unlink(uint32_t Index);
  void pushNewest(uint32_t Index);
  void renew(uint32_t Index) {
    if (Index == Newest)
      return;
    unlink(Index);
    pushNewest(Index);
  }
  void addNewest(uint32_t Record);
  void makeNewest(uint32_t Record) {
    if (uint32_t Index = Records[Record].Node; Index == None)
      addNewest(Record);
    else
      renew(Index);
  }
  void remove(uint32_t Index);

  LineMap<uint32_t> Numbers; ///< of records, from 1
  std::vector<LineRecord> Records;
  size_t WholeCapacity; ///< lines
  size_t Capacity;      ///< those among the lines that are looked up
  size_t Listed = 0;    ///< recent lines, at most Capacity
  std::vector<Node> Nodes;
  std::vector<uint32_t> Free;
  uint32_t Newest = None, Oldest = None;
  std::unique_ptr<CacheArray> Undropped; ///< null: nothing is dropped
};

} // namespace memfacet::caches

#endif
