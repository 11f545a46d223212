//===- ChunkLists.h - the program's side of the region's lists ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_RUNTIME_REGION_CHUNKLISTS_H
#define MEMFACET_RUNTIME_REGION_CHUNKLISTS_H

#include "memfacet/Check.h"
#include "memfacet/Region.h"

namespace memfacet::region {

/// The program's side of the protocol in memfacet/Region.h, over a mapped
/// region. Any thread may call any function; none blocks.
class ChunkLists {
public:
  ChunkLists(RegionHeader &H, char *Base) : Header(H), Base(Base) {}

  ChunkHeader *chunkAt(uint32_t Index) const {
    MEMFACET_CHECK(Index < Header.Chunks, "lists link chunks of the region");
    return reinterpret_cast<ChunkHeader *>(Base + chunkOffset(Index));
  }
  uint32_t indexOf(const ChunkHeader *C) const {
    return uint32_t(
        (reinterpret_cast<const char *>(C) - Base - RegionHeaderBytes) /
        ChunkBytes);
  }
  /// Returns a chunk that the collector freed, else one that was never used,
  /// else null.
  ChunkHeader *take();
  /// Marks \p C as ready. Wakes the collector only for every few chunks, or
  /// when chunks are scarce.
  void handOver(ChunkHeader *C, uint64_t UsedWords);
  /// Wakes the collector if it sleeps.
  void wakeCollector();

private:
  ChunkHeader *takeFreed();
  ChunkHeader *takeFresh();
  bool isScarce() const;

  RegionHeader &Header;
  char *Base;
};

} // namespace memfacet::region

#endif
