//===- SweepNode.h - one level of several models at once ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A node is the caches of one level that have the same sets and stand behind
// the same inner levels. Models whose inner levels are the same share the nodes
// of these levels, which are simulated once.
//
//===----------------------------------------------------------------------===//

#ifndef MEMFACET_CACHES_SWEEP_SWEEPNODE_H
#define MEMFACET_CACHES_SWEEP_SWEEPNODE_H

#include "analysis/caches/cache/CacheWord.h"
#include "analysis/caches/model/CacheModel.h"
#include "analysis/caches/sweep/SweepStore.h"
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace memfacet::caches {

/// A stretch of one thread's work.
struct SweepBatch {
  ThreadId Thread;
  /// {line wanted, EmptyWord}: a touch; {EmptyWord, word}: the line that was
  /// touched before is written, by the word's structure.
  std::vector<Miss> Items;
  size_t Structures = 0; ///< all numbers are less
  bool Counted = true;   ///< inside the region of interest
  bool Forget = false;   ///< before: all counts are 0 again
  bool Ended = false;    ///< after: the thread's own caches go cold
};

/// Not synchronised: one thread at a time.
class SweepNode {
public:
  SweepNode(uint64_t Sets, uint32_t LineBytes, bool Shared)
      : Sets(Sets), LineBytes(LineBytes), Shared(Shared) {}

  uint64_t sets() const { return Sets; }
  bool shared() const { return Shared; }
  /// Whether its cache is too wide to be one of several.
  bool isWide() const;
  bool has(uint32_t CacheWays) const { return ByWays.contains(CacheWays); }

  /// Adds the levels of \p Model from \p Level on, of which this is the first.
  void add(const CacheModel &Model, size_t Level);
  /// What changes nothing here changes nothing in a multiple of the sets.
  void setNeedsEffective() { NeedsEffective = true; }
  /// No level is added from here on.
  void begin();

  /// Simulates \p In of \p B's thread, here and behind.
  void simulate(const SweepBatch &B, std::span<const Miss> In);
  /// As simulate left it: what the next node must see. With setNeedsBeyond.
  std::span<const Miss> effective() const { return Effective; }
  /// The caches of \p Thread go cold; what is dirty becomes so where shared
  /// levels hold it.
  void endThread(ThreadId Thread);
  void forgetCounts();

  /// By structure; those of \p Model's level \p Level, which is here, and of
  /// those behind go to \p Result.
  void collect(const CacheModel &Model, size_t Level,
               std::vector<std::vector<SweepCounts>> &Result) const;

private:
  /// A cache of the node, and the levels behind it.
  struct Cache {
    std::vector<std::unique_ptr<SweepNode>> OuterNodes;
    size_t Number = 0; ///< once all are there
  };
  using DirtyLists = std::vector<std::vector<CacheWord>>;

  SweepStore &storeOf(ThreadId Thread);
  void endThread(ThreadId Thread, DirtyLists &Inner);
  void markShared(CacheWord W);

  uint64_t Sets;
  uint32_t LineBytes;
  bool Shared, NeedsEffective = false;
  std::map<uint32_t, Cache> ByWays;
  /// As ByWays, once it is complete.
  SweepShape Shape;
  std::vector<Cache *> Caches;
  std::optional<DepthCounts> Counts;

  std::map<uint32_t, std::unique_ptr<SweepStore>> Stores; ///< by thread
  std::vector<std::unique_ptr<SweepStore>> Waiting;       ///< cold
  SweepStore::Lists Out;
  std::vector<Miss> Effective;
};

/// The node for caches like \p L among \p Nodes; made where there is none.
/// Sets too wide to be searched are nodes of their own.
SweepNode &nodeFor(std::vector<std::unique_ptr<SweepNode>> &Nodes,
                   const CacheLevel &L, uint32_t LineBytes);
/// The one that nodeFor has made.
const SweepNode &nodeOf(const std::vector<std::unique_ptr<SweepNode>> &Nodes,
                        const CacheLevel &L, uint32_t LineBytes);

} // namespace memfacet::caches

#endif
