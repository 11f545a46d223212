//===- FrameWords.h - the words of one frame of a trace -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_CODING_FRAMEWORDS_H
#define MEMFACET_WORDS_CODING_FRAMEWORDS_H

#include "analysis/words/stream/Segment.h"
#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace memfacet::words {

/// Words that grow. After them are always ReadBeyond words that may be read,
/// with any value, so that records can be moved in large steps.
class WordBuffer {
public:
  static constexpr size_t ReadBeyond = 8;

  void append(std::span<const uint64_t> Words) {
    if (Used + Words.size() + ReadBeyond > Room)
      enlarge(Used + Words.size() + ReadBeyond);
    std::copy(Words.begin(), Words.end(), Data.get() + Used);
    Used += Words.size();
  }
  void clear() { Used = 0; }
  const uint64_t *data() const { return Data.get(); }
  size_t size() const { return Used; }

private:
  void enlarge(size_t Least) {
    Room = std::max(Least, 2 * Room);
    std::unique_ptr<uint64_t[]> Larger(new uint64_t[Room]);
    std::copy_n(Data.get(), Used, Larger.get());
    // What is read beyond the words is not used, but must not be arbitrary.
    std::fill(Larger.get() + Used, Larger.get() + Room, 0);
    Data = std::move(Larger);
  }

  std::unique_ptr<uint64_t[]> Data;
  size_t Used = 0, Room = 0;
};

/// A segment without its words: these are the next ones of its lane.
struct FramePiece {
  uint32_t Lane;
  uint32_t Words;
};

/// Segments in their order, with each thread's words in one piece: so the coder
/// sees each thread as if it ran alone.
class FrameWords {
public:
  struct Lane {
    ThreadId Thread;
    WordBuffer Words;
  };

  void add(const Segment &S) {
    uint32_t Number = laneOf(S.Thread);
    Lanes[Number].Words.append(S.Words);
    Pieces.push_back({Number, uint32_t(S.Words.size())});
    WordCount += S.Words.size();
  }
  void clear() {
    // Threads come and go, but a few lanes keep their memory.
    if (Lanes.size() > MaxKeptLanes)
      Lanes.clear();
    for (Lane &L : Lanes)
      L.Words.clear();
    Pieces.clear();
    WordCount = 0;
  }

  const std::vector<Lane> &lanes() const { return Lanes; }
  const std::vector<FramePiece> &pieces() const { return Pieces; }
  /// Returns the words of all segments.
  size_t words() const { return WordCount; }
  bool empty() const { return Pieces.empty(); }

private:
  static constexpr size_t MaxKeptLanes = 8;

  uint32_t laneOf(ThreadId Thread) {
    if (Pieces.size() != 0 && Lanes[Pieces.back().Lane].Thread == Thread)
      return Pieces.back().Lane;
    auto Found = std::find_if(Lanes.begin(), Lanes.end(), [&](const Lane &L) {
      return L.Thread == Thread;
    });
    if (Found == Lanes.end()) {
      Lanes.push_back({Thread, {}});
      Found = Lanes.end() - 1;
    }
    return uint32_t(Found - Lanes.begin());
  }

  std::vector<Lane> Lanes; ///< some may be empty
  std::vector<FramePiece> Pieces;
  size_t WordCount = 0;
};

} // namespace memfacet::words

#endif
