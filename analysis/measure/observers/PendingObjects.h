//===- PendingObjects.h - blocks that no access has followed yet ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between the parts of a trace that are simulated, millions of blocks are
// allocated and released without an access in between. So a block is found by
// its address, and those that were released are left out now and then.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_MEASURE_OBSERVERS_PENDINGOBJECTS_H
#define MEMFACET_MEASURE_OBSERVERS_PENDINGOBJECTS_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace memfacet::measure {

class PendingObjects {
public:
  /// Adds a block. One that began at the same address has ended.
  void add(uint64_t Address, uint64_t Bytes) {
    remove(Address);
    Places[Address] = Blocks.size();
    Blocks.push_back({Address, Bytes});
  }

  /// Removes the block that begins at \p Address and returns its bytes;
  /// nothing: there is none.
  std::optional<uint64_t> remove(uint64_t Address) {
    auto Place = Places.find(Address);
    if (Place == Places.end())
      return {};
    Block &B = Blocks[Place->second];
    uint64_t Bytes = B.Bytes;
    B.IsRemoved = true;
    Places.erase(Place);
    if (Blocks.size() > 2 * Places.size() + LeastDropped)
      dropRemoved();
    return Bytes;
  }

  /// Calls \p Visit(address, bytes) for each block in the order of add, and
  /// removes all.
  template <typename Visitor> void take(Visitor Visit) {
    for (const Block &B : Blocks)
      if (!B.IsRemoved)
        Visit(B.Address, B.Bytes);
    // To clear a map takes time for all that it ever had.
    for (const Block &B : Blocks)
      Places.erase(B.Address);
    Blocks.clear();
  }

private:
  struct Block {
    uint64_t Address, Bytes;
    bool IsRemoved = false;
  };
  static constexpr size_t LeastDropped = 1024;

  void dropRemoved() {
    std::erase_if(Blocks, [](const Block &B) { return B.IsRemoved; });
    for (size_t I = 0; I != Blocks.size(); ++I)
      Places[Blocks[I].Address] = I;
  }

  std::vector<Block> Blocks;
  std::unordered_map<uint64_t, size_t> Places; ///< of blocks, by address
};

} // namespace memfacet::measure

#endif
