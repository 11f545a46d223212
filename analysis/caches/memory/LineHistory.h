//===- LineHistory.h - what one cache was asked for -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_MEMORY_LINEHISTORY_H
#define MEMFACET_CACHES_MEMORY_LINEHISTORY_H

#include "analysis/caches/cache/LineMap.h"
#include "analysis/caches/memory/CacheArray.h"
#include "analysis/caches/memory/MemoryCounters.h"

namespace memfacet::caches {

/// Follows all look-ups of one cache, to say of a miss why it is one and who
/// had evicted the line. docs/internals/memory-system.md defines the classes.
class LineHistory {
public:
  static constexpr uint32_t NoEvictor = ~uint32_t(0);
  enum class LookUp {
    Takes,  ///< what is missing will be here
    Passes, ///< a write goes by: what is missing stays so
    Gives,  ///< what is here will be gone: an exclusive level
  };
  struct Answer {
    /// Of a miss. TrueSharing stands for both kinds of sharing.
    MissClass Class;
    uint32_t Evictor; ///< StructureId, or Nobody
  };

  /// \p Coherent: lines may be dropped.
  LineHistory(const CacheLevel &Level, uint32_t LineBytes, bool Coherent);

  /// Where what is known of \p Line stands: lines that are here remember it
  /// (HeldLine::Record), so that only misses search.
  uint32_t recordOf(uint64_t Line) {
    uint32_t &Number = Numbers[Line];
    if (Number == 0) [[unlikely]] {
      Records.push_back({Line});
      Number = uint32_t(Records.size());
    }
    return Number - 1;
  }
  /// Every look-up; \p Missed: the cache did not have the line.
  Answer ask(uint32_t Record, LookUp Kind, bool Missed);
  /// A level that Gives took it.
  void took(uint32_t Record);
  /// It is here again, without having been asked for.
  void fetched(uint32_t Record) {
    Records[Record].Evictor = NoEvictor;
    Records[Record].Dropped = false;
  }
  void evicted(uint32_t Record, uint32_t Evictor) {
    Records[Record].Evictor = Evictor;
    Records[Record].Dropped = false;
  }
  /// Another thread writes the line.
  void dropped(uint32_t Record) {
    Records[Record].Dropped = true;
    Records[Record].Evictor = NoEvictor;
  }

private:
  static constexpr uint32_t None = ~uint32_t(0);
  struct LineRecord {
    uint64_t Line;
    uint32_t Node = None; ///< in the list of recent lines
    uint32_t Evictor = NoEvictor;
    bool WasAskedFor = false;
    bool Dropped = false; ///< by a write, and not here since
  };
  /// Of a list from the most to the least recent.
  struct Node {
    uint32_t Record, Newer, Older;
  };

  bool askAssociative(uint32_t Record, LookUp Kind);
  bool askUndropped(uint64_t Line, LookUp Kind);
  void unlink(uint32_t Index);
  void pushNewest(uint32_t Index);
  void addNewest(uint32_t Record);

  LineMap<uint32_t> Numbers; ///< of records, from 1
  std::vector<LineRecord> Records;
  size_t Capacity; ///< lines
  std::vector<Node> Nodes;
  std::vector<uint32_t> Free;
  uint32_t Newest = None, Oldest = None;
  std::unique_ptr<CacheArray> Undropped; ///< null: nothing is dropped
};

} // namespace memfacet::caches

#endif
