//===- Placement.h - the places of changed objects ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A private part of the address space. Allocations lie in it as they would in a
// program of their own:
//
//   heap    as with glibc's malloc: 8 bytes in front of each block, multiples
//           of 16 bytes, at least 32. A released block is used again for blocks
//           of the same size, the last one first. From 128 KiB on, a block has
//           pages of its own, below the block before.
//   pool    one block after the other in order of allocation, without gaps.
//           A released block is used again, the last one first.
//   data    as with a linker, one after the other
//
// Blocks are neither split nor merged, and nothing else is allocated between
// them.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_ADVISE_PLACEMENT_H
#define MEMFACET_ADVISE_PLACEMENT_H

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace memfacet::advise {

/// The bytes from which on malloc gives a block pages of its own.
constexpr uint64_t LargeBlock = 128 * 1024;
/// Returns the bytes that malloc takes for \p Bytes, if these are less than
/// LargeBlock.
constexpr uint64_t heapBlock(uint64_t Bytes) {
  constexpr uint64_t Header = 8, Grain = 16, Least = 32;
  uint64_t Block = (Bytes + Header + Grain - 1) / Grain * Grain;
  return Block < Least ? Least : Block;
}

enum class PlaceKind : uint8_t { Heap, Pool, Data };

/// Addresses that no program uses: below a position-independent program, above
/// any other.
constexpr uint64_t PrivateLow = uint64_t(1) << 45;
constexpr uint64_t PrivateHigh = uint64_t(1) << 46;

/// Allocates and releases memory. Not synchronised: one thread at a time.
class Placement {
public:
  /// Allocates \p Bytes bytes. \p Align: a power of two, or 0: any. \p
  /// OldAddress: the address of the object; large blocks and data begin at the
  /// same byte of a page, unless \p Align says otherwise. \p List distinguishes
  /// pools of blocks of the same size.
  uint64_t allocate(PlaceKind Kind, uint64_t Bytes, uint64_t Align,
                    uint64_t OldAddress, uint32_t List = 0);
  /// Releases the block at \p Address, from allocate.
  void release(uint64_t Address);

private:
  struct Block {
    PlaceKind Kind;
    uint64_t Bytes, Align;
    uint32_t List;
    auto operator<=>(const Block &) const = default;
  };

  uint64_t fresh(const Block &B, uint64_t OldAddress);
  uint64_t freshOnHeap(const Block &B);

  static constexpr uint64_t Space = (PrivateHigh - PrivateLow) / 4;
  /// The place of malloc's first block, after what malloc needs itself.
  uint64_t HeapEnd = PrivateLow + 0x290;
  /// As with glibc's large blocks: the first lies below the top.
  uint64_t PagesLow = PrivateLow + 2 * Space;
  uint64_t DataEnd = PrivateLow + 2 * Space;
  uint64_t PoolEnd = PrivateLow + 3 * Space;
  std::map<Block, uint64_t> PoolNext; ///< next address in a pool, by its blocks
  std::map<Block, std::vector<uint64_t>> Released;
  std::unordered_map<uint64_t, Block> Live;
};

} // namespace memfacet::advise

#endif
