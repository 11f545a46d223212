//===- Sweep.h - many cache models over one stream ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef MEMFACET_CACHES_SWEEP_SWEEP_H
#define MEMFACET_CACHES_SWEEP_SWEEP_H

#include "analysis/caches/sweep/SweepMru.h"
#include "analysis/caches/sweep/SweepNode.h"
#include "analysis/support/StageScheduler.h"
#include <memory>
#include <vector>

namespace memfacet::caches {

/// Simulates models with the same line size, whose first levels are all private
/// or all shared. First levels are simulated in ascending order of their
/// numbers of sets. A touch that hits the most recent line of a set also does
/// so in the sets that this set is divided into, and is not handed on. Not
/// synchronised: one thread at a time.
class SweepTree {
public:
  /// \p All satisfy checkCacheModel.
  explicit SweepTree(std::vector<CacheModel> All);

  void simulate(const SweepBatch &B);
  /// Returns the counts of model number \p I by level and structure.
  std::vector<std::vector<SweepCounts>> counts(size_t I) const;

private:
  static constexpr size_t Stream = ~size_t(0);

  std::vector<CacheModel> Models;
  std::vector<std::unique_ptr<SweepNode>> Firsts; ///< by ascending sets
  std::vector<size_t> Sources; ///< node whose effective() each takes, or Stream
};

/// Simulates batches, in order, as a stage of a scheduler. Workers share the
/// batches. Used from one thread.
class SweepWorker {
public:
  /// \p All are by number of the stream; null: this worker does not need the
  /// stream.
  SweepWorker(StageScheduler &Scheduler,
              std::vector<std::unique_ptr<SweepTree>> All);

  /// Takes a batch of a stream. Waits while too many batches are waiting.
  void simulate(size_t Stream, std::shared_ptr<const SweepBatch> B);
  /// Returns when all batches are simulated.
  void settle() { Batches.settle(); }
  /// Returns the tree of a stream. Not to be called while batches are waiting.
  const SweepTree &tree(size_t Stream) const { return *Trees[Stream]; }

private:
  /// Bounds the memory, and is large enough that neither side waits often.
  static constexpr size_t MaxWaiting = 32;
  struct Item {
    size_t Stream = 0;
    std::shared_ptr<const SweepBatch> Batch;
  };

  std::vector<std::unique_ptr<SweepTree>> Trees;
  WorkStage<Item> Batches;
};

/// Simulates all models at once, as docs/internals/cache-model.md says. The
/// counts are those of separate simulations, for any number of threads. Used
/// from one thread.
class Sweep {
public:
  /// \p Models satisfy checkCacheModel. \p Threads: at least 1.
  Sweep(const std::vector<CacheModel> &Models, unsigned Threads);

  /// Simulates accesses. \p Owners are by number in the batch, below \p
  /// Structures.
  void accesses(const decode::BatchPart &B, const uint32_t *Owners,
                size_t Structures);
  void threadEnded(ThreadId Thread);
  /// Switches counting off, or on again. All accesses are simulated in any
  /// case.
  void count(bool Wanted);
  void forgetCounts();

  /// Returns when all is simulated. To be called before counts are read.
  void settle();
  /// Returns the counts of model number \p I by level and structure.
  std::vector<std::vector<SweepCounts>> counts(size_t I) const;
  /// Returns the touches of \p Structure beyond one per access.
  uint64_t extraTouches(size_t I, uint32_t Structure) const;

private:
  /// Where a model is simulated.
  struct Place {
    size_t Stream, Worker, InTree;
  };

  std::vector<Place> Places;                      ///< by model
  std::vector<std::unique_ptr<SweepMru>> Streams; ///< by line size, sharing
  StageScheduler Scheduler; ///< as many threads as there are workers
  std::vector<std::unique_ptr<SweepWorker>> Workers;
};

} // namespace memfacet::caches

#endif
