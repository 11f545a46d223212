//===- Region.h - the shared memory, mapped and checked -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_WORDS_STREAM_REGION_H
#define MEMFACET_WORDS_STREAM_REGION_H

#include "analysis/support/Error.h"
#include "memfacet/Check.h"
#include "memfacet/Region.h"
#include <span>
#include <string>

namespace memfacet::words {

/// A mapped region. The program on the other side may be damaged: what its
/// memory says must be checked at each use, and read once.
class Region {
public:
  /// Makes an empty region for a program to claim, with its first chunks
  /// reserved.
  static Expected<Region> create();
  /// Takes \p Descriptor over, which is closed in any case.
  static Expected<Region> attach(int Descriptor);

  Region(Region &&Other) noexcept;
  Region &operator=(Region &&) = delete;
  ~Region();

  RegionHeader &header() const {
    return *reinterpret_cast<RegionHeader *>(Base);
  }
  uint32_t chunks() const { return Chunks; }
  /// \p Index must be less than chunks().
  ChunkHeader &chunk(uint32_t Index) const {
    MEMFACET_CHECK(Index < Chunks, "callers check indices from the program");
    return *reinterpret_cast<ChunkHeader *>(Base + chunkOffset(Index));
  }
  std::span<uint64_t> words(uint32_t Index) const {
    return {reinterpret_cast<uint64_t *>(&chunk(Index) + 1), ChunkWords};
  }
  int descriptor() const { return Fd; }
  /// Returns the memory for what the program holds; empty: there is none.
  std::span<const char> heldMemory() const {
    return {Base + regionBytes(Chunks), size_t(HeldSize)};
  }

  /// Makes sure that the pages of the first \p Count chunks exist: a missing
  /// page in a full file system would be SIGBUS in the program.
  Status reserve(uint32_t Count);

private:
  Region(int Fd, char *Base, uint32_t Chunks, uint64_t HeldSize)
      : Fd(Fd), Base(Base), Chunks(Chunks), HeldSize(HeldSize) {}
  uint64_t bytes() const { return regionBytes(Chunks) + HeldSize; }

  int Fd;
  char *Base;
  uint32_t Chunks;
  uint64_t HeldSize;
};

} // namespace memfacet::words

#endif
