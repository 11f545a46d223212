//===- StreamBlocks.h - packed rows, block by block -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RESULT_STORE_STREAMBLOCKS_H
#define MEMFACET_RESULT_STORE_STREAMBLOCKS_H

#include "analysis/result/store/StreamCodec.h"

namespace memfacet::result {

/// Reads what a StreamPacker has packed, all measures at once. StreamReader
/// reads single ones, and bytes of files.
class StreamBlocks {
public:
  explicit StreamBlocks(std::span<const Measure> Kinds);
  /// Goes on with \p Packed, a string for each measure. The strings must be
  /// there until next() is false.
  void more(std::span<const std::string> Packed);
  /// Begins the rows of another structure or thread.
  void restart();

  /// Goes on to the next block. Returns false if there is none.
  bool next();
  /// Returns the intervals of the rows of the block.
  std::span<const uint32_t> intervals() const { return Intervals; }
  /// Returns the values of one row, without its interval. Valid until the next
  /// call.
  std::span<const uint64_t> row(size_t Number);

private:
  bool unpack(size_t Index);

  std::span<const Measure> Kinds;
  std::vector<std::span<const uint8_t>> Rest;
  StreamUnpacker Unpacker;
  std::vector<std::vector<uint64_t>> Columns; ///< [0]: gaps between intervals
  std::vector<uint32_t> Intervals;
  std::vector<uint64_t> Row;
  uint32_t Next = 0; ///< first interval that may follow
};

} // namespace memfacet::result

#endif
