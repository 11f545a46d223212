//===- SweepNode.h - one level of several models at once ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A node is all caches of one level that have the same sets and the same inner
// levels. Models whose inner levels are the same share the nodes of these
// levels, which are simulated once.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_SWEEP_SWEEPNODE_H
#define MEMFACET_CACHES_SWEEP_SWEEPNODE_H

#include "analysis/caches/cache/CacheWord.h"
#include "analysis/caches/model/CacheModel.h"
#include "analysis/caches/sweep/SweepStore.h"
#include "memfacet/Check.h"
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace memfacet::caches {

/// A part of the accesses of one thread.
struct SweepBatch {
  ThreadId Thread;
  /// {line wanted, EmptyWord}: a touch; {EmptyWord, word}: the line that was
  /// touched before is written, by the word's structure.
  std::vector<Miss> Items;
  size_t Structures = 0; ///< all numbers of structures are less
  bool Counted = true;   ///< inside the region of interest
  bool Forget = false;   ///< clear all counts before the batch
  /// Whether the private caches of the thread are emptied after the batch.
  bool Ended = false;
};

/// The caches of one node, and the nodes after them. Not synchronised: one
/// thread at a time.
class SweepNode {
public:
  SweepNode(uint64_t Sets, uint32_t LineBytes, bool Shared)
      : Sets(Sets), LineBytes(LineBytes), Shared(Shared) {}

  uint64_t sets() const { return Sets; }
  bool shared() const { return Shared; }
  /// Returns whether its only cache is too wide to share a node with others.
  bool isWide() const;
  bool has(uint32_t CacheWays) const { return ByWays.contains(CacheWays); }

  /// Adds the levels of \p Model from \p Level on; this node is the first of
  /// them.
  void add(const CacheModel &Model, size_t Level);
  /// Makes simulate keep effective(): what changes nothing here changes nothing
  /// in caches of a multiple of the sets.
  void setNeedsEffective() {
    MEMFACET_CHECK(!Counts && Stores.empty(), "stores are made for it");
    NeedsEffective = true;
  }
  /// Ends the additions of levels.
  void begin();

  /// Simulates \p In, of the thread of \p B, in this node and those after it.
  void simulate(const SweepBatch &B, std::span<const Miss> In);
  /// Returns the misses of the last simulate that changed something, which the
  /// next node must simulate. Needs setNeedsEffective.
  std::span<const Miss> effective() const {
    MEMFACET_CHECK(NeedsEffective, "else no misses are kept");
    return Effective;
  }
  /// Empties the caches of \p Thread. Dirty lines become dirty in shared levels
  /// that hold them.
  void endThread(ThreadId Thread);
  void forgetCounts();

  /// Appends to \p Result the counts by structure of level \p Level of \p
  /// Model, which is in this node, and of the levels after it.
  void collect(const CacheModel &Model, size_t Level,
               std::vector<std::vector<SweepCounts>> &Result) const;

private:
  /// A cache of the node, and the nodes of the next level.
  struct Cache {
    std::vector<std::unique_ptr<SweepNode>> OuterNodes;
    size_t Number = 0; ///< number in the node, after begin
  };
  using DirtyLists = std::vector<std::vector<CacheWord>>;

  SweepStore &storeOf(ThreadId Thread);
  void endThread(ThreadId Thread, DirtyLists &Inner);
  void makeSharedDirty(CacheWord W);

  uint64_t Sets;
  uint32_t LineBytes;
  bool Shared, NeedsEffective = false;
  std::map<uint32_t, Cache> ByWays;
  /// The same as ByWays, once that is complete.
  SweepShape Shape;
  std::vector<Cache *> Caches;
  std::optional<DepthCounts> Counts;

  std::map<uint32_t, std::unique_ptr<SweepStore>> Stores; ///< by thread
  std::vector<std::unique_ptr<SweepStore>> Waiting; ///< empty, to be reused
  SweepStore::Lists Out;
  std::vector<Miss> Effective;
};

/// Returns the node among \p Nodes for caches like \p L, and makes it if there
/// is none. A set too wide to be searched has a node of its own.
SweepNode &nodeFor(std::vector<std::unique_ptr<SweepNode>> &Nodes,
                   const CacheLevel &L, uint32_t LineBytes);
/// Returns the node that nodeFor has made.
const SweepNode &nodeOf(const std::vector<std::unique_ptr<SweepNode>> &Nodes,
                        const CacheLevel &L, uint32_t LineBytes);

} // namespace memfacet::caches

#endif
