//===- ThreadQueue.h - one thread's chunks, in program order --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chunks follow each other by their numbers, but for those of signal handlers:
// these stand where they interrupted another chunk, which is read in pieces.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_WORDS_STREAM_THREADQUEUE_H
#define MEMFACET_WORDS_STREAM_THREADQUEUE_H

#include "memfacet/Check.h"
#include <cstdint>
#include <deque>
#include <map>
#include <span>

namespace memfacet::words {

enum class ChunkEnd : uint8_t {
  /// Being filled: whole records up to Limit, more may come.
  Open,
  /// Handed over: Limit is the end.
  Closed,
  /// The thread is dead. The chunk ends at the first header that is zero, and
  /// only zeros follow from Limit on. The last record may be cut.
  Torn,
};

/// A chunk of a thread. Offsets and limits are words.
struct StreamChunk {
  uint32_t Token = 0; ///< the caller's, given back when the chunk is consumed
  uint64_t Sequence = 0;
  uint64_t StartStamp = 0;
  std::span<const uint64_t> Words; ///< the whole chunk
  uint32_t Limit = 0;              ///< see ChunkEnd
  ChunkEnd End = ChunkEnd::Closed;
  bool IsOfHandler = false;
  uint64_t ParentSequence = 0; ///< of the chunk that the handler interrupted
  uint32_t ParentOffset = 0;
};

class ThreadQueue {
public:
  /// Adds a chunk. The chunk that a handler's chunk interrupted is added before
  /// it, or never. Returns false if there is a chunk with this number already.
  bool add(const StreamChunk &C);
  /// Returns the chunk; null: there is none, or it was consumed.
  const StreamChunk *find(uint64_t Sequence) const;
  /// Says that more of a chunk has become visible, or that it is complete now.
  /// The limit of a chunk never decreases.
  void update(uint64_t Sequence, uint32_t Limit, ChunkEnd End);

  bool empty() const { return Pieces.empty(); }
  /// The functions from here on need a queue that is not empty.
  const StreamChunk &chunk() const { return *first().Chunk; }
  /// Returns where reading goes on in chunk().
  uint32_t position() const { return first().Begin; }
  /// Returns the end of the whole records that may be read from position() on.
  uint32_t readable() const;
  /// Returns whether nothing readable will come before the next piece.
  bool finished() const;
  void consume(uint32_t Words) {
    MEMFACET_CHECK(Words <= chunk().Words.size() - position(),
                   "there are no more in the chunk");
    Pieces.front().Begin += Words;
  }
  /// Drops the rest of the piece, which is the end of a torn chunk.
  void abandon();
  /// Goes on to the next piece. Returns true if a chunk is consumed; \p Token
  /// is that of the chunk.
  bool next(uint32_t &Token);
  /// Returns the number of chunks that are not Open: their owners may wait for
  /// the room.
  size_t completeChunks() const { return Complete; }

private:
  static constexpr uint32_t ToTheEnd = ~0u;
  struct Piece {
    StreamChunk *Chunk;
    uint32_t Begin;
    uint32_t End; ///< where a handler's chunk follows, or ToTheEnd
  };

  const Piece &first() const {
    MEMFACET_CHECK(!empty(), "callers ask for a chunk that is there");
    return Pieces.front();
  }
  void append(Piece P);
  void splice(Piece P);

  std::map<uint64_t, StreamChunk> Chunks;
  std::deque<Piece> Pieces;
  size_t Complete = 0;
};

} // namespace memfacet::words

#endif
