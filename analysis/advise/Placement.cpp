//===- Placement.cpp - the places of changed objects ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/advise/Placement.h"
#include "analysis/advise/ElementShape.h"
#include "memfacet/Check.h"
#include <algorithm>

namespace memfacet::advise {

static constexpr uint64_t PageBytes = 4096;
static constexpr uint64_t HeapGrain = 16, HeapHeader = 8;
/// The distance between two pools. Pools that do not fit are put on the heap.
static constexpr uint64_t PoolDistance = uint64_t(1) << 34;

uint64_t Placement::freshOnHeap(const Block &B) {
  uint64_t Address = HeapEnd + 2 * HeapHeader;
  if (B.Align > HeapGrain)
    Address = roundUp(Address, B.Align);
  HeapEnd = Address - 2 * HeapHeader + B.Bytes;
  return Address;
}

uint64_t Placement::fresh(const Block &B, uint64_t OldAddress) {
  if (B.Kind == PlaceKind::Heap && B.Bytes < LargeBlock)
    return freshOnHeap(B);
  uint64_t InPage = OldAddress % PageBytes;
  if (B.Align)
    InPage = roundUp(InPage, B.Align) % PageBytes;
  if (B.Kind == PlaceKind::Heap) {
    PagesLow -= roundUp(B.Bytes + InPage, PageBytes);
    return PagesLow + InPage;
  }
  if (B.Kind == PlaceKind::Data) {
    // Variables keep their order, but not the gaps between them.
    uint64_t Address =
        DataEnd == PrivateLow + 2 * Space
            ? DataEnd + InPage
            : roundUp(DataEnd, std::max<uint64_t>(B.Align, HeapGrain));
    DataEnd = Address + B.Bytes;
    return Address;
  }
  if (!PoolNext.contains(B) && PoolEnd + PoolDistance > PrivateHigh)
    return freshOnHeap({B.Kind, heapBlock(B.Bytes), B.Align, B.List});
  auto [Pool, New] = PoolNext.try_emplace(B, PoolEnd + 2 * HeapHeader);
  if (New) {
    PoolEnd += PoolDistance;
    if (B.Align)
      Pool->second = roundUp(Pool->second, B.Align);
  }
  uint64_t Address = Pool->second;
  Pool->second += B.Bytes;
  return Address;
}

uint64_t Placement::allocate(PlaceKind Kind, uint64_t Bytes, uint64_t Align,
                             uint64_t OldAddress, uint32_t List) {
  MEMFACET_CHECK((Align & (Align - 1)) == 0, "addresses are rounded to it");
  Bytes = std::max<uint64_t>(Bytes, 1);
  if (Kind == PlaceKind::Heap && Bytes < LargeBlock)
    Bytes = heapBlock(Bytes);
  if (Kind == PlaceKind::Pool && Align)
    Bytes = roundUp(Bytes, Align);
  Block B{Kind, Bytes, Align, List};
  std::vector<uint64_t> &FreeBlocks = Released[B];
  uint64_t Address;
  if (FreeBlocks.empty()) {
    Address = fresh(B, OldAddress);
  } else {
    Address = FreeBlocks.back();
    FreeBlocks.pop_back();
  }
  Live.emplace(Address, B);
  return Address;
}

void Placement::release(uint64_t Address) {
  auto Found = Live.find(Address);
  if (Found == Live.end())
    return;
  Released[Found->second].push_back(Address);
  Live.erase(Found);
}

} // namespace memfacet::advise
