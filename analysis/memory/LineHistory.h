//===- memory/LineHistory.h - what one cache was asked for ----------------===//

#ifndef MEMFACET_MEMORY_LINEHISTORY_H
#define MEMFACET_MEMORY_LINEHISTORY_H

#include "analysis/memory/CacheArray.h"
#include "analysis/memory/LineMap.h"
#include "analysis/memory/MemoryCounters.h"

namespace memfacet {

/// Follows all look-ups of one cache, to say of a miss why it is one and who
/// had evicted the line. docs/memory-system.md defines the classes.
class LineHistory {
public:
  static constexpr uint32_t Nobody = ~uint32_t(0);
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

  /// Every look-up; \p Missed: the cache did not have the line.
  Answer ask(uint64_t Line, LookUp How, bool Missed);
  /// A level that Gives took it.
  void took(uint64_t Line);
  /// It is here again, without having been asked for.
  void fetched(uint64_t Line) { Known[Line].Evictor = Nobody; }
  void evicted(uint64_t Line, uint32_t Evictor) {
    Known[Line].Evictor = Evictor;
  }
  /// Another thread writes the line.
  void dropped(uint64_t Line);

private:
  static constexpr uint32_t None = ~uint32_t(0);
  struct Record {
    uint32_t Node = None; ///< in the list of recent lines
    uint32_t Evictor = Nobody;
    bool Asked = false;
    bool Dropped = false; ///< last, and not asked for since
  };
  /// Of a list from the most to the least recent.
  struct Node {
    uint64_t Line;
    uint32_t Newer, Older;
  };

  bool askAssociative(Record &R, uint64_t Line, LookUp How);
  bool askUndropped(uint64_t Line, LookUp How);
  void unlink(uint32_t At);
  void pushNewest(uint32_t At);
  void addNewest(uint64_t Line);

  LineMap<Record> Known;
  size_t Capacity; ///< lines
  std::vector<Node> Nodes;
  std::vector<uint32_t> Free;
  uint32_t Newest = None, Oldest = None;
  std::unique_ptr<CacheArray> Undropped; ///< null: nothing is dropped
};

} // namespace memfacet

#endif
