//===- Staged.h - an analysis as one piece or in stages -------------------===//

#ifndef MEMFACET_TEST_SUPPORT_STAGED_H
#define MEMFACET_TEST_SUPPORT_STAGED_H

#include "analysis/pipeline/BatchQueue.h"
#include <optional>

namespace memfacet::test {

/// Declared before the analysis.
class Staged {
public:
  /// Nothing: one piece. 0: as much as possible is done late, always the same.
  explicit Staged(std::optional<size_t> Threads) {
    if (Threads)
      Scheduler.emplace(*Threads);
  }
  StageScheduler *scheduler() { return Scheduler ? &*Scheduler : nullptr; }
  /// For the decoder.
  BatchSink &before(BatchSink &Analysis) {
    return Scheduler ? Queue.emplace(*Scheduler, Analysis) : Analysis;
  }
  /// Before the analysis is asked for results.
  void settle() {
    if (Queue)
      Queue->settle();
  }

private:
  std::optional<StageScheduler> Scheduler;
  std::optional<BatchQueue> Queue;
};

} // namespace memfacet::test

#endif
