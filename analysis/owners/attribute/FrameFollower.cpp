//===- FrameFollower.cpp - named locals, batch by batch -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/owners/attribute/FrameFollower.h"
#include <algorithm>

namespace memfacet::owners {

void FrameFollower::enter(ThreadId Thread) {
  auto It = Stacks.find(Thread.Value);
  Last = It == Stacks.end() ? nullptr : It->second.get();
  LastThread = Thread;
}

void FrameFollower::start(ThreadId Thread, uint64_t Low, uint64_t High) {
  LastThread = ThreadId();
  // Stacks that overlap it are those of threads that have ended.
  std::erase_if(Stacks, [&](auto &Entry) {
    bool Gone =
        Entry.first == Thread.Value || Entry.second->overlaps(Low, High);
    if (Gone)
      Entry.second->detach();
    return Gone;
  });
  auto New = std::make_unique<StackFrames>(Memory, Structures, Low, High);
  Memory.setStack(Low, High, Structures.stack(Thread), &New->shown());
  Stacks.emplace(Thread.Value, std::move(New));
}

void FrameFollower::end(ThreadId Thread) {
  if (auto It = Stacks.find(Thread.Value); It != Stacks.end())
    It->second->clear();
}

void FrameFollower::settle(ThreadId Thread) {
  if (auto It = Stacks.find(Thread.Value); It != Stacks.end())
    It->second->dropStale();
}

LocalList::Local FrameFollower::localOf(const decode::StackMark &M) {
  if (BySite.size() <= M.Site)
    BySite.resize(std::max<size_t>(M.Site + 1, 2 * BySite.size()));
  StructureId &Known = BySite[M.Site];
  if (!Known.valid()) {
    const decode::AllocationInfo *A =
        Modules.allocation(Modules.site(SiteId(M.Site)).LocalAddress);
    Known = A ? Structures.local(*A) : StructureRegistry::Unattributed;
  }
  uint64_t Low = M.Address & caches::AddressMask;
  return {Low, Low + std::min(M.Bytes, caches::AddressMask), Known};
}

void FrameFollower::apply(const decode::StackMark &M) {
  uint64_t Address = M.Address & caches::AddressMask;
  switch (M.Shape) {
  case SiteShape::FrameBegin:
    return Last->beginFrame(Address, M.Site);
  case SiteShape::FrameEnd:
    return Last->endFrame(Address);
  case SiteShape::LocalEnd:
    return Last->endLocal(Address);
  case SiteShape::StackCut:
    return Last->cut(Address);
  default:
    return;
  }
}

} // namespace memfacet::owners
