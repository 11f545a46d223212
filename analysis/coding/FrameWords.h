//===- coding/FrameWords.h - the words of one frame of a trace ------------===//

#ifndef MEMFACET_CODING_FRAMEWORDS_H
#define MEMFACET_CODING_FRAMEWORDS_H

#include "analysis/stream/Segment.h"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace memfacet {

/// A segment, without its words: the next ones of its lane.
struct FramePiece {
  uint32_t Lane;
  uint32_t Words;
};

/// Segments in their order, and each thread's words in one piece: so the coder
/// sees each thread as if it ran alone.
class FrameWords {
public:
  struct Lane {
    ThreadId Thread;
    std::vector<uint64_t> Words;
  };

  void add(const Segment &S) {
    uint32_t Number = laneOf(S.Thread);
    std::vector<uint64_t> &Words = Lanes[Number].Words;
    Words.insert(Words.end(), S.Words.begin(), S.Words.end());
    Pieces.push_back({Number, uint32_t(S.Words.size())});
    WordCount += S.Words.size();
  }
  void clear() {
    // Threads come and go, their memory should not.
    if (Lanes.size() > MaxKeptLanes)
      Lanes.clear();
    for (Lane &L : Lanes)
      L.Words.clear();
    Pieces.clear();
    WordCount = 0;
  }

  const std::vector<Lane> &lanes() const { return Lanes; }
  const std::vector<FramePiece> &pieces() const { return Pieces; }
  /// Of all segments.
  size_t words() const { return WordCount; }
  bool empty() const { return Pieces.empty(); }

private:
  static constexpr size_t MaxKeptLanes = 8;

  uint32_t laneOf(ThreadId Thread) {
    if (Pieces.size() != 0 && Lanes[Pieces.back().Lane].Thread == Thread)
      return Pieces.back().Lane;
    auto It = std::find_if(Lanes.begin(), Lanes.end(),
                           [&](const Lane &L) { return L.Thread == Thread; });
    if (It == Lanes.end())
      It = Lanes.insert(It, {Thread, {}});
    return uint32_t(It - Lanes.begin());
  }

  std::vector<Lane> Lanes; ///< some may be empty
  std::vector<FramePiece> Pieces;
  size_t WordCount = 0;
};

} // namespace memfacet

#endif
