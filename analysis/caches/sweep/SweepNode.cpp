//===- SweepNode.cpp - one level of several models at once ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/caches/sweep/SweepNode.h"
#include "analysis/caches/cache/SetWords.h"
#include "memfacet/Check.h"

namespace memfacet::caches {

using Nodes = std::vector<std::unique_ptr<SweepNode>>;

static const SweepNode *findNode(const Nodes &All, const CacheLevel &L,
                                 uint32_t LineBytes) {
  for (const auto &Node : All)
    if (Node->sets() == L.sets(LineBytes) && Node->shared() == L.Shared &&
        Node->isWide() == (L.Ways > MaxNarrowWays) &&
        (!Node->isWide() || Node->has(L.Ways)))
      return Node.get();
  return nullptr;
}

SweepNode &nodeFor(Nodes &All, const CacheLevel &L, uint32_t LineBytes) {
  if (const SweepNode *Found = findNode(All, L, LineBytes))
    return const_cast<SweepNode &>(*Found);
  All.push_back(
      std::make_unique<SweepNode>(L.sets(LineBytes), LineBytes, L.Shared));
  return *All.back();
}

const SweepNode &nodeOf(const Nodes &All, const CacheLevel &L,
                        uint32_t LineBytes) {
  return *findNode(All, L, LineBytes);
}

bool SweepNode::isWide() const {
  return !ByWays.empty() && ByWays.rbegin()->first > MaxNarrowWays;
}

void SweepNode::add(const CacheModel &Model, size_t Level) {
  MEMFACET_CHECK(!Counts, "begin ends the additions");
  Cache &C = ByWays[Model.Levels[Level].Ways];
  if (Level + 1 != Model.Levels.size())
    nodeFor(C.OuterNodes, Model.Levels[Level + 1], LineBytes)
        .add(Model, Level + 1);
}

void SweepNode::begin() {
  MEMFACET_CHECK(!Counts, "a node begins once");
  Shape.Sets = Sets;
  for (auto &[CacheWays, C] : ByWays) {
    C.Number = Caches.size();
    Shape.Ways.push_back(CacheWays);
    Shape.Listed.push_back(!C.OuterNodes.empty());
    Caches.push_back(&C);
    for (auto &Node : C.OuterNodes)
      Node->begin();
  }
  Counts.emplace(Caches.size());
  Out.resize(Caches.size());
}

SweepStore &SweepNode::storeOf(ThreadId Thread) {
  std::unique_ptr<SweepStore> &Store = Stores[Shared ? 0 : Thread.Value];
  if (Store)
    return *Store;
  if (Waiting.empty()) {
    Store = makeSweepStore(Shape, LineBytes, NeedsEffective);
  } else {
    Store = std::move(Waiting.back());
    Waiting.pop_back();
  }
  return *Store;
}

void SweepNode::simulate(const SweepBatch &B, std::span<const Miss> In) {
  MEMFACET_CHECK(Counts, "begin comes first");
  Effective.clear();
  Counts->resize(B.Structures);
  storeOf(B.Thread).filter(In, B.Counted ? &*Counts : nullptr, Out,
                           NeedsEffective ? &Effective : nullptr);
  for (size_t I = 0; I != Caches.size(); ++I)
    for (auto &Node : Caches[I]->OuterNodes)
      Node->simulate(B, Out[I].all());
}

void SweepNode::makeSharedDirty(CacheWord W) {
  storeOf(ThreadId(0)).makeDirty(W, [&](size_t I) {
    for (auto &Node : Caches[I]->OuterNodes)
      Node->makeSharedDirty(W);
  });
}

void SweepNode::endThread(ThreadId Thread) {
  DirtyLists None;
  endThread(Thread, None);
}

/// Ends a thread. \p Inner has the dirty lines of the caches inside of this
/// node, from the innermost outwards.
void SweepNode::endThread(ThreadId Thread, DirtyLists &Inner) {
  if (Shared) {
    // Inner levels are written back last: their writers are the later ones.
    for (size_t I = Inner.size(); I-- != 0;)
      for (CacheWord W : Inner[I])
        makeSharedDirty(W);
    return;
  }
  auto Found = Stores.find(Thread.Value);
  if (Found == Stores.end())
    return;
  for (size_t I = 0; I != Caches.size(); ++I) {
    if (Caches[I]->OuterNodes.empty())
      continue;
    std::vector<CacheWord> &Dirty = Inner.emplace_back();
    Found->second->forEachDirty(I, [&](CacheWord W) { Dirty.push_back(W); });
    for (auto &Node : Caches[I]->OuterNodes)
      Node->endThread(Thread, Inner);
    Inner.pop_back();
  }
  Found->second->clear();
  Waiting.push_back(std::move(Found->second));
  Stores.erase(Found);
}

void SweepNode::forgetCounts() {
  Counts->clear();
  for (auto &[CacheWays, C] : ByWays)
    for (auto &Node : C.OuterNodes)
      Node->forgetCounts();
}

void SweepNode::collect(const CacheModel &Model, size_t Level,
                        std::vector<std::vector<SweepCounts>> &Result) const {
  const Cache &C = ByWays.at(Model.Levels[Level].Ways);
  Result.push_back(Counts->countsOf(C.Number));
  if (Level + 1 != Model.Levels.size())
    nodeOf(C.OuterNodes, Model.Levels[Level + 1], LineBytes)
        .collect(Model, Level + 1, Result);
}

} // namespace memfacet::caches
