//===- HandedOut.h - memory of mappings that became blocks ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program's own malloc maps 1 MiB, or has an array, and hands it out in
// blocks. These bytes are the blocks', and must not count a second time as the
// mapping's. What was handed out once stays so until it is unmapped: a block
// that is released waits in the allocator's lists for the next one.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_OWNERS_OBJECTS_HANDEDOUT_H
#define MEMFACET_OWNERS_OBJECTS_HANDEDOUT_H

#include <cstdint>
#include <map>

namespace memfacet::owners {

class HandedOut {
public:
  /// A gap between blocks up to this number of bytes is the allocator's own: a
  /// header, padding.
  static constexpr uint64_t LargestGap = 64;

  /// Adds the block [\p Low, \p High). Returns how many bytes were not handed
  /// out before, those of gaps included.
  uint64_t add(uint64_t Low, uint64_t High);
  /// Removes [\p Low, \p High), which is mapped no more. Returns how many bytes
  /// of it were handed out.
  uint64_t remove(uint64_t Low, uint64_t High);

private:
  std::map<uint64_t, uint64_t> Ends; ///< by first byte; LargestGap apart
};

} // namespace memfacet::owners

#endif
