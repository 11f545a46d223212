//===- Placement.h - where changed objects would lie ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A private part of the address space, in which what is allocated lies as it
// would lie in a program of its own:
//
//   heap    as glibc's malloc does: 8 bytes in front of each block, multiples
//           of 16 bytes, at least 32; what was released is handed out again,
//           the last first, to blocks of the same size. From 128 KiB on, pages
//           of its own, each block below the one before.
//   pool    one block behind the other in order of allocation, without anything
//           in between; released ones are handed out again, the last first
//   data    as a linker does, one behind the other
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

/// From so many bytes on, malloc gives a block pages of its own.
constexpr uint64_t LargeBlock = 128 * 1024;
/// What malloc takes for \p Bytes, as long as that is less.
constexpr uint64_t heapBlock(uint64_t Bytes) {
  constexpr uint64_t Header = 8, Grain = 16, Least = 32;
  uint64_t Block = (Bytes + Header + Grain - 1) / Grain * Grain;
  return Block < Least ? Least : Block;
}

enum class PlaceKind : uint8_t { Heap, Pool, Data };

/// Addresses that no program has by itself: below a position-independent one,
/// above any other.
constexpr uint64_t PrivateLow = uint64_t(1) << 45;
constexpr uint64_t PrivateHigh = uint64_t(1) << 46;

/// Not synchronised: one thread at a time.
class Placement {
public:
  /// Memory for \p Bytes bytes. \p Align: a power of two, 0: as it comes.
  /// \p OldAddress: where the object was; large blocks and data begin at the
  /// same byte of a page, unless \p Align says otherwise. \p List tells pools
  /// of blocks of the same size apart.
  uint64_t allocate(PlaceKind Kind, uint64_t Bytes, uint64_t Align,
                    uint64_t OldAddress, uint32_t List = 0);
  /// \p Address is from allocate.
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
  /// Where malloc's first block lies, behind what it needs itself.
  uint64_t HeapEnd = PrivateLow + 0x290;
  /// As glibc's large blocks: the first lies below the top.
  uint64_t PagesLow = PrivateLow + 2 * Space;
  uint64_t DataEnd = PrivateLow + 2 * Space;
  uint64_t PoolEnd = PrivateLow + 3 * Space;
  std::map<Block, uint64_t> PoolNext; ///< of pools, by their blocks
  std::map<Block, std::vector<uint64_t>> Released;
  std::unordered_map<uint64_t, Block> Live;
};

} // namespace memfacet::advise

#endif
