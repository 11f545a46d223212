//===- RandomChunks.h - what several threads write, in chunks ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_TEST_SUPPORT_RANDOM_RANDOMCHUNKS_H
#define MEMFACET_TEST_SUPPORT_RANDOM_RANDOMCHUNKS_H

#include "test/support/StreamBuilder.h"
#include <cstdint>
#include <map>
#include <random>
#include <vector>

namespace memfacet::test {

/// Chunks of two to five threads in any interleaving: blocks, stamps, and
/// events whose numbers order all threads.
struct RandomChunks {
  struct Chunk {
    uint32_t Thread;
    uint64_t Sequence, Stamp;
    StreamBuilder Content;
  };
  std::vector<Chunk> Chunks; ///< in the order in which they are handed over
  std::map<uint32_t, std::vector<uint64_t>> Words;
  uint64_t Numbers = 0;

  explicit RandomChunks(unsigned Seed) {
    std::mt19937 Random(Seed);
    uint32_t Count = 2 + Random() % 4;
    std::vector<Chunk> Open(Count);
    uint64_t Clock = 0;
    for (uint32_t T = 0; T != Count; ++T)
      Open[T] = {T, 0, ++Clock, {}};
    for (int Step = 0; Step != 2000; ++Step) {
      ++Clock;
      Chunk &C = Open[Random() % Count];
      uint32_t N = 1 + Random() % 8;
      switch (Random() % 8) {
      case 0:
        C.Content.free(++Numbers, Step);
        break;
      case 1:
        C.Content.tick(Clock);
        break;
      default:
        C.Content.block(N * 0x100, std::vector<uint64_t>(N, Step + 1));
      }
      if (C.Content.size() > 60)
        handOver(C, Clock);
    }
    for (Chunk &C : Open)
      handOver(C, ++Clock);
  }

  void handOver(Chunk &C, uint64_t &Clock) {
    auto &All = Words[C.Thread];
    All.insert(All.end(), C.Content.words().begin(), C.Content.words().end());
    Chunks.push_back(C);
    C = {C.Thread, C.Sequence + 1, ++Clock, {}};
  }
};

} // namespace memfacet::test

#endif
