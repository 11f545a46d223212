//===- sweep/SweepWorker.h - a thread that simulates some models ----------===//

#ifndef MEMFACET_SWEEP_SWEEPWORKER_H
#define MEMFACET_SWEEP_SWEEPWORKER_H

#include "analysis/sweep/SweepTree.h"
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace memfacet {

/// Takes batches, which it shares with other workers, in order, and simulates
/// them in a thread of its own. Used from one thread.
class SweepWorker {
public:
  /// \p Trees by number of their stream; null: none of it.
  explicit SweepWorker(std::vector<std::unique_ptr<SweepTree>> Trees);
  ~SweepWorker();
  SweepWorker(const SweepWorker &) = delete;
  SweepWorker &operator=(const SweepWorker &) = delete;

  /// Waits while too many batches are waiting.
  void simulate(size_t Stream, std::shared_ptr<const SweepBatch> B);
  /// Returns when all batches are simulated.
  void settle();
  /// Not while batches are waiting.
  const SweepTree &tree(size_t Stream) const { return *Trees[Stream]; }

private:
  /// Bounds the memory, and is enough that neither side waits for wake-ups.
  static constexpr size_t MaxWaiting = 32;
  struct Item {
    size_t Stream;
    std::shared_ptr<const SweepBatch> Batch;
  };

  void work();

  std::vector<std::unique_ptr<SweepTree>> Trees;
  std::mutex Lock;
  std::condition_variable Filled, Emptied;
  std::deque<Item> Items;
  bool Busy = false, Ending = false;
  std::thread Thread;
};

} // namespace memfacet

#endif
