//===- ChunkPool.h - the collector's side of the region's lists -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The protocol of memfacet/Region.h. Chunks go back at once, but the program's
// threads are woken late: when three quarters of the chunks are free, or when
// there is nothing else to read.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_WORDS_STREAM_CHUNKPOOL_H
#define MEMFACET_WORDS_STREAM_CHUNKPOOL_H

#include "analysis/words/stream/Region.h"
#include <vector>

namespace memfacet::words {

class ChunkPool {
public:
  explicit ChunkPool(Region &R) : Memory(R) {}

  /// Takes all chunks that were handed over, in their order.
  std::vector<uint32_t> takeReady();
  bool anyReady() const;
  /// Returns the chunks that threads are filling at the moment.
  std::vector<uint32_t> filling() const {
    return chunksIn(ChunkState::Filling);
  }
  /// Returns the chunks that are ready, also if a thread was killed before it
  /// could hand them over.
  std::vector<uint32_t> ready() const { return chunksIn(ChunkState::Ready); }
  /// Zeroes a chunk and gives it back.
  void free(uint32_t Index);
  /// Wakes the threads that wait for freed chunks.
  void wakeProgram();
  /// Returns whether chunks were freed since threads were last woken.
  bool hasFreedSinceWake() const { return FreedSinceWake != 0; }
  bool programWaits() const { return Memory.header().FreeWaiters.load() != 0; }

  /// Lets the program use as many chunks as its live threads need. Returns
  /// false if memory is short and there is not even one chunk for each thread.
  bool keepReserve();
  /// Adds chunks beyond that, if there are any.
  void growReserve();

private:
  std::vector<uint32_t> chunksIn(ChunkState State) const;
  bool raiseTo(uint32_t Count);

  Region &Memory;
  uint32_t FreedSinceWake = 0;
};

} // namespace memfacet::words

#endif
