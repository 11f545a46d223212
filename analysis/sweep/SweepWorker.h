//===- SweepWorker.h - simulates some of the models -----------------------===//

#ifndef MEMFACET_SWEEP_SWEEPWORKER_H
#define MEMFACET_SWEEP_SWEEPWORKER_H

#include "analysis/support/StageScheduler.h"
#include "analysis/sweep/SweepTree.h"
#include <memory>
#include <vector>

namespace memfacet {

/// Takes batches, which it shares with other workers, in order, and simulates
/// them, a stage of a scheduler. Used from one thread.
class SweepWorker {
public:
  /// \p Trees by number of their stream; null: none of it.
  SweepWorker(StageScheduler &Scheduler,
              std::vector<std::unique_ptr<SweepTree>> Trees);

  /// Waits while too many batches are waiting.
  void simulate(size_t Stream, std::shared_ptr<const SweepBatch> B);
  /// Returns when all batches are simulated.
  void settle() { Batches.settle(); }
  /// Not while batches are waiting.
  const SweepTree &tree(size_t Stream) const { return *Trees[Stream]; }

private:
  /// Bounds the memory, and is enough that neither side waits for wake-ups.
  static constexpr size_t MaxWaiting = 32;
  struct Item {
    size_t Stream = 0;
    std::shared_ptr<const SweepBatch> Batch;
  };

  std::vector<std::unique_ptr<SweepTree>> Trees;
  WorkStage<Item> Batches;
};

} // namespace memfacet

#endif
