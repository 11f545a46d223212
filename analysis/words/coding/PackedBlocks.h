//===- PackedBlocks.h - bytes that are mostly small -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes are cut into blocks of 64, the last of which is filled up with zeros.
// First comes the kind of each block, four bits each, the first block's in the
// low half; then, block after block, what the kind says:
//
//   0            nothing: all bytes are 0
//   1 to 7       that many bits of each byte: eight bytes for the lowest bit,
//                a bit for each of the block's bytes, then for the second one
//   8            the bytes
//   9            eight bytes, a bit for each that is not 0, then these bytes
//   10           one byte: all are equal
//
// zstd packs most bytes smaller, but takes ten times as long.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_WORDS_CODING_PACKEDBLOCKS_H
#define MEMFACET_WORDS_CODING_PACKEDBLOCKS_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace memfacet::words {

namespace blocks {
constexpr size_t Bytes = 64;
constexpr unsigned Whole = 8, Sparse = 9, Equal = 10;
} // namespace blocks

/// Returns the most bytes that packing \p Bytes bytes may need.
constexpr size_t mostPackedBlocks(size_t Bytes) {
  size_t Blocks = (Bytes + blocks::Bytes - 1) / blocks::Bytes;
  return (Blocks + 1) / 2 + (Blocks + 1) * blocks::Bytes;
}

/// Packs \p Source to \p Target, which has room for mostPackedBlocks. Returns
/// the packed bytes.
size_t packBlocks(std::span<const uint8_t> Source, uint8_t *Target);

/// Unpacks \p Source to \p Target. Returns false if \p Source is not what
/// packBlocks makes of that number of bytes.
bool unpackBlocks(std::span<const uint8_t> Source, std::span<uint8_t> Target);

/// The same for whole blocks, with one instruction set. Kinds has the kinds,
/// one byte each.
struct BlockPacking {
  /// Returns the end of what was written to \p Target, which has room for one
  /// block more.
  uint8_t *(*Pack)(const uint8_t *Source, size_t Blocks, uint8_t *Kinds,
                   uint8_t *Target);
  /// Returns the end of what was read from \p Source; null: it is damaged.
  const uint8_t *(*Unpack)(const uint8_t *Source, const uint8_t *End,
                           const uint8_t *Kinds, size_t Blocks,
                           uint8_t *Target);
};
extern const BlockPacking ScalarBlockPacking;
/// Returns null if the processor does not have the instructions.
const BlockPacking *vectorBlockPacking();

} // namespace memfacet::words

#endif
