//===- BlockVectors.h - which code is executed, and when ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/internals/blocks.md defines each number. A vector says of one interval
// of one thread how often each block was executed.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_RESULT_PROFILE_BLOCKVECTORS_H
#define MEMFACET_RESULT_PROFILE_BLOCKVECTORS_H

#include "analysis/support/Names.h"
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace memfacet::result {

/// Where vectors come from.
enum class BlockSource : uint32_t {
  None,     ///< there are none
  Counted,  ///< by a program that counts its blocks
  Recorded, ///< from the records of a program
  Sampled,  ///< where threads were found at regular times
};
} // namespace memfacet::result

template <>
inline constexpr std::array memfacet::NamesOf<memfacet::result::BlockSource> = {
    "", "counted", "recorded", "sampled"};

namespace memfacet::result {
inline const char *blockSourceName(BlockSource Value) { return nameOf(Value); }

/// A run (see Block in memfacet/Tables.h); where vectors are sampled, a basic
/// block of machine code.
struct CodeBlock {
  /// Counted from 1, as the block stands in the program: the same in every run
  /// of one binary.
  uint32_t Number = 0;
  uint32_t Id = 0; ///< Block::Id
  std::string Function, File;
  uint32_t Line = 0; ///< 0: unknown
  /// IR instructions of one execution; where vectors are sampled, bytes.
  uint32_t Size = 0;
  /// Innermost loop of the function that the block is in (blockLoop in
  /// memfacet/Tables.h); 0: none, or not known.
  uint32_t Loop = 0;
  /// Symbol of the function and path of the object that has it, if the block is
  /// the function's first run and these are known; else empty.
  std::string Symbol = {}, Object = {};
  bool operator==(const CodeBlock &) const = default;
};

struct BlockCount {
  uint32_t Block = 0; ///< index into BlockVectors::Blocks
  uint64_t Count = 0; ///< executions or samples, not 0
  bool operator==(const BlockCount &) const = default;
};

struct BlockInterval {
  uint32_t Thread = 0;
  uint32_t Interval = 0; ///< the length of an interval times this: its start
  /// Instructions; where vectors are sampled, nanoseconds of the thread's
  /// processor time.
  uint64_t Length = 0;
  /// The counts, see packCounts.
  std::string Packed;
  bool operator==(const BlockInterval &) const = default;
};

struct BlockVectors {
  BlockSource Source = BlockSource::None;
  std::vector<CodeBlock> Blocks; ///< sorted by Number, each once
  /// Sorted by thread and interval.
  std::vector<BlockInterval> Intervals;
  // Where vectors are sampled:
  uint64_t Period = 0;         ///< nanoseconds between samples of a thread
  uint64_t Samples = 0;        ///< all
  uint64_t OutsideSamples = 0; ///< of these, in no block that is known
  uint64_t Lost = 0;           ///< that the kernel had no room for

  bool empty() const { return Source == BlockSource::None; }
  /// Returns what an execution (sample) of \p B counts: instructions, or one.
  uint64_t weight(const CodeBlock &B) const {
    return Source == BlockSource::Sampled ? 1 : B.Size;
  }
  bool operator==(const BlockVectors &) const = default;
};

/// Packs \p Counts, which are sorted by block. Each becomes the varints
/// (Varint.h): block - previous block - 1 (the first one: the block), count.
std::string packCounts(std::span<const BlockCount> Counts);
/// Returns what packCounts made, with \p Numbers[block] instead of each block;
/// they ascend as the blocks do.
std::string renumberCounts(std::string_view Packed,
                           std::span<const uint32_t> Numbers);
/// Unpacks what packCounts made. Returns nothing if the bytes are damaged or
/// name a block that is not below \p Blocks.
std::optional<std::vector<BlockCount>> unpackCounts(std::string_view Packed,
                                                    size_t Blocks);

} // namespace memfacet::result

#endif
