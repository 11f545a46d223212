//===- Stream.h - reading what the runtime wrote --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reader as small as can be, independent of the analysis.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_TEST_RUNTIME_STREAM_H
#define MEMFACET_TEST_RUNTIME_STREAM_H

#include "memfacet/Events.h"
#include "memfacet/Region.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace memfacet::test {

/// A copy of a chunk.
struct Chunk {
  uint32_t Thread, Flags, ParentOffset;
  uint64_t Sequence, ParentSequence;
  std::vector<uint64_t> Words;
};

/// A record or an event; Words without the header.
struct Item {
  uint64_t Header;
  std::vector<uint64_t> Words;

  bool is(EventKind K) const {
    return isEvent(Header) && eventKind(Header) == K;
  }
  bool isBlock() const { return !isEvent(Header); }
};

/// What a process recorded.
class Stream {
public:
  std::vector<Chunk> Chunks;

  /// The items of a thread in program order: handlers' where they interrupted.
  std::vector<Item> items(uint32_t Thread) const;
  std::vector<Item> events(uint32_t Thread, EventKind Kind) const;
  /// Slot 0 of every block record of a thread that has one.
  std::vector<uint64_t> firstSlots(uint32_t Thread) const;
  /// The order numbers of all threads' events, sorted.
  std::vector<uint64_t> orderNumbers() const;
  std::vector<uint32_t> threads() const;
  /// Base address of the block table in the first module.
  uint64_t blockTable() const;

  void write(const std::string &Path) const;
  static std::optional<Stream> read(const std::string &Path);

private:
  std::vector<uint64_t> words(uint32_t Thread) const;
  std::map<uint64_t, uint32_t> slotCounts() const;
};

} // namespace memfacet::test

#endif
